import { ContentPresence, ContentPresences, Input } from "@quire/core"
import { Effect, Schema } from "effect"
import { Absent, Removed, respondRemoved } from "../../foundation/answer/Answers.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"

const session = Input.describeFields(
  { presenceSession: ContentPresence.PresenceSession },
  { presenceSession: "Identifier that the client has chosen for the editor." }
)

/**
 * What the endpoints of the caller's presence declare, apart from their names, paths and texts. The fields are the path
 * parameters that name the content.
 */
export const presence = <Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const params = Schema.Struct({ ...fields, ...session })
  return {
    announce: {
      permission: Permission.hiding({ all: ["content:read", "self"] }),
      params,
      payload: ContentPresence.PresenceUpdate,
      success: ContentPresence.PresenceView,
      error: [Errors.UnprocessableContent, Errors.Forbidden, Errors.NotFound]
    },
    end: {
      permission: Permission.hiding({ all: ["content:read", "self"] }),
      params,
      success: [Removed, Absent],
      error: [Errors.Forbidden, Errors.NotFound]
    }
  } as const
}

/** How the endpoint that announces a presence behaves, for its description. */
export const announceText =
  "Tells the readers of the content where the caller's editor is, until thirty seconds later or the next call. The client chooses the session, a different one for each editor."

/** Announces and ends the presence of the caller. */
export const presences = Effect.map(ContentPresences.ContentPresences, ({ announcePresence, endPresence }) => ({
  announce: announcePresence,
  end: (...given: Parameters<typeof endPresence>) => respondRemoved(endPresence(...given))
}))
