import { Effect } from "effect"
import type { BodyInput } from "../../content/document/BodyInput.ts"
import type { ContentRef, ImageRef } from "../../content/document/ContentRef.ts"
import { type Document, findExceededLimit } from "../../content/document/Document.ts"
import * as DocumentKeys from "../../content/document/DocumentKeys.ts"
import { mapRefs } from "../../content/document/DocumentRefs.ts"
import { DocumentTooLarge } from "../../content/document/DocumentRefusal.ts"
import type { ContentDraft } from "../../content/tree/ContentDraft.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import * as Slices from "../../foundation/scheduling/Slices.ts"
import * as EditMarkdown from "./EditMarkdown.ts"

/** The context in which a body is read. */
export interface BodyReading extends EditMarkdown.TextReading {
  /** The document to replace: blocks that stayed keep its keys. */
  readonly old: Document | undefined
  /** The seed of new keys: the id of the page. */
  readonly seed: string
}

/** Replaces refs of the batch in a reference with ids. */
export const resolveRefs = (refs: ReadonlyMap<string, string>, ref: ContentRef): ContentRef => {
  const idOf = (id: string) => refs.get(id) ?? id
  if (ref.kind === "page") return { ...ref, page: idOf(ref.page) }
  if (ref.kind === "anchor" && ref.page !== undefined) return { ...ref, page: idOf(ref.page) }
  if (ref.kind === "file") return { ...ref, file: idOf(ref.file) }
  return ref.kind === "reusable-content" ? { ...ref, reusableContent: idOf(ref.reusableContent) } : ref
}

export const resolveImageRef = (refs: ReadonlyMap<string, string>, ref: ImageRef): ImageRef =>
  ref.kind === "file" ? { ...ref, file: refs.get(ref.file) ?? ref.file } : ref

const assignKeys = (next: Document, { old, seed }: BodyReading): Slices.Steps<Document> => {
  const hasKeys = next.nodes.some(({ key }) => key !== undefined)
  return old === undefined || hasKeys ? DocumentKeys.complete(next, seed) : DocumentKeys.adopt(old, next, seed)
}

/** Returns the document unless it exceeds a limit; `field` is the path of its body in the input. */
export const requireWithinLimits = Effect.fnUntraced(function* (document: Document, field: string) {
  const limit = yield* Slices.run(findExceededLimit(document))
  return limit === undefined ? document : yield* new DocumentTooLarge({ field, limit })
})

/** Parses a body as a document with a key on every block. Yields between the steps that walk all of it. */
export const read = Effect.fnUntraced(function* (body: BodyInput, reading: BodyReading) {
  const plain = "markdown" in body ? yield* EditMarkdown.read(body.markdown, reading) : body.document
  yield* Slices.turnFor(plain)
  const linked = mapRefs(plain, (ref) => resolveRefs(reading.scope.refs, ref))
  const next = yield* Slices.run(assignKeys(linked, reading))
  yield* Slices.turnFor(next)
  return yield* requireWithinLimits(next, reading.field)
})

/** Reads a body, puts its document into the draft and returns its hash; null for an empty document. */
export const put = Effect.fnUntraced(function* (draft: ContentDraft, body: BodyInput, reading: BodyReading) {
  const document = yield* read(body, reading)
  yield* Slices.turnFor(document)
  return document.nodes.length === 0 ? null : DocumentNode.putParsed(draft, document)
})
