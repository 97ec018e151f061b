import { Effect, Option, Result, Schema } from "effect"
import type { BodyInput } from "../../content/document/BodyInput.ts"
import type { ContentRef } from "../../content/document/ContentRef.ts"
import * as Document from "../../content/document/Document.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as PageInput from "../../content/tree/PageInput.ts"
import type { Cover } from "../../content/tree/PageLayout.ts"
import type { Reusable } from "../../content/tree/Reusable.ts"
import * as Root from "../../content/tree/Root.ts"
import * as TreeEdit from "../../content/tree/TreeEdit.ts"
import {
  ComputedWithoutSource,
  FieldNotOfPage,
  LinkWithoutTarget,
  SourceNotOfPage,
  TextOfComputed
} from "../../content/tree/TreeRefusal.ts"
import * as ComputedSource from "../../openapi/computed/ComputedSource.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import * as EditBatch from "./EditBatch.ts"
import { documentOf, findPage, findParent, idOf, makeReading, type PageOutcome } from "./EditBatch.ts"
import type { ChangeOf, ContentChange } from "./EditInput.ts"

const coverOf = (batch: EditBatch.EditBatch, cover: Cover): Cover => ({
  ...cover,
  ref: EditBatch.resolveImageRef(batch.plan.refs, cover.ref),
  ...(cover.refDark === undefined ? {} : { refDark: EditBatch.resolveImageRef(batch.plan.refs, cover.refDark) })
})

const targetOf = (batch: EditBatch.EditBatch, target: ContentRef): ContentRef =>
  EditBatch.resolveRefs(batch.plan.refs, target)

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
  batch: EditBatch.EditBatch,
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
export const insertPage = Effect.fnUntraced(function* (
  batch: EditBatch.EditBatch,
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
      : yield* EditBatch.putDocument(
          batch.draft,
          change.document,
          yield* makeReading(batch, root, own, { old: undefined, field: `${field}.document` })
        )
  const page = yield* Effect.fromResult(newPage(batch, at.id, change, document))
  const next = yield* TreeEdit.insert(batch.draft, root, { parent, at: change.at, pages: [page], now: batch.now })
  return { root: next, outcome: { object: "created_page", page: at.id } } satisfies EditBatch.Step
})

const patchOf = Effect.fnUntraced(function* (
  batch: EditBatch.EditBatch,
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
    return yield* EditBatch.putDocument(batch.draft, body, reading)
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
export const updatePage = Effect.fnUntraced(function* (
  batch: EditBatch.EditBatch,
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
  if (change.into === undefined && change.at === undefined) return { root: patched, outcome } satisfies EditBatch.Step
  const parent =
    change.into === undefined ? page.parent : yield* findParent(batch, patched, change.into, `${field}.into`)
  const moved = yield* TreeEdit.move(batch.draft, patched, { page: page.id, parent, at: change.at, now: batch.now })
  return { root: moved, outcome } satisfies EditBatch.Step
})

/** Deletes a page with everything below it. */
export const removePage = Effect.fnUntraced(function* (
  batch: EditBatch.EditBatch,
  root: string,
  change: ChangeOf<"delete_page">,
  index: number
) {
  const { id } = yield* findPage(batch, root, change.page, `changes.${index}.page`)
  const next = yield* TreeEdit.remove(batch.draft, root, [id])
  return { root: next, outcome: { object: "deleted_page", id } } satisfies EditBatch.Step
})

/** The reusable content is still in use; the error names some of the uses (rule reusable-use). */
export class ReusableContentInUse extends Schema.TaggedError<ReusableContentInUse>()("ReusableContentInUse", {
  id: Schema.String,
  pages: Schema.Array(Schema.String)
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `reusable content ${this.id} is used by ${this.pages.join(", ")}; set force to delete it anyway`
  }
}

const withBody = Effect.fnUntraced(function* (
  batch: EditBatch.EditBatch,
  root: string,
  own: Reusable,
  body: BodyInput | null | undefined,
  field: string
) {
  if (body === undefined) return own
  const { document: hash, ...rest } = own
  if (body === null) return rest
  const old = yield* DocumentNode.get(batch.draft, hash)
  const reading = yield* makeReading(batch, root, { id: own.id, title: own.title, parent: null }, { old, field })
  const document = yield* EditBatch.putDocument(batch.draft, body, reading)
  return document === null ? rest : { ...rest, document }
})

const findReusable = Effect.fnUntraced(function* (
  batch: EditBatch.EditBatch,
  root: string,
  text: string,
  field: string
) {
  const opened = yield* Root.open(batch.draft, root)
  const found = yield* Root.reusable(opened, idOf(batch, text))
  if (Option.isNone(found)) return yield* new ReferenceNotFound({ field, id: text })
  return found.value
})

export const insertReusable = Effect.fnUntraced(function* (
  batch: EditBatch.EditBatch,
  root: string,
  change: ChangeOf<"insert_reusable_content">,
  at: { readonly index: number; readonly id: string }
) {
  const own = { id: at.id, title: change.title }
  const made = yield* withBody(batch, root, own, change.document, `changes.${at.index}.document`)
  return { root: yield* Root.putReusable(batch.draft, root, [made]) } satisfies EditBatch.Step
})

export const updateReusable = Effect.fnUntraced(function* (
  batch: EditBatch.EditBatch,
  root: string,
  change: ChangeOf<"update_reusable_content">,
  index: number
) {
  const field = `changes.${index}`
  const found = yield* findReusable(batch, root, change.reusableContent, `${field}.reusableContent`)
  const own = { ...found, title: change.title ?? found.title }
  const next = yield* withBody(batch, root, own, change.document, `${field}.document`)
  return { root: yield* Root.putReusable(batch.draft, root, [next]) } satisfies EditBatch.Step
})

/** Deletes a reusable content; refused while something shows it, unless the batch forces it. */
export const removeReusable = Effect.fnUntraced(function* (
  batch: EditBatch.EditBatch,
  root: string,
  change: ChangeOf<"delete_reusable_content">,
  index: number
) {
  const { id } = yield* findReusable(batch, root, change.reusableContent, `changes.${index}.reusableContent`)
  const pages = batch.force ? [] : yield* batch.usersOf(root, id)
  if (pages.length > 0) return yield* new ReusableContentInUse({ id, pages })
  return { root: yield* Root.removeReusable(batch.draft, root, [id]) } satisfies EditBatch.Step
})

/** The patch that sets the fields of a page to those of its other state; the page is not moved. */
const patchBackTo = (old: Page.Page): PageInput.Patch => {
  const common = { title: old.title, emoji: old.emoji ?? null, icon: old.icon ?? null }
  if (old.type === "computed") return { ...common, computed: old.computed, computedSeed: old.computedSeed ?? null }
  if (old.type === "link") return { ...common, target: old.target, hidden: old.hidden }
  const { hidden, noIndex, noRobotsIndex } = old
  const placed = { ...common, slug: old.slugByHand ? old.slug : null, hidden, noIndex, noRobotsIndex }
  if (old.type === "group") return placed
  return {
    ...placed,
    description: old.description ?? null,
    document: old.document ?? null,
    layout: old.layout,
    cover: old.cover ?? null
  }
}

/** A deleted page in the form to insert it again. */
const toNewPage = (old: Page.Page): PageInput.NewPage => {
  const { id, title } = old
  const common = {
    id,
    title,
    ...(old.emoji === undefined ? {} : { emoji: old.emoji }),
    ...(old.icon === undefined ? {} : { icon: old.icon })
  }
  if (old.type === "computed") return { ...common, type: old.type, computed: old.computed }
  if (old.type === "link") return { ...common, type: old.type, target: old.target, hidden: old.hidden }
  const { hidden, noIndex, noRobotsIndex } = old
  const placed = { ...common, hidden, noIndex, noRobotsIndex, ...(old.slugByHand ? { slug: old.slug } : {}) }
  if (old.type === "group") return { ...placed, type: old.type }
  return {
    ...placed,
    type: old.type,
    layout: old.layout,
    ...(old.description === undefined ? {} : { description: old.description }),
    ...(old.document === undefined ? {} : { document: old.document }),
    ...(old.cover === undefined ? {} : { cover: old.cover })
  }
}

const revertBlocks = Effect.fnUntraced(function* (
  batch: EditBatch.EditBatch,
  states: { readonly page: Page.Page; readonly old: Page.Page },
  blocks: ReadonlyArray<string>,
  field: string
) {
  const current = (yield* DocumentNode.get(batch.draft, documentOf(states.page))) ?? Document.empty
  const old = (yield* DocumentNode.get(batch.draft, documentOf(states.old))) ?? Document.empty
  const [unknown] = Document.findUnknownKeys(current, old, blocks)
  if (unknown !== undefined) {
    return yield* new ReferenceNotFound({ field: `${field}.block.${blocks.indexOf(unknown)}`, id: unknown })
  }
  const reverted = Document.revert(current, old, new Set(blocks))
  const document = yield* EditBatch.requireWithinLimits(reverted, `${field}.block`)
  return { document: document.nodes.length === 0 ? null : DocumentNode.put(batch.draft, document) }
})

const reinsert = Effect.fnUntraced(function* (batch: EditBatch.EditBatch, opened: Root.Root, old: Page.Page) {
  const above = old.parent === null ? Option.none() : yield* Root.page(opened, old.parent)
  const parent = Option.isSome(above) && old.type !== "group" ? old.parent : null
  return yield* TreeEdit.insert(batch.draft, opened.hash, { parent, pages: [toNewPage(old)], now: batch.now })
})

/** Reverts a page to its state in a revision; a deleted page is restored at the end of its former siblings. */
export const revert = Effect.fnUntraced(function* (
  batch: EditBatch.EditBatch,
  root: string,
  change: ChangeOf<"revert_page">,
  index: number
) {
  const field = `changes.${index}`
  const id = idOf(batch, change.page)
  const from = yield* batch.revision(change.revision)
  if (Option.isNone(from)) {
    return yield* new ReferenceNotFound({ field: `${field}.revision`, id: change.revision ?? "" })
  }
  const old = yield* Root.page(from.value, id)
  if (Option.isNone(old)) return yield* new ReferenceNotFound({ field: `${field}.page`, id: change.page })
  const opened = yield* Root.open(batch.draft, root)
  const page = yield* Root.page(opened, id)
  const outcome = { object: "updated_page", page: id } as const
  if (Option.isNone(page)) {
    const restored = yield* reinsert(batch, opened, old.value)
    return { root: restored, outcome: { object: "created_page", page: id } } satisfies EditBatch.Step
  }
  const patch =
    change.block === undefined
      ? patchBackTo(old.value)
      : yield* revertBlocks(batch, { page: page.value, old: old.value }, change.block, field)
  const next = yield* TreeEdit.update(batch.draft, root, { patches: new Map([[id, patch]]), now: batch.now })
  return { root: next, outcome } satisfies EditBatch.Step
})

const applyChange = Effect.fnUntraced(function* (
  batch: EditBatch.EditBatch,
  root: string,
  change: ContentChange,
  index: number
) {
  const at = { index, id: batch.plan.made.get(index) ?? "" }
  switch (change.operation) {
    case "insert_page":
      return yield* insertPage(batch, root, change, at)
    case "update_page":
      return yield* updatePage(batch, root, change, index)
    case "delete_page":
      return yield* removePage(batch, root, change, index)
    case "revert_page":
      return yield* revert(batch, root, change, index)
    case "insert_files": {
      const files = batch.plan.files.get(index) ?? []
      return { root: yield* Root.putFiles(batch.draft, root, files) } satisfies EditBatch.Step
    }
    case "insert_reusable_content":
      return yield* insertReusable(batch, root, change, at)
    case "update_reusable_content":
      return yield* updateReusable(batch, root, change, index)
    case "delete_reusable_content":
      return yield* removeReusable(batch, root, change, index)
  }
})

/** The part of a change that places pages, if any. */
const placementOf = (change: ContentChange): ContentChange | undefined => {
  if (change.operation === "insert_page" || change.operation === "update_page") {
    const { document: _, ...rest } = change
    return rest
  }
  return change.operation === "delete_page" || change.operation === "revert_page" ? change : undefined
}

/** The pages as the batch will leave them, computed without reading any text. */
const applyPlacements = Effect.fnUntraced(function* (batch: EditBatch.EditBatch, root: string) {
  let current = root
  const place = Effect.fnUntraced(function* (change: ContentChange, index: number) {
    const bare = placementOf(change)
    if (bare !== undefined) current = (yield* applyChange(batch, current, bare, index)).root
  })
  yield* Effect.forEach(batch.plan.changes, place, { discard: true })
  return yield* Root.open(batch.draft, current)
})

/** Applies the changes of a batch in order; if one cannot be applied, all are refused. */
export const apply = Effect.fnUntraced(function* (given: Omit<EditBatch.EditBatch, "ahead">, root: string) {
  const ahead = yield* Effect.cached(Effect.option(applyPlacements({ ...given, ahead: Effect.succeedNone }, root)))
  const batch: EditBatch.EditBatch = { ...given, ahead }
  let current = root
  const outcomes: Array<PageOutcome> = []
  const applyNext = Effect.fnUntraced(function* (change: ContentChange, index: number) {
    const { outcome, root: next }: EditBatch.Step = yield* applyChange(batch, current, change, index)
    current = next
    if (outcome !== undefined) outcomes.push(outcome)
  })
  yield* Effect.forEach(batch.plan.changes, applyNext, { discard: true })
  return { root: current, outcomes }
})
