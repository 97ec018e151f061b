import { ContentPresence, Input } from "@quire/core"
import { Schema } from "effect"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"

const session = Input.describeFields(
  { presenceSession: ContentPresence.PresenceSession },
  { presenceSession: "Identifier that the client has chosen for the editor." }
)

/**
 * What the endpoints that announce the caller's presence declare, apart from their names, paths and summaries. The
 * fields are the path parameters that name the content.
 */
export const announcing = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  ({
    description:
      "Tells the readers of the content where the caller's editor is, until thirty seconds later or the next call. The client chooses the session, a different one for each editor.",
    permission: Permission.hiding("content:read"),
    params: Schema.Struct({ ...fields, ...session }),
    payload: ContentPresence.PresenceUpdate,
    success: ContentPresence.PresenceView,
    error: [Errors.UnprocessableContent, Errors.Forbidden, Errors.NotFound]
  }) as const
