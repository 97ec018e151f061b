import { Clock, Context, Effect, Layer } from "effect"
import type { Caller } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { signingKey } from "../../foundation/secret/Installation.ts"
import { listSiteSpaces } from "../../sites/structure/SiteStructure.ts"
import { Publications } from "../publication/Publications.ts"
import * as ContentToken from "../visitor/ContentToken.ts"
import * as Admitted from "./Admitted.ts"

/** Whether a credential has the form of a content token; API tokens never have. */
export const isContentToken = (token: string): boolean => token.split(".").length === 3

/** Turns a content token into a caller who reads what it names (rule content-token). */
export class ContentTokens extends Context.Service<ContentTokens>()("@quire/core/ContentTokens", {
  make: Effect.gen(function* () {
    const publications = yield* Publications
    const installationKey = yield* signingKey

    /** Refused once the audience may not read the space any more, be it only that the site shows it no longer. */
    const authenticate = operation("ContentTokens.authenticate")(function* (token: string) {
      const now = yield* Clock.currentTimeMillis
      const content = yield* Effect.fromResult(ContentToken.verify(token, { installationKey, now }))
      const publication = yield* publications.reopen(content)
      const { revision, siteSpace, space } = content
      const { shown, spaces } = publication.seen
      const isShown = listSiteSpaces(shown).some(
        (each) => each.siteSpace.id === siteSpace && each.siteSpace.space === space
      )
      if (!isShown || !spaces.has(space)) return yield* new ContentToken.ContentTokenRefused()
      const caller: Caller = { _tag: "Reader", reading: Admitted.make({ publication, siteSpace, space, revision }) }
      return caller
    })

    return { authenticate } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
