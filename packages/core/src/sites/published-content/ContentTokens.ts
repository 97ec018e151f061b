import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import type { Caller } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import { Publications } from "../publication/Publications.ts"
import { listSiteSpaces } from "../structure/SiteStructure.ts"
import * as ContentToken from "../visitor/ContentToken.ts"
import * as ReadCapability from "./ReadCapability.ts"

/** Whether a token has the form of a signed one. Others are rejected without verifying a signature. */
const isSigned = (token: string): boolean => token.split(".").length === 3

/** Converts a content token into a caller who may read what it names (rule content-token). */
export class ContentTokens extends Context.Service<ContentTokens>()("@quire/core/ContentTokens", {
  make: Effect.gen(function* () {
    const publications = yield* Publications
    const { signer } = yield* SigningKeys

    /**
     * None if the credential was not signed here as a content token or has expired. Refused once the audience may not
     * read the space any more, even if only because the site no longer shows it.
     */
    const authenticate = operation("ContentTokens.authenticate")(function* (token: string) {
      if (!isSigned(token)) return Option.none<Caller>()
      const now = yield* Clock.currentTimeMillis
      const verified = ContentToken.verify(token, { now, signer })
      if (Result.isFailure(verified)) return Option.none<Caller>()
      const content = verified.success
      const publication = yield* publications.reopen(content)
      const { revision, siteSpace, space } = content
      const { shown, spaces } = publication.seen
      const isShown = listSiteSpaces(shown).some(
        (each) => each.siteSpace.id === siteSpace && each.siteSpace.space === space
      )
      if (!isShown || !spaces.has(space)) return yield* new ContentToken.ContentTokenRefused()
      const caller: Caller = {
        _tag: "Reader",
        reading: ReadCapability.make({ publication, siteSpace, space, revision })
      }
      return Option.some(caller)
    })

    return { authenticate } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Publications.layer, SigningKeys.layer]))
}
