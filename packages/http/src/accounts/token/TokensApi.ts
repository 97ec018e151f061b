import { ApiToken, ApiTokenView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const token = Schema.Struct({ tokenId: ApiToken.TokenId })

/** The caller's own personal tokens. */
export class TokensApi extends HttpApiGroup.make("tokens", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listTokens", "/user/tokens", {
      query: Paging.UrlParams,
      success: Paging.of(ApiTokenView.ApiTokenView),
      error: NotFound
    })
      .annotate(OpenApi.Summary, "List your API tokens")
      .annotate(OpenApi.Description, "Returns personal tokens of the caller without their secrets.")
  )
  .add(
    HttpApiEndpoint.post("createToken", "/user/tokens", {
      payload: ApiTokenView.ApiTokenCreate,
      success: ApiTokenView.ApiTokenMade.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, NotFound]
    })
      .annotate(OpenApi.Summary, "Create an API token")
      .annotate(OpenApi.Description, "Returns the secret of the token, which is shown only once.")
  )
  .add(
    HttpApiEndpoint.get("getToken", "/user/tokens/:tokenId", {
      params: token,
      success: ApiTokenView.ApiTokenView,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Get an API token")
      .annotate(OpenApi.Description, "Returns a personal token of the caller without its secret.")
  )
  .add(
    HttpApiEndpoint.delete("deleteToken", "/user/tokens/:tokenId", {
      params: token,
      success: [Removed, Absent],
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Revoke an API token")
      .annotate(OpenApi.Description, "Later requests with the token are refused.")
  )
  .annotate(OpenApi.Title, "Personal tokens")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
