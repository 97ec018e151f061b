import * as fc from "fast-check"
import {
  type Condition,
  conditions,
  type DescribedPage,
  type DescribedSite,
  type DescribedSpace,
  type PageName,
  type Part
} from "./ApiSites.ts"

const names = Object.keys(conditions).filter((name): name is Condition => name in conditions)
const condition = fc.constantFrom<Condition>(...names)

/** None is part of another, and each is its own slug. */
const different = (number: number): string => `zq${number}x`

/** Few words, so that pages, sections and site-spaces clash. */
const alike = (number: number): string => ["a", "b", "c"][(number * 7 + (number >> 2)) % 3] ?? "a"

const kinds = ["text", "text", "heading", "tab", "file", "link", "mention", "card", "include"] as const

const part = fc.record({
  kind: fc.constantFrom(...kinds),
  conditions: fc.array(condition, { maxLength: 2 }),
  to: fc.tuple(fc.nat(2), fc.nat(4)),
  content: fc.nat(1)
})
type RawPart = typeof part extends fc.Arbitrary<infer A> ? A : never

const page = fc.record({
  isGroup: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  hidden: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
  parts: fc.array(part, { maxLength: 4 }),
  parent: fc.option(fc.nat(4), { nil: undefined })
})
type RawPage = typeof page extends fc.Arbitrary<infer A> ? A : never

const space = fc.record({
  pages: fc.array(page, { minLength: 1, maxLength: 5 }),
  contents: fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { maxLength: 2 })
})
type RawSpace = typeof space extends fc.Arbitrary<infer A> ? A : never

const variant = fc.record({ condition: fc.option(condition, { nil: undefined, freq: 2 }) })

const raw = fc.record({
  visibility: fc.constantFrom("public", "unlisted", "share-link", "visitor-auth"),
  isAdaptive: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
  isFlat: fc.boolean(),
  spaces: fc.array(fc.tuple(space, variant), { minLength: 1, maxLength: 3 }),
  /** After which spaces a new section begins. */
  cuts: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  sectionConditions: fc.array(fc.option(condition, { nil: undefined, freq: 2 }), { minLength: 3, maxLength: 3 }),
  defaults: fc.tuple(fc.nat(2), fc.nat(2))
})

/** Words in the order in which they are taken. */
class Words {
  readonly #make: (number: number) => string
  #count = 0

  constructor(make: (number: number) => string) {
    this.#make = make
  }

  /** A title or path. */
  next(): string {
    return this.#make(this.#count++)
  }

  /** A text, which is always a unique word. */
  nextText(): string {
    return different(this.#count++)
  }

  /** A word that none of the siblings has. */
  nextBeside(siblings: Set<string>): string {
    for (;;) {
      const word = this.next()
      const free = siblings.has(word) ? `${word}${siblings.size}` : word
      if (siblings.has(free)) continue
      siblings.add(free)
      return free
    }
  }
}

const toPart = (words: Words, spaces: ReadonlyArray<RawSpace>, own: number, given: RawPart): Part => {
  const shared = { word: words.nextText(), conditions: given.conditions }
  const at = given.to[0] % spaces.length
  const to: PageName = [at, given.to[1] % (spaces[at]?.pages.length ?? 1)]
  const count = spaces[own]?.contents.length ?? 0
  switch (given.kind) {
    case "link":
    case "mention":
    case "card":
      return { ...shared, kind: given.kind, to }
    case "include":
      return count === 0 ? { ...shared, kind: "text" } : { ...shared, kind: "include", content: given.content % count }
    default:
      return { ...shared, kind: given.kind }
  }
}

/** Groups stand at the top; pages are below pages or groups that come before them. */
const toPage = (
  words: Words,
  spaces: ReadonlyArray<RawSpace>,
  own: number,
  { hidden, isGroup, parent, parts }: RawPage,
  at: number
): DescribedPage => ({
  title: words.next(),
  kind: isGroup ? "group" : "document",
  hidden,
  parts: isGroup ? [] : parts.map((each) => toPart(words, spaces, own, each)),
  parent: isGroup || parent === undefined || parent >= at ? undefined : parent
})

const toSpace = (words: Words, spaces: ReadonlyArray<RawSpace>, own: number, given: RawSpace): DescribedSpace => ({
  title: words.next(),
  pages: given.pages.map((each, at) => toPage(words, spaces, own, each, at)),
  contents: given.contents.map((parts) => ({
    parts: parts.map((each) => toPart(words, spaces, own, each.kind === "include" ? { ...each, kind: "text" } : each))
  }))
})

const siteOf = (make: (number: number) => string): fc.Arbitrary<DescribedSite> =>
  raw.map(({ cuts, defaults, isAdaptive, isFlat, sectionConditions, spaces, visibility }) => {
    const words = new Words(make)
    const sectionPaths = new Set<string>()
    const rawSpaces = spaces.map(([each]) => each)
    const sections: Array<ReadonlyArray<number>> = []
    for (const at of spaces.keys()) {
      const last = sections.at(-1)
      if (last === undefined || (!isFlat && cuts[at] === true)) sections.push([at])
      else sections[sections.length - 1] = [...last, at]
    }
    return {
      visibility,
      isAdaptive,
      isFlat,
      spaces: rawSpaces.map((each, own) => toSpace(words, rawSpaces, own, each)),
      sections: sections.map((indexes, at) => {
        const paths = new Set<string>()
        return {
          title: words.next(),
          path: words.nextBeside(sectionPaths),
          condition: isFlat ? undefined : sectionConditions[at],
          variants: indexes.map((index) => ({
            path: words.nextBeside(paths),
            space: index,
            condition: spaces[index]?.[1].condition
          })),
          defaultVariant: defaults[1] % indexes.length
        }
      }),
      defaultSection: defaults[0] % sections.length
    }
  })

/** Sites in which every title, path and text is a unique word. */
export const site: fc.Arbitrary<DescribedSite> = siteOf(different)

/** Sites in which many titles and paths are the same. */
export const clashing: fc.Arbitrary<DescribedSite> = siteOf(alike)
