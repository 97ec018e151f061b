import { User, UserId, Users } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const user = Schema.Struct({ userId: UserId.UserId })

/** The caller and the people they share an organization with. */
export class UsersApi extends HttpApiGroup.make("users", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getAuthenticatedUser", "/user", {
      success: User.UserView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get the user behind the token")
      .annotate(OpenApi.Description, "Returns the user whose token or session sends the request.")
  )
  .add(
    HttpApiEndpoint.get("getUser", "/users/:userId", {
      params: user,
      success: User.UserView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a user")
      .annotate(OpenApi.Description, "Returns a user who shares an organization with the caller.")
  )
  .add(
    HttpApiEndpoint.patch("updateUser", "/users/:userId", {
      params: user,
      payload: Users.Patch,
      success: User.UserView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update your profile")
      .annotate(
        OpenApi.Description,
        "Changes the display name or photo of the caller; nobody can change those of others."
      )
  )
  .annotate(OpenApi.Title, "Users")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
