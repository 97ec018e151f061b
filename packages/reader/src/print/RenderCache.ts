import { type Publications, Recent, Secrets } from "@quire/core"
import { Effect } from "effect"

export const limits = {
  /** Size limits, in characters, of the cached condition sources: in total and of one entry. */
  sources: 4_000_000,
  sourcesOfOne: 20_000
} as const

/** Must change whenever the same page is rendered differently than before. */
const rendererVersion = "4"

/** Estimated size of an entry in addition to its bytes and its key, including response headers. */
const overhead = 4096

/** The rendered value of an expression, or whether it is true. */
const outcomeOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? `${typeof value} ${value}`
    : String(Boolean(value))

/** The parts of a publication that an entry depends on, in addition to the conditions that it evaluates. */
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

/**
 * Cache of content rendered from publications, limited in bytes. Entries are never stale: the key contains everything
 * that they depend on.
 */
export interface RenderCache<A> {
  /**
   * Returns the entry `name` of a publication, which is rendered once for all visitors who see the same content (rule
   * published-cache).
   */
  readonly read: <B, E>(
    publication: Publications.Publication,
    name: string,
    make: (watched: Publications.Publication) => Effect.Effect<A | B, E>
  ) => Effect.Effect<A | B, E>
  /** Size of the cached entries in bytes. */
  readonly size: () => number
}

/** `isKept` returns whether a value is cached, `bytesOf` its size. */
export const make = <A>(
  bytes: number,
  isKept: (made: unknown) => made is A,
  bytesOf: (made: A) => number
): RenderCache<A> => {
  const kept = Recent.make<A>(bytes)
  const asked = Recent.make<ReadonlyArray<string>>(limits.sources)

  const weigh = (base: string, made: A): number => overhead + base.length + bytesOf(made)

  /** Returns a cached entry and updates its size, which may have grown: texts are compressed on first use. */
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
