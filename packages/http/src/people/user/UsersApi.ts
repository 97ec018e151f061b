import { User, UserId, Users } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"

const user = Schema.Struct({ userId: UserId })

/** The caller and the users who share an organization with them. */
export class UsersApi extends Group.make(
  "users",
  "Users",
  Endpoint.get("getAuthenticatedUser", "/user", {
    summary: "Get the user behind the token",
    description: "Returns the user whose token or session sends the request.",
    permission: Permission.allowing("token"),
    success: User.UserView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getUser", "/users/:userId", {
    summary: "Get a user",
    description: "Returns a user who shares an organization with the caller.",
    permission: Permission.hiding("user:view"),
    params: user,
    success: User.UserView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateUser", "/users/:userId", {
    summary: "Update your profile",
    description: "Changes the display name or photo of the caller. Users cannot change the profiles of others.",
    permission: Permission.refusing("self"),
    params: user,
    payload: Users.Patch,
    success: User.UserView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Users.Users, (users) => ({
      getAuthenticatedUser: () => users.self(),
      getUser: ({ params: path }) => users.get(path.userId),
      updateUser: ({ params: path, payload }) => users.update(path.userId, payload)
    }))
  )
}
