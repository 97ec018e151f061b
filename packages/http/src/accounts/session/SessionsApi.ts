import { Session, SessionView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

/** The browsers that the caller is signed in with. */
export class SessionsApi extends HttpApiGroup.make("sessions", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listSessions", "/user/sessions", {
      query: Paging.UrlParams,
      success: Paging.of(SessionView.SessionView),
      error: NotFound
    })
      .annotate(OpenApi.Summary, "List your sessions")
      .annotate(OpenApi.Description, "Returns the browsers in which the caller is signed in.")
  )
  .add(
    HttpApiEndpoint.delete("deleteSession", "/user/sessions/:sessionId", {
      params: Schema.Struct({ sessionId: Session.SessionId }),
      success: [Removed, Absent],
      error: NotFound
    })
      .annotate(OpenApi.Summary, "End a session")
      .annotate(OpenApi.Description, "Signs the caller out of one browser.")
  )
  .annotate(OpenApi.Title, "Sessions")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
