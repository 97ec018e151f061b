import { Effect } from "effect"
import type { ContentRef } from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"
import { DocumentTooLarge, TextTooComplex } from "../../content/document/DocumentRefusal.ts"
import type { BoundedPage, Markdown } from "../../content/document/Markdown.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as EditLinks from "./EditLinks.ts"

/** Where the local targets of a text lead. */
type Links = ReadonlyMap<string, ContentRef | undefined>

interface Remembered {
  readonly title: string
  readonly links: Links
  readonly page: BoundedPage
}

/** Texts of a batch that were read, by their fields: a batch that is computed again reads each but once. */
export type RememberedTexts = Map<string, Remembered>

/** What a text is read for. */
export interface TextReading {
  readonly markdown: Markdown["Service"]
  readonly scope: EditLinks.LinkScope
  /** Title of the page: a heading that repeats it at the beginning of a text is not part of the document. */
  readonly title: string
  /** Path of the body in the input. */
  readonly field: string
  readonly texts: RememberedTexts
}

/** What looks like a target in a text: after `](` or `]:`, or an attribute of a tag. */
const seeming = /\](?:\(|:)[ \t]*<?([^\s<>()]+)|\s(?:href|src|url)="([^"]*)"/g

/** Targets that a text seems to name; which it does name, its reader alone can say. */
export const seemingTargets = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(seeming), ([, plain, attribute]) => plain ?? attribute ?? ""))

const lookUp = Effect.fnUntraced(function* (scope: EditLinks.LinkScope, targets: Iterable<string>) {
  const links = new Map<string, ContentRef | undefined>()
  for (const target of targets) {
    if (EditLinks.isLocal(target)) links.set(target, yield* EditLinks.resolve(scope, target))
  }
  return links
})

/** Read once where every local target that leads somewhere was foreseen, else once more with what it leads to. */
const readAnew = Effect.fnUntraced(function* (text: string, { field, markdown, scope, title }: TextReading) {
  const foreseen = yield* lookUp(scope, seemingTargets(text))
  const pageWith = (links: Links, unforeseen: Set<string>) => {
    const refOf = (target: string) => {
      if (EditLinks.isLocal(target)) {
        if (!links.has(target)) unforeseen.add(target)
        return links.get(target) ?? null
      }
      return target.startsWith("#") ? { kind: "anchor" as const, anchor: target.slice(1) } : undefined
    }
    const options = { refOf, heading: { repeats: title } }
    return Effect.mapError(markdown.read(text, options), () => new TextTooComplex({ field }))
  }
  const unforeseen = new Set<string>()
  const page = yield* pageWith(foreseen, unforeseen)
  const others = yield* lookUp(scope, unforeseen)
  const links: Links = new Map([...foreseen, ...others])
  const isRight = Array.from(others.values()).every((ref) => ref === undefined)
  return { title, links, page: isRight ? page : yield* pageWith(links, unforeseen) } satisfies Remembered
})

const isSame = (before: Links, now: Links): boolean =>
  Array.from(before).every(([target, ref]) => CanonicalJson.equals(ref, now.get(target)))

/** The document of a text; its links lead where they lead from the page in whose place it stands. */
export const read = Effect.fnUntraced(function* (text: string, reading: TextReading) {
  const { field, scope, texts, title } = reading
  const before = texts.get(field)
  const holds = before?.title === title && isSame(before.links, yield* lookUp(scope, before.links.keys()))
  const found = before !== undefined && holds ? before : yield* readAnew(text, reading)
  texts.set(field, found)
  const { beyond, document, warnings } = found.page
  if (beyond !== undefined) return yield* new DocumentTooLarge({ field, limit: beyond })
  if (warnings.some(({ name }) => name === "too-complex")) return yield* new TextTooComplex({ field })
  return document satisfies Document
})
