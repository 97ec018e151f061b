import { Result, Schema } from "effect"
import { RevisionId, SiteId, SiteSpaceId, SpaceId } from "../../foundation/id/Ids.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import { Audience, type Facts, readmit } from "./Audience.ts"

/** `length` of a token in characters, `lifetime` in seconds. */
export const limits = { length: 16_384, lifetime: 3600 } as const

/**
 * The content of a content token: a published space at one revision, and its audience. `key` identifies the site's
 * signing key without revealing it; a new signing key invalidates the token.
 */
export const Content = Schema.Struct({
  site: SiteId,
  siteSpace: SiteSpaceId,
  space: SpaceId,
  revision: RevisionId,
  audience: Audience,
  key: Schema.String
})
export type Content = typeof Content.Type

/** The content token is invalid, or its audience may not read the site any more. */
export class ContentTokenRefused extends Schema.TaggedError<ContentTokenRefused>()("ContentTokenRefused", {}) {
  readonly kind = "unauthenticated" as const
  override get message() {
    return "the content token is invalid or expired: request a new one"
  }
}

const decode = Schema.decodeUnknownResult(Content)

const purpose = "content-token"

const markedText = (signingKey: string): string => `site ${signingKey}`

/** Signs what an audience of the site may read, for an hour (rule content-token). */
export const sign = (
  signer: Signer,
  { now, signingKey }: Pick<Facts, "now" | "signingKey">,
  content: Omit<Content, "key">
): string => {
  const iat = Math.floor(now / 1000)
  const key = signer.derive(purpose).sign(markedText(signingKey))
  return signer.derive(purpose).mint({ ...content, key, iat, exp: iat + limits.lifetime })
}

/** The content of a token that was signed here and has not expired. `renew` checks whether it is still valid. */
export const verify = (
  token: string,
  { now, signer }: { readonly now: number; readonly signer: Signer }
): Result.Result<Content, ContentTokenRefused> =>
  signer
    .derive(purpose)
    .open(token, { now, length: limits.length })
    .pipe(
      Result.flatMap(({ payload }): Result.Result<Content, unknown> => decode(payload)),
      Result.mapError(() => new ContentTokenRefused())
    )

/**
 * The content of a token, checked against the current facts of its site. Refused once the site is unpublished, the link
 * is revoked, the visibility has changed or the signing key was replaced.
 */
export const renew = (signer: Signer, facts: Facts, content: Content): Result.Result<Content, ContentTokenRefused> => {
  const audience = readmit(facts, content.audience)
  const isSameKey = signer.derive(purpose).verify(markedText(facts.signingKey), content.key)
  return audience === undefined || !isSameKey
    ? Result.fail(new ContentTokenRefused())
    : Result.succeed({ ...content, audience })
}
