import { type Publications, Recent, Secrets } from "@quire/core"
import { Effect } from "effect"

export const limits = {
  /** Characters of the conditions that are kept by what asked them, together and of one thing. */
  sources: 4_000_000,
  sourcesOfOne: 20_000
} as const

/** Another one whenever the same page is printed otherwise than before. */
const rendererVersion = "4"

/** What an entry takes besides its bytes and what it is called, with the headers of its answers. */
const overhead = 4096

/** What an expression is printed as, or whether it holds. */
const outcomeOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? `${typeof value} ${value}`
    : String(Boolean(value))

/** What a thing hangs on besides the conditions that it asks. */
const baseOf = ({ seen }: Publications.Publication, name: string): string => {
  const { audience, blocks, caching, url, version, visible } = seen
  return [
    rendererVersion,
    version,
    visible,
    audience.visibility,
    audience.preview !== undefined,
    caching,
    url,
    blocks.day,
    name
  ].join("\n")
}

const keyOf = (base: string, sources: ReadonlyArray<string>, { seen }: Publications.Publication): string =>
  sources.length === 0
    ? base
    : Secrets.digest(JSON.stringify([base, sources.map((each) => [each, outcomeOf(seen.conditions.valueOf(each))])]))

const lengthOf = (base: string, sources: ReadonlyArray<string>): number =>
  sources.reduce((sum, { length }) => sum + length + 8, 100 + base.length)

/** Keeps what is made of publications, up to so many bytes. What is kept is never stale: its key says all it hangs on. */
export interface RenderCache<A> {
  /** What `name` stands for in the publication, made once for all who see the same (rule published-cache). */
  readonly read: <B, E>(
    publication: Publications.Publication,
    name: string,
    make: (watched: Publications.Publication) => Effect.Effect<A | B, E>
  ) => Effect.Effect<A | B, E>
  /** Bytes of what is kept. */
  readonly size: () => number
}

/** `isKept` tells what is kept of what is made, `bytesOf` how large it is. */
export const make = <A>(
  bytes: number,
  isKept: (made: unknown) => made is A,
  bytesOf: (made: A) => number
): RenderCache<A> => {
  const kept = Recent.make<A>(bytes)
  const asked = Recent.make<ReadonlyArray<string>>(limits.sources)

  const weigh = (base: string, made: A): number => overhead + base.length + bytesOf(made)

  /** What is kept, weighed again, as it may have grown: texts are compressed when that is first asked for. */
  const find = (key: string, base: string): A | undefined => {
    const found = kept.get(key)
    if (found !== undefined && kept.weightOf(key) !== weigh(base, found)) kept.put(key, found, weigh(base, found))
    return found
  }

  const keep = (publication: Publications.Publication, base: string, sources: ReadonlySet<string>, made: A) => {
    const all = [...new Set([...(asked.get(base) ?? []), ...sources])]
    const length = lengthOf(base, all)
    if (length > limits.sourcesOfOne) return
    asked.put(base, all, length)
    kept.put(keyOf(base, all, publication), made, weigh(base, made))
  }

  const read: RenderCache<A>["read"] = (publication, name, create) =>
    Effect.suspend(() => {
      const base = baseOf(publication, name)
      const sources = asked.get(base)
      const known = sources === undefined ? undefined : find(keyOf(base, sources, publication), base)
      if (known !== undefined) return Effect.succeed(known)
      const watched = publication.watch()
      return Effect.map(create(watched.publication), (made) => {
        if (isKept(made)) keep(publication, base, watched.asked, made)
        return made
      })
    })

  return { read, size: kept.total }
}
