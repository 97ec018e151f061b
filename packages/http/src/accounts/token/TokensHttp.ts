import { Actor, ApiTokens, Users } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const callingUserId = Effect.flatMap(Actor.callingUser, (id) =>
  id === null ? Effect.fail(new Users.UserNotFound({ id: "system" })) : Effect.succeed(id)
)

export const layer = HandlerGroup.layer(Api, "tokens", (handlers) =>
  capturing(
    Effect.map(ApiTokens.ApiTokens, (tokens) =>
      handlers
        .handle(
          "listTokens",
          answering(({ query: urlParams }) => onWire(Effect.flatMap(callingUserId, (id) => tokens.list(id, urlParams))))
        )
        .handle(
          "createToken",
          answering(({ payload }) =>
            withOwnLocation(
              onWire(
                Effect.map(
                  Effect.flatMap(callingUserId, (id) => tokens.create(id, payload)),
                  ({ record, token }) => ({ ...record, token })
                )
              )
            )
          )
        )
        .handle(
          "getToken",
          answering(({ params: path }) => onWire(Effect.flatMap(callingUserId, (id) => tokens.get(id, path.tokenId))))
        )
        .handle(
          "deleteToken",
          answering(({ params: path }) =>
            respondRemoved(Effect.catchTag(tokens.revoke(path.tokenId), "TokenNotFound", () => Effect.succeed(false)))
          )
        )
    )
  )
)
