import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import * as PersonalRows from "../../foundation/personal/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"

export const limits = { sessionsPerUser: 100, userAgentLength: 200 } as const

/** How long a session lasts at most, in milliseconds: thirty days (rule session-life). */
export const lifetime = 2_592_000_000

/** The same of one that an identity provider vouches for: twelve hours (rule sso-ends). */
export const ssoLifetime = 43_200_000

/** How old a secret becomes, in milliseconds: an hour (rule session-secret). */
export const secretLifetime = 3_600_000

/** How long a secret still opens once the one that replaced it came back, for requests on their way: a minute. */
const overlap = 60_000

/** By how much `lastSeenAt` may be out of date, in milliseconds: ten minutes. */
const seenPrecision = 600_000

export const SessionId = Id.make("SessionId", "Identifier of a session.")
export type SessionId = typeof SessionId.Type

/** A browser that somebody signed in with, as stored: only the SHA-256 of its secret (rule session-secret). */
export const Session = Schema.Struct({
  id: SessionId,
  user: UserId,
  digest: Schema.String,
  /** Digest of the secret that was replaced by the present one; at first that of the same. */
  previous: Schema.String,
  /** When the present secret was made. */
  renewedAt: Instant,
  /** When the present secret came back from the browser first; until then the previous one opens too. */
  takenAt: Schema.NullOr(Instant),
  createdAt: Instant,
  /** To ten minutes. */
  lastSeenAt: Instant,
  expiresAt: Instant,
  /** What the browser called itself; empty when it did not. */
  userAgent: Schema.String,
  /** The identity provider that vouched for the user: it opens that organization alone (rule sso-reach). */
  sso: Schema.optionalKey(SignedInFor)
})
export type Session = typeof Session.Type

/** The browser that signs in. */
export interface Browser {
  readonly userAgent: string
  /** The secret of the session that it has had until now, which ends. */
  readonly replaced?: string | undefined
}

export const collection = Repository.collection({
  name: "sessions",
  schema: Session,
  columns: {
    user: { kind: "text", of: (self) => self.user },
    digest: { kind: "text", of: (self) => self.digest },
    previous: { kind: "text", of: (self) => self.previous },
    /** Empty where the person signed in as themselves. */
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

/** Whether a secret opens the session at an instant; expiry and identity provider aside. */
const isOpenedBy = (self: Session, digest: string, now: Instant): boolean =>
  digest === self.digest || (digest === self.previous && (self.takenAt === null || now < self.takenAt + overlap))

/** Whether the session is there for whoever has a secret with this digest. */
export const isLive = (self: Session, digest: string, now: Instant): boolean =>
  now < self.expiresAt && isOpenedBy(self, digest, now)

/** Whether the browser is due another secret: the present one is old, or it never came back. */
export const isDue = (self: Session, digest: string, now: Instant): boolean =>
  digest === self.digest
    ? now - self.renewedAt >= secretLifetime
    : self.takenAt === null && now - self.renewedAt >= overlap

/** The session with another secret in place of the one that was presented. */
export const renew = (self: Session, presented: string, next: string, now: Instant): Session => ({
  ...self,
  digest: next,
  previous: presented,
  renewedAt: now,
  takenAt: null,
  lastSeenAt: now
})

/** The session after a request with a secret; the same one if nothing is to be noted. */
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
