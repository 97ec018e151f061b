import { Effect } from "effect"
import type { ContentDraft } from "../content/ContentDraft.ts"
import * as DocumentNode from "../content/DocumentNode.ts"
import type { BodyInput } from "../document/BodyInput.ts"
import type { ContentRef, ImageRef } from "../document/ContentRef.ts"
import { type Document, exceeded } from "../document/Document.ts"
import * as DocumentKeys from "../document/DocumentKeys.ts"
import { mapRefs } from "../document/DocumentRefs.ts"
import { DocumentTooLarge } from "../document/DocumentRefusal.ts"
import * as Slices from "../Slices.ts"
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

const keyed = (next: Document, { old, seed }: Reading): Document => {
  const hasKeys = next.nodes.some(({ key }) => key !== undefined)
  return old === undefined || hasKeys ? DocumentKeys.complete(next, seed) : DocumentKeys.adopt(old, next, seed)
}

/** The document, unless it is beyond a limit; `field` is the path in the input of what made it so. */
export const within = (document: Document, field: string): Effect.Effect<Document, DocumentTooLarge> => {
  const limit = exceeded(document)
  return limit === undefined ? Effect.succeed(document) : Effect.fail(new DocumentTooLarge({ field, limit }))
}

/** The document that a body stands for, with a key on every block. Others may run between what walks over all of it. */
export const read = Effect.fnUntraced(function* (body: BodyInput, reading: Reading) {
  const plain = "markdown" in body ? yield* EditMarkdown.read(body.markdown, reading) : body.document
  yield* Slices.turnFor(plain)
  const linked = mapRefs(plain, (ref) => settled(reading.scope.refs, ref))
  const next = keyed(linked, reading)
  yield* Slices.turnFor(next)
  return yield* within(next, reading.field)
})

/** Keeps the document that a body stands for in the draft and gives its hash; an empty one has none. */
export const put = Effect.fnUntraced(function* (draft: ContentDraft, body: BodyInput, reading: Reading) {
  const document = yield* read(body, reading)
  yield* Slices.turnFor(document)
  return document.nodes.length === 0 ? null : DocumentNode.putRead(draft, document)
})
