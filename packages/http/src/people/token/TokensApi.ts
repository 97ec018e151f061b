import { Actor, ApiToken, ApiTokens, Users } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const token = Schema.Struct({ tokenId: ApiToken.TokenId })

const callingUserId = Effect.flatMap(Actor.callingUser, (id) =>
  id === null ? Effect.fail(new Users.UserNotFound({ id: "system" })) : Effect.succeed(id)
)

/** The caller's own personal tokens. */
export class TokensApi extends Group.make(
  "tokens",
  "Personal tokens",
  Endpoint.get("listTokens", "/user/tokens", {
    summary: "List your API tokens",
    description: "Returns personal tokens of the caller without their secrets.",
    permission: Permission.allowing("self"),
    query: Paging.UrlParams,
    success: Paging.of(ApiToken.ApiTokenView),
    error: NotFound
  }),
  Endpoint.post("createToken", "/user/tokens", {
    summary: "Create an API token",
    description: "Returns the secret of the token, which is shown only once.",
    permission: Permission.allowing("self"),
    payload: ApiToken.ApiTokenCreate,
    success: ApiToken.ApiTokenMade.pipe(HttpApiSchema.status(201)),
    error: [UnprocessableContent, NotFound]
  }),
  Endpoint.get("getToken", "/user/tokens/:tokenId", {
    summary: "Get an API token",
    description: "Returns a personal token of the caller without its secret.",
    permission: Permission.hiding("self"),
    params: token,
    success: ApiToken.ApiTokenView,
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
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(ApiTokens.ApiTokens, (tokens) => ({
      listTokens: ({ query: urlParams }) => Effect.flatMap(callingUserId, (id) => tokens.list(id, urlParams)),
      createToken: ({ payload }) =>
        withOwnLocation(
          Effect.map(
            Effect.flatMap(callingUserId, (id) => tokens.create(id, payload)),
            ({ record, token }) => ({ ...record, token })
          )
        ),
      getToken: ({ params: path }) => Effect.flatMap(callingUserId, (id) => tokens.get(id, path.tokenId)),
      deleteToken: ({ params: path }) =>
        respondRemoved(Effect.catchTag(tokens.revoke(path.tokenId), "TokenNotFound", () => Effect.succeed(false)))
    }))
  )
}
