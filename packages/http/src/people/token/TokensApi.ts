import { ApiToken, ApiTokenView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const token = Schema.Struct({ tokenId: ApiToken.TokenId })

/** The caller's own personal tokens. */
export class TokensApi extends HttpApiGroup.make("tokens", { topLevel: true })
  .add(
    Endpoint.get("listTokens", "/user/tokens", {
      summary: "List your API tokens",
      description: "Returns personal tokens of the caller without their secrets.",
      permission: Permission.allowing("self"),
      query: Paging.UrlParams,
      success: Paging.of(ApiTokenView.ApiTokenView),
      error: NotFound
    }),
    Endpoint.post("createToken", "/user/tokens", {
      summary: "Create an API token",
      description: "Returns the secret of the token, which is shown only once.",
      permission: Permission.allowing("self"),
      payload: ApiTokenView.ApiTokenCreate,
      success: ApiTokenView.ApiTokenMade.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, NotFound]
    }),
    Endpoint.get("getToken", "/user/tokens/:tokenId", {
      summary: "Get an API token",
      description: "Returns a personal token of the caller without its secret.",
      permission: Permission.hiding("self"),
      params: token,
      success: ApiTokenView.ApiTokenView,
      error: NotFound
    }),
    Endpoint.delete("deleteToken", "/user/tokens/:tokenId", {
      summary: "Revoke an API token",
      description: "Later requests with the token are refused.",
      permission: { permission: "self", without: { blind: 204 } },
      params: token,
      success: [Removed, Absent],
      error: NotFound
    })
  )
  .annotate(OpenApi.Title, "Personal tokens")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
