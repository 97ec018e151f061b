import { type Publications, Recent, Secrets } from "@quire/core"
import { Effect } from "effect"

export const limits = {
  /** Characters of the conditions that are kept by what asked them, together and of one thing. */
  sources: 4_000_000,
  sourcesOfOne: 20_000
} as const

/** Another one whenever the same page is printed otherwise than before. */
const rendererVersion = "2"

/** What an entry takes besides its bytes and what it is called. */
const overhead = 2048

/** What an expression is printed as, or whether it holds. */
const outcomeOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? `${typeof value} ${value}`
    : String(Boolean(value))

/** What a thing hangs on besides the conditions that it asks. */
const baseOf = ({ seen }: Publications.Publication, name: string): string => {
  const { audience, caching, url, version, visible } = seen
  return [
    rendererVersion,
    version,
    visible,
    audience.visibility,
    audience.preview !== undefined,
    caching,
    url,
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
export interface Kept<A> {
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
export const make = <A>(bytes: number, isKept: (made: unknown) => made is A, bytesOf: (made: A) => number): Kept<A> => {
  const kept = Recent.make<A>(bytes)
  const asked = Recent.make<ReadonlyArray<string>>(limits.sources)

  const keep = (publication: Publications.Publication, base: string, sources: ReadonlySet<string>, made: A) => {
    const all = [...new Set([...(asked.get(base) ?? []), ...sources])]
    const length = lengthOf(base, all)
    if (length > limits.sourcesOfOne) return
    asked.put(base, all, length)
    kept.put(keyOf(base, all, publication), made, overhead + base.length + bytesOf(made))
  }

  const read: Kept<A>["read"] = (publication, name, create) =>
    Effect.suspend(() => {
      const base = baseOf(publication, name)
      const sources = asked.get(base)
      const known = sources === undefined ? undefined : kept.get(keyOf(base, sources, publication))
      if (known !== undefined) return Effect.succeed(known)
      const watched = publication.watch()
      return Effect.map(create(watched.publication), (made) => {
        if (isKept(made)) keep(publication, base, watched.asked, made)
        return made
      })
    })

  return { read, size: kept.total }
}
