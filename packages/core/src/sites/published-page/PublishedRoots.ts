import { Context, Effect, Layer } from "effect"
import * as ContentReader from "../../content/tree/ContentReader.ts"
import type { ContentStore } from "../../content/tree/ContentStore.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import * as Root from "../../content/tree/Root.ts"
import { ComputedRoots } from "../../openapi/computed/ComputedRoots.ts"
import type { AudienceSite } from "../publication/AudienceSite.ts"

/** Opens the content of a space that a publication shows. A space of another site is a defect. */
export type OpenRoot = (space: string) => Effect.Effect<Root.Root>

/** The roots of spaces, by their hashes, and the versions of specs of which their pages are computed. */
export interface Roots {
  readonly seen: Pick<AudienceSite, "organization" | "roots" | "specs">
}

const requireHash = ({ seen }: Roots, space: string): string => {
  const hash = seen.roots.get(space)
  if (hash === undefined) throw new TypeError(`space ${space} is not part of the publication`)
  return hash
}

const openBy =
  (computed: ComputedRoots["Service"]) =>
  (readerOf: (space: string) => ContentReader.ContentReader) =>
  (publication: Roots): OpenRoot =>
  (space) =>
    Effect.suspend(() => Root.open(readerOf(space), requireHash(publication, space))).pipe(
      Effect.flatMap((root) => {
        const { organization, specs } = publication.seen
        return computed.at({ organization: organization.id, root, versions: specs })
      })
    )

/** Opens roots as readers see them (rule computed-published). */
export class PublishedRoots extends Context.Service<PublishedRoots>()("@quire/core/PublishedRoots", {
  make: Effect.gen(function* () {
    const open = openBy(yield* ComputedRoots)
    const context = yield* Effect.context<ContentStore | NodeCache>()
    return {
      rootsOf: open(yield* ContentReader.makeFactory),
      /** Opens roots whose reads are batched (`ContentReader.batched`); created for one batch. */
      batchedRootsOf: Effect.provide(Effect.map(ContentReader.makeBatchedFactory, open), context)
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([ComputedRoots.layer, NodeCache.layer]))
}
