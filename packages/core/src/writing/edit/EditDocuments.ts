import { Effect } from "effect"
import type { BodyInput } from "../../content/document/BodyInput.ts"
import type { ContentRef, ImageRef } from "../../content/document/ContentRef.ts"
import { type Document, findExceededLimit } from "../../content/document/Document.ts"
import * as DocumentKeys from "../../content/document/DocumentKeys.ts"
import { mapRefs } from "../../content/document/DocumentRefs.ts"
import { DocumentTooLarge } from "../../content/document/DocumentRefusal.ts"
import type { ContentDraft } from "../../content/tree/ContentDraft.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import * as Slices from "../../foundation/turns/Slices.ts"
import * as EditMarkdown from "./EditMarkdown.ts"

/** What a body is read for. */
export interface Reading extends EditMarkdown.TextReading {
  /** The document that is replaced, whose blocks keep their keys where they stayed. */
  readonly old: Document | undefined
  /** What new keys are made from: the id of the page. */
  readonly seed: string
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

const keyed = (next: Document, { old, seed }: Reading): Slices.Steps<Document> => {
  const hasKeys = next.nodes.some(({ key }) => key !== undefined)
  return old === undefined || hasKeys ? DocumentKeys.complete(next, seed) : DocumentKeys.adopt(old, next, seed)
}

/** The document, unless it is beyond a limit; `field` is the path in the input of what made it so. */
export const within = Effect.fnUntraced(function* (document: Document, field: string) {
  const limit = yield* Slices.run(findExceededLimit(document))
  return limit === undefined ? document : yield* new DocumentTooLarge({ field, limit })
})

/** The document that a body stands for, with a key on every block. Others may run between what walks over all of it. */
export const read = Effect.fnUntraced(function* (body: BodyInput, reading: Reading) {
  const plain = "markdown" in body ? yield* EditMarkdown.read(body.markdown, reading) : body.document
  yield* Slices.turnFor(plain)
  const linked = mapRefs(plain, (ref) => settled(reading.scope.refs, ref))
  const next = yield* Slices.run(keyed(linked, reading))
  yield* Slices.turnFor(next)
  return yield* within(next, reading.field)
})

/** Keeps the document that a body stands for in the draft and gives its hash; an empty one has none. */
export const put = Effect.fnUntraced(function* (draft: ContentDraft, body: BodyInput, reading: Reading) {
  const document = yield* read(body, reading)
  yield* Slices.turnFor(document)
  return document.nodes.length === 0 ? null : DocumentNode.putParsed(draft, document)
})
