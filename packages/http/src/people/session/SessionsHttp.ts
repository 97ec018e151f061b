import { Actor, Sessions, Users } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const callingUserId = Effect.flatMap(Actor.callingUser, (id) =>
  id === null ? Effect.fail(new Users.UserNotFound({ id: "system" })) : Effect.succeed(id)
)

export const layer = HandlerGroup.layer(
  Api,
  "sessions",
  Effect.map(Sessions.Sessions, (sessions) => ({
    listSessions: ({ query: urlParams }) => Effect.flatMap(callingUserId, (id) => sessions.list(id, urlParams)),
    deleteSession: ({ params: path }) => respondRemoved(sessions.revoke(path.sessionId))
  }))
)
