import { Result, Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import { constantTimeEquals } from "../../foundation/secret/Secrets.ts"
import { SiteVisibility } from "../../spaces/space/SpaceSites.ts"
import type { AdaptiveSchema } from "../adaptive-schema/AdaptiveSchema.ts"
import * as Claims from "../adaptive-schema/Claims.ts"
import { PreviewTarget } from "./PreviewTarget.ts"
import * as VisitorToken from "./VisitorToken.ts"

/** `unsignedBytes`: bytes of the JSON of unsigned claims; beyond, none is read (rule visitor-claims-unsigned). */
export const limits = { unsignedBytes: 2048 } as const

/**
 * The audience of a published site: how the visitor was admitted, by which link, and the claims, trimmed to the
 * adaptive schema.
 */
export const Audience = Schema.Struct({
  visibility: SiteVisibility,
  /** The id of the link; only of sites for which one is needed. */
  shareLink: optional(Schema.String),
  /** The id of the provider that signed the visitor in; absent for other visitors. */
  provider: optional(Schema.String),
  /** Only of those who look at a site as a reader would, published or not (rule publication-preview). */
  preview: optional(PreviewTarget),
  claims: Claims.Claims
})
export type Audience = typeof Audience.Type

/** The facts about a site that admission needs. */
export interface Facts {
  readonly published: boolean
  readonly visibility: SiteVisibility
  readonly shareLinks: ReadonlyArray<{ readonly id: string; readonly key: string; readonly active: boolean }>
  /** The key that signs visitor tokens; empty if there is none. */
  readonly signingKey: string
  /** The provider that signs visitors in, by its id; undefined where none does. */
  readonly provider?: string | undefined
  /** Accepted values for `aud` of a visitor token: the site's id and addresses. */
  readonly audiences: ReadonlyArray<string>
  readonly adaptive: { readonly enabled: boolean; readonly schema: AdaptiveSchema }
  /** Epoch milliseconds. */
  readonly now: number
}

/** The credentials of a visitor. */
export interface Request {
  /** The key in the address. */
  readonly shareKey?: string
  readonly token?: string
  /** The claims that came without a signature. */
  readonly unsigned?: unknown
  /** A preview token; nothing else counts then. */
  readonly preview?: string
  /** The change request that the address names; only below a preview token, which must name it too. */
  readonly changeRequest?: { readonly space: string; readonly number: number }
}

/**
 * Whether a visitor is admitted, and as which audience. `expiresAt` (epoch milliseconds) is present if a token was
 * accepted. `needs-token` is the outcome for visitors without a token.
 */
export type Admission =
  | { readonly outcome: "admitted"; readonly audience: Audience; readonly expiresAt?: number }
  | { readonly outcome: "needs-token" }
  | { readonly outcome: "token-refused"; readonly refusal: VisitorToken.VisitorTokenRefused }
  | { readonly outcome: "not-found" }

type Link = Facts["shareLinks"][number]

/** Compares the key with that of every link, so that the response time reveals nothing about them. */
const findLink = ({ shareLinks }: Facts, key: string): Link | undefined => {
  let found: Link | undefined
  for (const link of shareLinks) if (constantTimeEquals(link.key, key) && link.active && key !== "") found = link
  return found
}

const isShort = (claims: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(claims)).length <= limits.unsignedBytes

const trim = ({ adaptive: { enabled, schema } }: Facts, signed: unknown, unsigned: unknown): Claims.Claims => {
  if (!enabled) return {}
  const claims = Claims.trim(schema, signed, unsigned)
  return isShort(claims["unsigned"] ?? {}) ? claims : Claims.trim(schema, signed, undefined)
}

interface Visit extends VisitorToken.Visit {
  readonly provider?: string
}

/** A token is the site's own, or that of a visitor whom its provider signed in. */
const verify = (
  { audiences, now, provider, signingKey }: Facts,
  token: string
): Result.Result<Visit, VisitorToken.VisitorTokenRefused> => {
  const own = VisitorToken.verify(token, { key: signingKey, audiences, now })
  if (provider === undefined || Result.isSuccess(own) || own.failure.reason !== "forged") return own
  const key = VisitorToken.providerKey(signingKey, provider)
  return Result.map(VisitorToken.verify(token, { key, audiences, now }), (visit) => ({ ...visit, provider }))
}

/**
 * Decides who may read a published site (rule visitor-admission). If the site requires no token, an invalid token
 * counts as none. A key in the address must be that of an active link, regardless of the visibility.
 */
export const admit = (facts: Facts, { shareKey, token, unsigned }: Request): Admission => {
  const { visibility } = facts
  const link = shareKey === undefined ? undefined : findLink(facts, shareKey)
  const isDead = shareKey !== undefined && link === undefined
  if (!facts.published || isDead || (visibility === "share-link" && link === undefined)) return { outcome: "not-found" }
  const visit = token === undefined ? undefined : verify(facts, token)
  if (visibility === "visitor-auth") {
    if (visit === undefined) return { outcome: "needs-token" }
    if (Result.isFailure(visit)) return { outcome: "token-refused", refusal: visit.failure }
  }
  const { claims, expiresAt, provider }: Partial<Visit> =
    visit !== undefined && Result.isSuccess(visit) ? visit.success : {}
  const audience = {
    visibility,
    ...(visibility === "share-link" && link !== undefined ? { shareLink: link.id } : {}),
    ...(provider === undefined ? {} : { provider }),
    claims: trim(facts, claims, unsigned)
  }
  return { outcome: "admitted", audience, ...(expiresAt === undefined ? {} : { expiresAt }) }
}

/** The audience of a preview: these claims, regardless of the admission rules of the site. */
export const preview = (facts: Facts, claims: Claims.Claims, previewed: PreviewTarget): Audience => ({
  visibility: facts.visibility,
  preview: previewed,
  claims: trim(facts, claims, claims["unsigned"])
})

/**
 * An audience that was admitted before, with current facts: undefined if it would not be admitted in the same way any
 * more. Its claims are trimmed again.
 */
export const readmit = (facts: Facts, audience: Audience): Audience | undefined => {
  const { visibility } = facts
  if (audience.preview !== undefined) return preview(facts, audience.claims, audience.preview)
  if (!facts.published || visibility !== audience.visibility) return undefined
  if (audience.provider !== undefined && audience.provider !== facts.provider) return undefined
  const isOpen = ({ active, id }: Link) => active && id === audience.shareLink
  if (visibility === "share-link" && !facts.shareLinks.some(isOpen)) return undefined
  return { ...audience, claims: trim(facts, audience.claims, audience.claims["unsigned"]) }
}
