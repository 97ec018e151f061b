import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { ApiToken, ApiTokenView } from "@quire/core"
import { Schema } from "effect"
import { Absent, Removed } from "../Answers.ts"
import { Authentication } from "../Authentication.ts"
import { NotFound, UnprocessableContent } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const token = Schema.Struct({ tokenId: ApiToken.TokenId })

/** The caller's own personal tokens. */
export class TokensApi extends HttpApiGroup.make("tokens", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listTokens", "/user/tokens")
      .annotate(OpenApi.Summary, "List one's own personal tokens")
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(ApiTokenView.ApiTokenView))
  )
  .add(
    HttpApiEndpoint.post("createToken", "/user/tokens")
      .annotate(OpenApi.Summary, "Make a personal token, which is shown once")
      .setPayload(ApiTokenView.ApiTokenCreate)
      .addSuccess(ApiTokenView.ApiTokenMade, { status: 201 })
      .addError(UnprocessableContent)
  )
  .add(
    HttpApiEndpoint.get("getToken", "/user/tokens/:tokenId")
      .annotate(OpenApi.Summary, "Get one of one's own personal tokens")
      .setPath(token)
      .addSuccess(ApiTokenView.ApiTokenView)
  )
  .add(
    HttpApiEndpoint.del("deleteToken", "/user/tokens/:tokenId")
      .annotate(OpenApi.Summary, "Revoke one of one's own personal tokens")
      .setPath(token)
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .addError(NotFound)
  .annotate(OpenApi.Title, "Personal tokens")
  .middleware(Authentication)
  .prefix("/v1") {}
