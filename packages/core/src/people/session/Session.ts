import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"

export const limits = { sessionsPerUser: 100, userAgentLength: 200 } as const

/** Maximum lifetime of a session in milliseconds: thirty days (rule session-life). */
export const lifetime = 2_592_000_000

/** Maximum lifetime of a single sign-on session in milliseconds: twelve hours (rule sso-ends). */
export const ssoLifetime = 43_200_000

/** Age in milliseconds at which a secret is rotated: one hour (rule session-secret). */
export const secretLifetime = 3_600_000

/**
 * How long the previous secret stays valid after its replacement was first used, for requests in flight: one minute.
 */
const overlap = 60_000

/** Precision of `lastSeenAt` in milliseconds: ten minutes. */
const seenPrecision = 600_000

export const SessionId = Id.make("SessionId", "Identifier of a session.")
export type SessionId = typeof SessionId.Type

/** A browser session of a user, as stored. Only the SHA-256 of its secret is stored (rule session-secret). */
export const Session = Schema.Struct({
  id: SessionId,
  user: UserId,
  digest: Schema.String,
  /** Digest of the previous secret; initially the digest of the current one. */
  previous: Schema.String,
  /** Time at which the current secret was created. */
  renewedAt: Instant,
  /** Time at which the browser first presented the current secret; until then the previous secret is also valid. */
  takenAt: Schema.NullOr(Instant),
  createdAt: Instant,
  /** With a precision of ten minutes. */
  lastSeenAt: Instant,
  expiresAt: Instant,
  /** The `User-Agent` of the browser; empty if it sent none. */
  userAgent: Schema.String,
  /**
   * The identity provider that authenticated the user; the session gives access to the organization of that provider
   * only (rule sso-reach).
   */
  sso: Schema.optionalKey(SignedInFor)
})
export type Session = typeof Session.Type

/** The browser that signs in. */
export interface Browser {
  readonly userAgent: string
  /** Secret of the browser's previous session, which ends. */
  readonly replaced?: string | undefined
}

export const collection = Repository.collection({
  name: "sessions",
  schema: Session,
  columns: {
    user: { kind: "text", of: (self) => self.user },
    digest: { kind: "text", of: (self) => self.digest },
    previous: { kind: "text", of: (self) => self.previous },
    /** Empty unless the session was created with single sign-on. */
    organization: { kind: "text", of: (self) => self.sso?.organization ?? "" },
    provider: { kind: "text", of: (self) => self.sso?.provider ?? "" },
    expiresAt: { kind: "instant", of: (self) => self.expiresAt }
  },
  indexes: {
    ofUser: { on: ["user"] },
    forOrganization: { on: ["user", "organization"] },
    ofProvider: { on: ["provider"] },
    expiring: { on: [], order: ["expiresAt"] }
  },
  unique: { digest: { on: ["digest"] }, previous: { on: ["previous"] } },
  references: [
    { column: "user", to: "users", onDelete: "cascade" },
    { column: "provider", to: "saml_providers", onDelete: "cascade" }
  ],
  counters: [],
  rank: 3
})

/** Whether a secret is valid for the session at an instant, without checking expiry and identity provider. */
const isOpenedBy = (self: Session, digest: string, now: Instant): boolean =>
  digest === self.digest || (digest === self.previous && (self.takenAt === null || now < self.takenAt + overlap))

/** Whether the session is valid for the secret with this digest. */
export const isLive = (self: Session, digest: string, now: Instant): boolean =>
  now < self.expiresAt && isOpenedBy(self, digest, now)

/** Whether the secret of the session must be rotated: the current one is too old, or the browser never presented it. */
export const isDue = (self: Session, digest: string, now: Instant): boolean =>
  digest === self.digest
    ? now - self.renewedAt >= secretLifetime
    : self.takenAt === null && now - self.renewedAt >= overlap

/** Returns the session with a new secret in place of the one that was presented. */
export const renew = (self: Session, presented: string, next: string, now: Instant): Session => ({
  ...self,
  digest: next,
  previous: presented,
  renewedAt: now,
  takenAt: null,
  lastSeenAt: now
})

/** Returns the session after a request with a secret, or the same object if nothing changes. */
export const see = (self: Session, digest: string, now: Instant): Session => {
  const isTaken = self.takenAt === null && digest === self.digest
  const isStale = now - self.lastSeenAt >= seenPrecision
  if (!isTaken && !isStale) return self
  return { ...self, takenAt: isTaken ? now : self.takenAt, lastSeenAt: isStale ? now : self.lastSeenAt }
}

export const personalRows = PersonalRows.source(
  "sessions",
  collection,
  "ofUser",
  ({ user }) => ({ equals: { user } }),
  ({ createdAt, expiresAt, id, lastSeenAt, sso, userAgent }) => ({
    id,
    userAgent,
    organization: sso?.organization ?? null,
    createdAt: toTimestamp(createdAt),
    lastSeenAt: toTimestamp(lastSeenAt),
    expiresAt: toTimestamp(expiresAt)
  })
)

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
