import { User, UserId, Users } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const user = Schema.Struct({ userId: UserId.UserId })

/** The caller and the users who share an organization with them. */
export class UsersApi extends HttpApiGroup.make("users", { topLevel: true })
  .add(
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
  )
  .annotate(OpenApi.Title, "Users")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
