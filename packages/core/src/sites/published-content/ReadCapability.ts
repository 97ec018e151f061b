import { Effect } from "effect"
import type { RevisionId, SiteSpaceId, SpaceId } from "../../foundation/id/Ids.ts"
import type { ReadingScope } from "../../foundation/operation/Actor.ts"
import { PublishedOnly } from "../../foundation/operation/PublishedOnly.ts"
import type { Publication } from "../publication/Publications.ts"

interface Named {
  readonly publication: Publication
  readonly siteSpace: SiteSpaceId
  readonly space: SpaceId
  readonly revision: RevisionId
}

class AdmittedReading implements ReadingScope {
  readonly #named: Named

  constructor(named: Named) {
    this.#named = named
  }

  get site(): string {
    return this.#named.publication.seen.site.id
  }

  static nameOf(reading: ReadingScope): Named | undefined {
    return #named in reading ? reading.#named : undefined
  }
}

/** Capability to read one space of a publication at one revision. */
export const make = (named: Named): ReadingScope => new AdmittedReading(named)

/** The name of a reading; fails if the reading was not created here. */
const find = (reading: ReadingScope) =>
  Effect.mapError(Effect.fromNullishOr(AdmittedReading.nameOf(reading)), () => new PublishedOnly())

/** The space of a reading at its revision, and nothing else (rule content-token-reads). */
export const ofSpace = Effect.fnUntraced(function* (
  reading: ReadingScope,
  asked: { readonly space: string; readonly revision?: string | undefined }
) {
  const named = yield* find(reading)
  const isNamed = asked.space === named.space && (asked.revision === undefined || asked.revision === named.revision)
  return isNamed ? named : yield* new PublishedOnly()
})

/** The site of a reading, and no other. */
export const ofSite = (
  reading: ReadingScope,
  organization: string,
  site: string
): Effect.Effect<Publication, PublishedOnly> =>
  Effect.map(find(reading), ({ publication }) => publication).pipe(
    Effect.filterOrFail(
      ({ seen }) => seen.organization.id === organization && seen.site.id === site,
      () => new PublishedOnly()
    )
  )
