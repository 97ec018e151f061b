import { Effect } from "effect"
import type { ContentRef } from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"
import { DocumentTooLarge, TextTooComplex } from "../../content/document/DocumentRefusal.ts"
import type { BoundedPage, Markdown } from "../../content/document/Markdown.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as EditLinks from "./EditLinks.ts"

/** The targets of local links in a text. */
type Links = ReadonlyMap<string, ContentRef | undefined>

interface RememberedText {
  readonly title: string
  readonly links: Links
  readonly page: BoundedPage
}

/** Texts of a batch that were read, by field, so that a batch that is computed again does not read them again. */
export type RememberedTexts = Map<string, RememberedText>

/** The context in which a text is read. */
export interface TextReading {
  readonly markdown: Markdown["Service"]
  readonly scope: EditLinks.LinkScope
  /** Title of the page. A heading that repeats it at the beginning of the text is omitted from the document. */
  readonly title: string
  /** The path of the body in the input. */
  readonly field: string
  readonly texts: RememberedTexts
}

/** Matches what looks like a target in a text: after `](` or `]:`, or in an attribute of a tag. */
const targetPattern = /\](?:\(|:)[ \t]*<?([^\s<>()]+)|\s(?:href|src|url)="([^"]*)"/g

/** Guesses the targets that a text names; only its parser knows them exactly. */
export const guessTargets = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(targetPattern), ([, plain, attribute]) => plain ?? attribute ?? ""))

const lookUp = Effect.fnUntraced(function* (scope: EditLinks.LinkScope, targets: Iterable<string>) {
  const links = new Map<string, ContentRef | undefined>()
  for (const target of targets) {
    if (EditLinks.isLocal(target)) links.set(target, yield* EditLinks.resolve(scope, target))
  }
  return links
})

/**
 * Reads a text once if every local target that resolves was guessed, otherwise a second time with all of them resolved.
 */
const readText = Effect.fnUntraced(function* (text: string, { field, markdown, scope, title }: TextReading) {
  const foreseen = yield* lookUp(scope, guessTargets(text))
  const pageWith = (links: Links, unforeseen: Set<string>) => {
    const refOf = (target: string) => {
      if (EditLinks.isLocal(target)) {
        if (!links.has(target)) unforeseen.add(target)
        return links.get(target) ?? null
      }
      return target.startsWith("#") ? EditLinks.anchorRef(target.slice(1)) : undefined
    }
    const options = { refOf, heading: { repeats: title } }
    return Effect.mapError(markdown.read(text, options), () => new TextTooComplex({ field }))
  }
  const unforeseen = new Set<string>()
  const page = yield* pageWith(foreseen, unforeseen)
  const others = yield* lookUp(scope, unforeseen)
  const links: Links = new Map([...foreseen, ...others])
  const isRight = Array.from(others.values()).every((ref) => ref === undefined)
  return { title, links, page: isRight ? page : yield* pageWith(links, unforeseen) } satisfies RememberedText
})

const isSame = (before: Links, now: Links): boolean =>
  Array.from(before).every(([target, ref]) => CanonicalJson.equals(ref, now.get(target)))

/** Reads a text as a document; its links are resolved as links of the page it is written to. */
export const read = Effect.fnUntraced(function* (text: string, reading: TextReading) {
  const { field, scope, texts, title } = reading
  const before = texts.get(field)
  const holds = before?.title === title && isSame(before.links, yield* lookUp(scope, before.links.keys()))
  const found = before !== undefined && holds ? before : yield* readText(text, reading)
  texts.set(field, found)
  const { beyond, document, warnings } = found.page
  if (beyond !== undefined) return yield* new DocumentTooLarge({ field, limit: beyond })
  if (warnings.some(({ name }) => name === "too-complex")) return yield* new TextTooComplex({ field })
  return document satisfies Document
})
