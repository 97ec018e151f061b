import { Actor, ApiTokens, Users } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const callingUserId = Effect.flatMap(Actor.callingUser, (id) =>
  id === null ? Effect.fail(new Users.UserNotFound({ id: "system" })) : Effect.succeed(id)
)

export const layer = HandlerGroup.layer(
  Api,
  "tokens",
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
