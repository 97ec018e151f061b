import { Effect } from "effect"
import type { ContentDraft } from "../content/ContentDraft.ts"
import * as DocumentNode from "../content/DocumentNode.ts"
import type { BodyInput } from "../document/BodyInput.ts"
import type { ContentRef, ImageRef } from "../document/ContentRef.ts"
import { type Document, exceeded } from "../document/Document.ts"
import * as DocumentKeys from "../document/DocumentKeys.ts"
import { mapRefs } from "../document/DocumentRefs.ts"
import { DocumentTooLarge, TextTooComplex } from "../document/DocumentRefusal.ts"
import type { Markdown } from "../document/Markdown.ts"
import * as EditLinks from "./EditLinks.ts"

/** What a body is read for. */
export interface Reading {
  readonly markdown: Markdown["Service"]
  readonly scope: EditLinks.LinkScope
  /** Title of the page: a heading that repeats it at the beginning of a text is not part of the document. */
  readonly title: string
  /** The document that is replaced, whose blocks keep their keys where they stayed. */
  readonly old: Document | undefined
  /** What new keys are made from: the id of the page. */
  readonly seed: string
  /** Path of the body in the input. */
  readonly field: string
}

/** A reference in which refs of the batch have become ids. */
export const settled = (refs: ReadonlyMap<string, string>, ref: ContentRef): ContentRef => {
  const idOf = (id: string) => refs.get(id) ?? id
  if (ref.kind === "page") return { ...ref, page: idOf(ref.page) }
  if (ref.kind === "anchor" && ref.page !== undefined) return { ...ref, page: idOf(ref.page) }
  if (ref.kind === "file") return { ...ref, file: idOf(ref.file) }
  return ref.kind === "reusable-content" ? { ...ref, reusableContent: idOf(ref.reusableContent) } : ref
}

export const settledImage = (refs: ReadonlyMap<string, string>, ref: ImageRef): ImageRef =>
  ref.kind === "file" ? { ...ref, file: refs.get(ref.file) ?? ref.file } : ref

/** What looks like a target in a text: after `](` or `]:`, or an attribute of a tag. */
const seeming = /\](?:\(|:)[ \t]*<?([^\s<>()]+)|\s(?:href|src|url)="([^"]*)"/g

/** Targets that a text seems to name; which it does name, its reader alone can say. */
export const seemingTargets = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(seeming), ([, plain, attribute]) => plain ?? attribute ?? ""))

/** Read once where every local target that leads somewhere was foreseen, else once more with what it leads to. */
const fromMarkdown = Effect.fnUntraced(function* (text: string, { field, markdown, scope, title }: Reading) {
  const known = new Map<string, ContentRef | undefined>()
  const lookUp = Effect.fnUntraced(function* (targets: Iterable<string>) {
    for (const target of targets) {
      if (EditLinks.isLocal(target)) known.set(target, yield* EditLinks.resolve(scope, target))
    }
  })
  const unforeseen = new Set<string>()
  const refOf = (target: string) => {
    if (EditLinks.isLocal(target)) {
      if (!known.has(target)) unforeseen.add(target)
      return known.get(target) ?? null
    }
    return target.startsWith("#") ? { kind: "anchor" as const, anchor: target.slice(1) } : undefined
  }
  yield* lookUp(seemingTargets(text))
  const parse = markdown
    .read(text, { refOf, heading: { repeats: title } })
    .pipe(Effect.mapError(() => new TextTooComplex({ field })))
  const first = yield* parse
  yield* lookUp(unforeseen)
  const isRight = Array.from(unforeseen).every((target) => known.get(target) === undefined)
  const { beyond, document } = isRight ? first : yield* parse
  return beyond === undefined ? document : yield* new DocumentTooLarge({ field, limit: beyond })
})

const keyed = (next: Document, { old, seed }: Reading): Document => {
  const hasKeys = next.nodes.some(({ key }) => key !== undefined)
  return old === undefined || hasKeys ? DocumentKeys.complete(next, seed) : DocumentKeys.adopt(old, next, seed)
}

/** The document, unless it is beyond a limit; `field` is the path in the input of what made it so. */
export const within = (document: Document, field: string): Effect.Effect<Document, DocumentTooLarge> => {
  const limit = exceeded(document)
  return limit === undefined ? Effect.succeed(document) : Effect.fail(new DocumentTooLarge({ field, limit }))
}

/** The document that a body stands for, with a key on every block. */
export const read = Effect.fnUntraced(function* (body: BodyInput, reading: Reading) {
  const plain = "markdown" in body ? yield* fromMarkdown(body.markdown, reading) : body.document
  const linked = mapRefs(plain, (ref) => settled(reading.scope.refs, ref))
  return yield* within(keyed(linked, reading), reading.field)
})

/** Keeps the document that a body stands for in the draft and gives its hash; an empty one has none. */
export const put = Effect.fnUntraced(function* (draft: ContentDraft, body: BodyInput, reading: Reading) {
  const document = yield* read(body, reading)
  return document.nodes.length === 0 ? null : DocumentNode.put(draft, document)
})
