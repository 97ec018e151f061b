import { type Publications, Recent, Secrets } from "@quire/core"
import { Context, Effect, Layer } from "effect"
import type { Representation } from "../answer/Representation.ts"
import { ReaderOptions } from "../ReaderOptions.ts"

export const limits = {
  /** Characters of the conditions that are kept by what asked them, together and of one text. */
  sources: 4_000_000,
  sourcesOfOne: 20_000
} as const

/** Another one whenever the same page is printed otherwise than before. */
const rendererVersion = "1"

/** A text of a site as it is sent. */
export interface Printed {
  readonly _tag: "Printed"
  readonly representation: Representation
  readonly robots: "index" | "noindex"
}

/** What an entry takes besides its bytes. */
const overhead = 512

/** What an expression is printed as, or whether it holds. */
const outcomeOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? `${typeof value} ${value}`
    : String(Boolean(value))

/** What a text hangs on besides the conditions that it asks. */
const baseOf = ({ seen }: Publications.Publication, name: string): string => {
  const visible = seen.structure.sections.flatMap(({ first, section, siteSpaces }) => [
    section?.id ?? "",
    first.id,
    ...siteSpaces.map(({ id }) => id)
  ])
  const { audience, caching, structure, url, version } = seen
  const first = structure.first.section?.id ?? ""
  return Secrets.digest(
    JSON.stringify([rendererVersion, name, version, visible, first, audience.visibility, caching, url])
  )
}

const keyOf = (base: string, sources: ReadonlyArray<string>, { seen }: Publications.Publication): string =>
  sources.length === 0
    ? base
    : Secrets.digest(JSON.stringify([base, sources.map((each) => [each, outcomeOf(seen.conditions.valueOf(each))])]))

const lengthOf = (sources: ReadonlyArray<string>): number => sources.reduce((sum, { length }) => sum + length + 8, 100)

const make = (bytes: number) => {
  const printed = Recent.make<Printed>(bytes)
  const asked = Recent.make<ReadonlyArray<string>>(limits.sources)

  const keep = (publication: Publications.Publication, base: string, sources: ReadonlySet<string>, made: Printed) => {
    const all = [...new Set([...(asked.get(base) ?? []), ...sources])]
    const length = lengthOf(all)
    if (length > limits.sourcesOfOne) return
    asked.put(base, all, length)
    const { plain, zipped } = made.representation
    printed.put(keyOf(base, all, publication), made, overhead + plain.length + (zipped?.length ?? 0))
  }

  /**
   * A text of the publication, printed once for all who see the same (rule published-cache). `name` says which one;
   * what `print` answers that is not a text is not kept.
   */
  const read = Effect.fnUntraced(function* <A extends { readonly _tag: string }, E>(
    publication: Publications.Publication,
    name: string,
    print: (watched: Publications.Publication) => Effect.Effect<A | Printed, E>
  ) {
    const base = baseOf(publication, name)
    const sources = asked.get(base)
    const known = sources === undefined ? undefined : printed.get(keyOf(base, sources, publication))
    if (known !== undefined) return known
    const watched = publication.watch()
    const made = yield* print(watched.publication)
    if ("representation" in made) keep(publication, base, watched.asked, made)
    return made
  })

  return { read, size: printed.total }
}

/** Keeps texts of sites as they are sent, limited in bytes. What is kept is never stale: its key says all it hangs on. */
export class PrintedTexts extends Context.Service<PrintedTexts, ReturnType<typeof make>>()(
  "@quire/reader/PrintedTexts"
) {
  static readonly layer = Layer.effect(
    this,
    Effect.map(ReaderOptions, ({ cachedBytes }) => make(cachedBytes))
  )
}
