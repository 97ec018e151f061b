import { Effect } from "effect"
import * as ContentReader from "../../content/tree/ContentReader.ts"
import type { ContentStore } from "../../content/tree/ContentStore.ts"
import type { NodeCache } from "../../content/tree/NodeCache.ts"
import * as Root from "../../content/tree/Root.ts"
import type { Seen } from "../publication/Publications.ts"

/** Opens the content of a space that a publication shows. A space of another site is a defect. */
export type OpenRoot = (space: string) => Effect.Effect<Root.Root>

/** The roots of spaces, by their hashes. */
export interface Roots {
  readonly seen: Pick<Seen, "roots">
}

const requireHash = ({ seen }: Roots, space: string): string => {
  const hash = seen.roots.get(space)
  if (hash === undefined) throw new TypeError(`space ${space} is not of the publication`)
  return hash
}

const openBy =
  (readerOf: (space: string) => ContentReader.ContentReader) =>
  (publication: Roots): OpenRoot =>
  (space) =>
    Effect.suspend(() => Root.open(readerOf(space), requireHash(publication, space)))

export const make = Effect.map(ContentReader.makeFactory, openBy)

/** Opens roots whose reads are asked for together (`ContentReader.batched`); made for one batch. */
export const makeBatched = Effect.map(Effect.context<ContentStore | NodeCache>(), (context) =>
  Effect.provide(Effect.map(ContentReader.makeBatchedFactory, openBy), context)
)
