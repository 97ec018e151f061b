import { Session, SessionView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

/** The browsers that the caller is signed in with. */
export class SessionsApi extends HttpApiGroup.make("sessions", { topLevel: true })
  .add(
    Endpoint.get("listSessions", "/user/sessions", {
      summary: "List your sessions",
      description: "Returns the browsers in which the caller is signed in.",
      permission: Permission.allowing("self"),
      query: Paging.UrlParams,
      success: Paging.of(SessionView.SessionView),
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
  )
  .annotate(OpenApi.Title, "Sessions")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
