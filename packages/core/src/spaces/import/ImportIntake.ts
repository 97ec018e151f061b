import { Effect } from "effect"
import type { ContentRef } from "../../content/document/ContentRef.ts"
import { type Document, findExceededLimit, type Limit } from "../../content/document/Document.ts"
import { mapRefs, references } from "../../content/document/DocumentRefs.ts"
import { weigh } from "../../content/document/DocumentWeight.ts"
import type { MadeNode } from "../../content/tree/ContentDraft.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import * as QueuedValue from "../../foundation/scheduling/QueuedValue.ts"
import { ImportAnchors } from "./ImportAnchors.ts"
import type { Intake } from "./Importer.ts"
import type * as ImportPlan from "./ImportPlan.ts"
import { resolveDocument } from "./ImportPlan.ts"

export const limits = {
  /** Maximum weight of one unconverted document. */
  value: 4_000,
  /** Maximum weight of all unconverted documents: that of 1,000 pages of 3 kB. */
  values: 1_000_000
} as const

/** A document as it will be stored, or the limit that it is beyond. */
export type IntakeResult = { readonly node: MadeNode } | { readonly beyond: Limit }

/** The state of an import for the pages that were read so far. */
export interface ImportIntake extends Intake {
  readonly ids: ImportPlan.AssignedIds
  /** Mints ids for the files of texts that are too large, which a document shows. */
  readonly mintFiles: (document: Document) => Effect.Effect<void>
  /** The documents by the path of their page. */
  readonly documents: ReadonlyMap<string, IntakeResult>
  /** Leads anchors of pages that were read later to their headings; after the last document. */
  readonly settle: Effect.Effect<void>
}

/** The files without an id that a document shows: texts of pages that are too large. */
const ownFiles = ({ files, pages, reusable }: ImportPlan.AssignedIds, document: Document): ReadonlyArray<string> =>
  references(document).flatMap(({ ref }) =>
    ref.kind === "file" && !files.has(ref.file) && (pages.has(ref.file) || reusable.has(ref.file)) ? [ref.file] : []
  )

/**
 * Converts each document to its stored form while others are still to be read: large ones, and those beyond the first,
 * are kept as text only. With `into`, the first document is left unchanged: it becomes the body of that page.
 */
export const make = (nextId: Effect.Effect<string>, into: string | undefined): ImportIntake => {
  const anchors = new ImportAnchors()
  const ids = {
    pages: new Map<string, string>(),
    files: new Map<string, string>(),
    reusable: new Map<string, string>(),
    anchors
  }
  const idOf = (path: string): string => ids.pages.get(path) ?? ids.reusable.get(path) ?? path
  const early = new Map<string, QueuedValue.QueuedValue<Document>>()
  const documents = new Map<string, IntakeResult>()
  let body = into
  let values = 0

  const mint = Effect.fnUntraced(function* (paths: ReadonlyArray<string>, into: Map<string, string>) {
    for (const path of paths) into.set(path, yield* nextId)
  })

  const mintFiles = (document: Document) => mint(ownFiles(ids, document), ids.files)

  /** Whether a document can be kept unconverted for now. */
  const isKept = (document: Document): boolean => {
    const weight = weigh(document, limits.value)
    if (weight > limits.value || values + weight > limits.values) return false
    values += weight
    return true
  }

  const take: Intake["take"] = Effect.fnUntraced(function* (path, given, title, titleId) {
    yield* mintFiles(given)
    if (body !== undefined && !ids.reusable.has(path)) {
      ids.pages.set(path, body)
      anchors.add(body, given, title, titleId)
      body = undefined
      return QueuedValue.ofValue(given)
    }
    const id = idOf(path)
    anchors.add(id, given, title, titleId)
    const document = resolveDocument(ids, given, id)
    const beyond = findExceededLimit(document)
    if (beyond !== undefined) {
      documents.set(path, { beyond })
      return QueuedValue.ofValue(given)
    }
    const made = isKept(document) ? DocumentNode.ofParsed(document) : DocumentNode.ofParsedText(document)
    documents.set(path, { node: made.node })
    if (references(document).some(({ ref }) => isEarly(ref))) early.set(path, made.document)
    return made.document
  })

  /** Whether a reference names an anchor of a page that was not read yet. */
  const isEarly = (ref: ContentRef): boolean =>
    ref.kind === "anchor" && ref.page !== undefined && !anchors.has(ref.page)

  const settle = Effect.gen(function* () {
    for (const [path, waiting] of early) {
      const before = waiting.open()
      const document = mapRefs(before, (ref) => anchors.resolve(idOf(path), ref))
      if (document !== before) documents.set(path, { node: DocumentNode.ofParsedText(document).node })
    }
    early.clear()
  })

  return {
    ids,
    mintFiles,
    documents,
    begin: Effect.fnUntraced(function* (pages, files, reusable = []) {
      yield* mint(pages, ids.pages)
      yield* mint(files, ids.files)
      yield* mint(reusable, ids.reusable)
    }),
    take,
    settle
  }
}

/** Keeps every document unconverted in memory until the ids of all pages are known. */
export const makeUnresolved = (nextId: Effect.Effect<string>): ImportIntake => {
  const intake = make(nextId, undefined)
  return { ...intake, take: (_, given) => Effect.as(intake.mintFiles(given), QueuedValue.ofValue(given)) }
}
