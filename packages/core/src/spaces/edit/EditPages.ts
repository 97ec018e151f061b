import { Effect, Result } from "effect"
import type { ContentRef } from "../../content/document/ContentRef.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as PageInput from "../../content/tree/PageInput.ts"
import type { Cover } from "../../content/tree/PageLayout.ts"
import * as TreeEdit from "../../content/tree/TreeEdit.ts"
import {
  ComputedWithoutSource,
  FieldNotOfPage,
  LinkWithoutTarget,
  SourceNotOfPage,
  TextOfComputed
} from "../../content/tree/TreeRefusal.ts"
import * as ComputedSource from "../../openapi/computed/ComputedSource.ts"
import { documentOf, type EditBatch, findPage, findParent, makeReading, type Step } from "./EditBatch.ts"
import * as EditDocuments from "./EditDocuments.ts"
import type { ChangeOf } from "./EditInput.ts"

const coverOf = (batch: EditBatch, cover: Cover): Cover => ({
  ...cover,
  ref: EditDocuments.resolveImageRef(batch.plan.refs, cover.ref),
  ...(cover.refDark === undefined ? {} : { refDark: EditDocuments.resolveImageRef(batch.plan.refs, cover.refDark) })
})

const targetOf = (batch: EditBatch, target: ContentRef): ContentRef =>
  EditDocuments.resolveRefs(batch.plan.refs, target)

/** Why a page of this type cannot be computed of this. */
const findSourceFault = (page: string, type: Page.PageType, source: ComputedSource.PageSource | undefined) => {
  if (source === undefined) return undefined
  return ComputedSource.suits(source, type === "computed" ? type : "document")
    ? undefined
    : new SourceNotOfPage({ page })
}

type Refusal = ComputedWithoutSource | FieldNotOfPage | LinkWithoutTarget | SourceNotOfPage | TextOfComputed

/** A page to insert, or why it cannot be. */
const newPage = (
  batch: EditBatch,
  id: string,
  change: ChangeOf<"insert_page">,
  document: string | null | undefined
): Result.Result<PageInput.NewPage, Refusal> => {
  const {
    at: _at,
    condition: _condition,
    cover,
    document: _body,
    into: _into,
    operation: _,
    ref: _ref,
    ...given
  } = change
  const { computed, layout, target, title, type = "document", ...fields } = given
  const present = {
    ...fields,
    ...(cover === undefined ? {} : { cover: coverOf(batch, cover) }),
    ...(layout === undefined ? {} : { layout }),
    ...(computed === undefined ? {} : { computed }),
    ...(typeof document === "string" ? { document } : {})
  }
  const foreign = PageInput.findForeignField(type, [
    ...Object.keys(present),
    ...(target === undefined ? [] : ["target"]),
    ...(change.document === undefined ? [] : ["document"])
  ])
  if (foreign !== undefined) return Result.fail(new FieldNotOfPage({ page: id, field: foreign }))
  const fault = findSourceFault(id, type, computed)
  if (fault !== undefined) return Result.fail(fault)
  if (computed !== undefined && document !== undefined) return Result.fail(new TextOfComputed({ page: id }))
  if (type === "link") {
    if (target === undefined) return Result.fail(new LinkWithoutTarget({ page: id }))
    return Result.succeed({ id, type, title, ...fields, target: targetOf(batch, target) })
  }
  if (type !== "computed") return Result.succeed({ id, type, title, ...present })
  if (computed === undefined) return Result.fail(new ComputedWithoutSource({ page: id }))
  return Result.succeed({ id, type, title, ...fields, computed })
}

/** Inserts a page with the id that the plan minted for it. */
export const insert = Effect.fnUntraced(function* (
  batch: EditBatch,
  root: string,
  change: ChangeOf<"insert_page">,
  at: { readonly index: number; readonly id: string }
) {
  const field = `changes.${at.index}`
  const parent = yield* findParent(batch, root, change.into, `${field}.into`)
  const own = { id: at.id, title: change.title, parent }
  const document =
    change.document === undefined
      ? undefined
      : yield* EditDocuments.put(
          batch.draft,
          change.document,
          yield* makeReading(batch, root, own, { old: undefined, field: `${field}.document` })
        )
  const page = yield* Effect.fromResult(newPage(batch, at.id, change, document))
  const next = yield* TreeEdit.insert(batch.draft, root, { parent, at: change.at, pages: [page], now: batch.now })
  return { root: next, outcome: { object: "created_page", page: at.id } } satisfies Step
})

const patchOf = Effect.fnUntraced(function* (
  batch: EditBatch,
  root: string,
  page: Page.Page,
  change: ChangeOf<"update_page">,
  field: string
) {
  const { at: _at, condition: _, cover, document, into: _into, operation: _operation, page: _page, ...fields } = change
  const { target, ...rest } = fields
  const read = Effect.fnUntraced(function* (body: NonNullable<typeof document>) {
    const old = yield* DocumentNode.get(batch.draft, documentOf(page))
    const own = { id: page.id, title: change.title ?? page.title, parent: page.parent }
    const reading = yield* makeReading(batch, root, own, { old, field: `${field}.document` })
    return yield* EditDocuments.put(batch.draft, body, reading)
  })
  const patch: PageInput.Patch = {
    ...rest,
    ...(cover === undefined ? {} : { cover: cover === null ? null : coverOf(batch, cover) }),
    ...(target === undefined ? {} : { target: targetOf(batch, target) }),
    ...(document === undefined ? {} : { document: document === null ? null : yield* read(document) })
  }
  return patch
})

/** A page has exactly one origin of its text, of the kind that its type requires. */
const checkOrigin = Effect.fnUntraced(function* (page: Page.Page, change: ChangeOf<"update_page">) {
  const fault = findSourceFault(page.id, page.type, change.computed)
  if (fault !== undefined) return yield* fault
  if (page.type !== "document" || (page.computed === undefined && change.computed === undefined)) return
  const document = change.document === undefined ? page.document : change.document
  if (document !== null && document !== undefined) return yield* new TextOfComputed({ page: page.id })
})

/** Changes the fields of a page, its document and its place, in this order. */
export const update = Effect.fnUntraced(function* (
  batch: EditBatch,
  root: string,
  change: ChangeOf<"update_page">,
  index: number
) {
  const field = `changes.${index}`
  const page = yield* findPage(batch, root, change.page, `${field}.page`)
  const patch = yield* patchOf(batch, root, page, change, field)
  yield* checkOrigin(page, change)
  const isPatched = Object.keys(patch).length > 0
  const patched = isPatched
    ? yield* TreeEdit.update(batch.draft, root, { patches: new Map([[page.id, patch]]), now: batch.now })
    : root
  const outcome = { object: "updated_page", page: page.id } as const
  if (change.into === undefined && change.at === undefined) return { root: patched, outcome } satisfies Step
  const parent =
    change.into === undefined ? page.parent : yield* findParent(batch, patched, change.into, `${field}.into`)
  const moved = yield* TreeEdit.move(batch.draft, patched, { page: page.id, parent, at: change.at, now: batch.now })
  return { root: moved, outcome } satisfies Step
})

/** Deletes a page with everything below it. */
export const remove = Effect.fnUntraced(function* (
  batch: EditBatch,
  root: string,
  change: ChangeOf<"delete_page">,
  index: number
) {
  const { id } = yield* findPage(batch, root, change.page, `changes.${index}.page`)
  const next = yield* TreeEdit.remove(batch.draft, root, [id])
  return { root: next, outcome: { object: "deleted_page", id } } satisfies Step
})
