import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { type Session, SessionId } from "./Session.ts"

/** A browser session of a user, without its secret. */
export const SessionView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("session"),
      id: SessionId,
      /** Whether it is the session of the current request. */
      current: Schema.Boolean,
      createdAt: Timestamp,
      /** With a precision of ten minutes. */
      lastSeenAt: Timestamp,
      expiresAt: Timestamp,
      /** The `User-Agent` of the browser, truncated. */
      userAgent: Schema.optionalKey(Schema.String),
      /**
       * The organization whose identity provider authenticated the user; the session gives access to that organization
       * only.
       */
      organization: Schema.optionalKey(OrganizationId)
    },
    {
      current: "Whether the request was made in this session.",
      lastSeenAt: "Time of the last request in the session.",
      expiresAt: "Time at which the session ends.",
      userAgent: "User agent of the browser.",
      organization: "Organization whose identity provider authenticated the user.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds."
    }
  )
).annotate({ identifier: "Session" })
export type SessionView = typeof SessionView.Type

export const view = (self: Session, current: string | undefined): SessionView => ({
  object: "session",
  id: self.id,
  current: self.id === current,
  createdAt: toTimestamp(self.createdAt),
  lastSeenAt: toTimestamp(self.lastSeenAt),
  expiresAt: toTimestamp(self.expiresAt),
  ...(self.userAgent === "" ? {} : { userAgent: self.userAgent }),
  ...(self.sso === undefined ? {} : { organization: self.sso.organization })
})
