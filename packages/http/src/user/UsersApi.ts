import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { User, UserId, Users } from "@quire/core"
import { Schema } from "effect"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound } from "../Errors.ts"

const user = Schema.Struct({ userId: UserId.UserId })

/** The caller and the people they share an organization with. */
export class UsersApi extends HttpApiGroup.make("users", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getAuthenticatedUser", "/user")
      .annotate(OpenApi.Summary, "Get the user behind the token")
      .addSuccess(User.UserView)
  )
  .add(
    HttpApiEndpoint.get("getUser", "/users/:userId")
      .annotate(OpenApi.Summary, "Get a user")
      .setPath(user)
      .addSuccess(User.UserView)
  )
  .add(
    HttpApiEndpoint.patch("updateUser", "/users/:userId")
      .annotate(OpenApi.Summary, "Change one's own name or photo")
      .setPath(user)
      .setPayload(Users.Patch)
      .addSuccess(User.UserView)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Users")
  .middleware(Authentication)
  .prefix("/v1") {}
