import { Actor, Session, Sessions, Users } from "@quire/core"
import { Effect, Schema } from "effect"
import { Absent, Removed, respondRemoved } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const callingUserId = Effect.flatMap(Actor.callingUser, (id) =>
  id === null ? Effect.fail(new Users.UserNotFound({ id: "system" })) : Effect.succeed(id)
)

/** The browsers that the caller is signed in with. */
export class SessionsApi extends Group.make(
  "sessions",
  "Sessions",
  Endpoint.get("listSessions", "/user/sessions", {
    summary: "List your sessions",
    description: "Returns the browsers in which the caller is signed in.",
    permission: Permission.allowing("self"),
    query: Paging.UrlParams,
    success: Paging.of(Session.SessionView),
    error: NotFound
  }),
  Endpoint.delete("deleteSession", "/user/sessions/:sessionId", {
    summary: "End a session",
    description: "Signs the caller out of one browser.",
    permission: { permission: "self", without: { blind: 204 } },
    params: Schema.Struct({ sessionId: Session.SessionId }),
    success: [Removed, Absent],
    error: NotFound
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Sessions.Sessions, (sessions) => ({
      listSessions: ({ query: urlParams }) => Effect.flatMap(callingUserId, (id) => sessions.list(id, urlParams)),
      deleteSession: ({ params: path }) => respondRemoved(sessions.revoke(path.sessionId))
    }))
  )
}
