import { Effect, Option } from "effect"
import type { BodyInput } from "../../content/document/BodyInput.ts"
import type { ContentRef, ImageRef } from "../../content/document/ContentRef.ts"
import { type Document, findExceededLimit } from "../../content/document/Document.ts"
import * as DocumentKeys from "../../content/document/DocumentKeys.ts"
import { mapRefs } from "../../content/document/DocumentRefs.ts"
import { DocumentTooLarge } from "../../content/document/DocumentRefusal.ts"
import * as KeyAdoption from "../../content/document/KeyAdoption.ts"
import type { Markdown } from "../../content/document/Markdown.ts"
import type { ContentDraft } from "../../content/tree/ContentDraft.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as Root from "../../content/tree/Root.ts"
import * as EventLoop from "../../foundation/scheduling/EventLoop.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import * as EditMarkdown from "./EditMarkdown.ts"
import type { EditPlan } from "./EditPlan.ts"

/** The effect of a batch on one page. */
export type PageOutcome =
  | { readonly object: "created_page" | "updated_page"; readonly page: string }
  | { readonly object: "deleted_page"; readonly id: string }

/** A batch while it is applied: everything but the root, which each change takes and returns. */
export interface EditBatch {
  readonly draft: ContentDraft
  readonly plan: EditPlan
  readonly markdown: Markdown["Service"]
  readonly now: number
  /** Opens another revision of the space, by default the one before the edits; none if it does not exist. */
  readonly revision: (id: string | undefined) => Effect.Effect<Option.Option<Root.Root>>
  /** Some of the pages and reusable contents that show a reusable content. */
  readonly usersOf: (root: string, reusableContent: string) => Effect.Effect<ReadonlyArray<string>>
  /** Whether to delete reusable contents that something still shows. */
  readonly force: boolean
  /** The pages after the whole batch, without their documents; none if a change is rejected. */
  readonly ahead: Effect.Effect<Option.Option<Root.Root>>
}

/** The root after a change, and what the change did to a page. */
export interface Step {
  readonly root: string
  readonly outcome?: PageOutcome
}

/** The id that a text of the input refers to: the id of a ref of the batch, or else the text itself. */
export const idOf = (batch: EditBatch, text: string): string => batch.plan.refs.get(text) ?? text

/** Finds the page that an input names; rejects the field if there is none. */
export const findPage = Effect.fnUntraced(function* (batch: EditBatch, root: string, text: string, field: string) {
  const opened = yield* Root.open(batch.draft, root)
  const found = yield* Root.page(opened, idOf(batch, text))
  if (Option.isNone(found)) return yield* new ReferenceNotFound({ field, id: text })
  return found.value
})

/** The id of the parent that an input names; null is the top. */
export const findParent = Effect.fnUntraced(function* (
  batch: EditBatch,
  root: string,
  into: string | null | undefined,
  field: string
) {
  return into === null || into === undefined ? null : (yield* findPage(batch, root, into, field)).id
})

/** The context for reading the body of a page below `parent`. */
export const makeReading = Effect.fnUntraced(function* (
  batch: EditBatch,
  root: string,
  page: { readonly id: string; readonly title: string; readonly parent: string | null },
  rest: Pick<BodyReading, "old" | "field">
) {
  const opened = yield* Root.open(batch.draft, root)
  const paths = page.parent === null ? new Map<string, string>() : yield* PagePath.pathsOf(opened, [page.parent])
  const { ahead, markdown, plan } = batch
  const scope = { root: opened, ahead, refs: plan.refs, folder: paths.get(page.parent ?? "") ?? "" }
  return { markdown, scope, texts: plan.texts, title: page.title, seed: page.id, ...rest } satisfies BodyReading
})

/** The hash of a page's document, if it has one. */
export const documentOf = (page: Page.Page): string | undefined =>
  page.type === "document" ? page.document : undefined

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

const assignKeys = (next: Document, { old, seed }: BodyReading): Effect.Effect<Document> => {
  const hasKeys = next.nodes.some(({ key }) => key !== undefined)
  return old === undefined || hasKeys
    ? Effect.sync(() => DocumentKeys.complete(next, seed))
    : KeyAdoption.adopt(old, next, seed)
}

/** Returns the document unless it exceeds a limit; `field` is the path of its body in the input. */
export const requireWithinLimits = Effect.fnUntraced(function* (document: Document, field: string) {
  yield* EventLoop.yieldNow
  const limit = findExceededLimit(document)
  return limit === undefined ? document : yield* new DocumentTooLarge({ field, limit })
})

/** Parses a body as a document with a key on every block. Yields between the steps that walk all of it. */
export const readDocument = Effect.fnUntraced(function* (body: BodyInput, reading: BodyReading) {
  const plain = "markdown" in body ? yield* EditMarkdown.read(body.markdown, reading) : body.document
  const linked = mapRefs(plain, (ref) => resolveRefs(reading.scope.refs, ref))
  const next = yield* assignKeys(linked, reading)
  return yield* requireWithinLimits(next, reading.field)
})

/** Reads a body, puts its document into the draft and returns its hash; null for an empty document. */
export const putDocument = Effect.fnUntraced(function* (draft: ContentDraft, body: BodyInput, reading: BodyReading) {
  const document = yield* readDocument(body, reading)
  return document.nodes.length === 0 ? null : DocumentNode.putParsed(draft, document)
})
