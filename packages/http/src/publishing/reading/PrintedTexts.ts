import { type Publications, Recent, Secrets } from "@quire/core"
import { Context, Effect, Layer } from "effect"
import type * as Representation from "../../foundation/answer/Representation.ts"
import { ReadingOptions } from "./ReadingOptions.ts"

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
  readonly answers: Representation.Answers
}

/** What an entry takes besides its bytes and what it is called. */
const overhead = 2048

/** What an expression is printed as, or whether it holds. */
const outcomeOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? `${typeof value} ${value}`
    : String(Boolean(value))

/** What a text hangs on besides the conditions that it asks. */
const baseOf = ({ seen }: Publications.Publication, name: string): string => {
  const { audience, caching, url, version, visible } = seen
  return [rendererVersion, version, visible, audience.visibility, caching, url, name].join("\n")
}

const keyOf = (base: string, sources: ReadonlyArray<string>, { seen }: Publications.Publication): string =>
  sources.length === 0
    ? base
    : Secrets.digest(JSON.stringify([base, sources.map((each) => [each, outcomeOf(seen.conditions.valueOf(each))])]))

const lengthOf = (base: string, sources: ReadonlyArray<string>): number =>
  sources.reduce((sum, { length }) => sum + length + 8, 100 + base.length)

const make = (bytes: number) => {
  const printed = Recent.make<Printed>(bytes)
  const asked = Recent.make<ReadonlyArray<string>>(limits.sources)

  const keep = (publication: Publications.Publication, base: string, sources: ReadonlySet<string>, made: Printed) => {
    const all = [...new Set([...(asked.get(base) ?? []), ...sources])]
    const length = lengthOf(base, all)
    if (length > limits.sourcesOfOne) return
    asked.put(base, all, length)
    const { plain, zipped } = made.answers.representation
    printed.put(keyOf(base, all, publication), made, overhead + base.length + plain.length + (zipped?.length ?? 0))
  }

  /**
   * A text of the publication, printed once for all who see the same (rule published-cache). `name` says which one;
   * what `print` answers that is not a text is not kept.
   */
  const read = <A extends { readonly _tag: string }, E>(
    publication: Publications.Publication,
    name: string,
    print: (watched: Publications.Publication) => Effect.Effect<A | Printed, E>
  ): Effect.Effect<A | Printed, E> =>
    Effect.suspend(() => {
      const base = baseOf(publication, name)
      const sources = asked.get(base)
      const known = sources === undefined ? undefined : printed.get(keyOf(base, sources, publication))
      if (known !== undefined) return Effect.succeed(known)
      const watched = publication.watch()
      return Effect.map(print(watched.publication), (made) => {
        if ("answers" in made) keep(publication, base, watched.asked, made)
        return made
      })
    })

  return { read, size: printed.total }
}

/** Keeps texts of sites as they are sent, limited in bytes. What is kept is never stale: its key says all it hangs on. */
export class PrintedTexts extends Context.Service<PrintedTexts, ReturnType<typeof make>>()("@quire/http/PrintedTexts") {
  static readonly layer = Layer.effect(
    this,
    Effect.map(ReadingOptions, ({ cachedBytes }) => make(cachedBytes))
  )
}
