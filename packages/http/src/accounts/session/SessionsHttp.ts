import { Actor, Sessions, Users } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const callingUserId = Effect.flatMap(Actor.callingUser, (id) =>
  id === null ? Effect.fail(new Users.UserNotFound({ id: "system" })) : Effect.succeed(id)
)

export const layer = HandlerGroup.layer(Api, "sessions", (handlers) =>
  capturing(
    Effect.map(Sessions.Sessions, (sessions) =>
      handlers
        .handle(
          "listSessions",
          answering(({ query: urlParams }) =>
            onWire(Effect.flatMap(callingUserId, (id) => sessions.list(id, urlParams)))
          )
        )
        .handle(
          "deleteSession",
          answering(({ params: path }) => respondRemoved(onWire(sessions.revoke(path.sessionId))))
        )
    )
  )
)
