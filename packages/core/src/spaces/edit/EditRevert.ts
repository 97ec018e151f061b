import { Effect, Option } from "effect"
import { empty } from "../../content/document/Document.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import type * as PageInput from "../../content/tree/PageInput.ts"
import * as Root from "../../content/tree/Root.ts"
import * as TreeEdit from "../../content/tree/TreeEdit.ts"
import * as Slices from "../../foundation/scheduling/Slices.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { documentOf, type EditBatch, idOf, type Step } from "./EditBatch.ts"
import * as EditDocuments from "./EditDocuments.ts"
import type { ChangeOf } from "./EditInput.ts"

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
  batch: EditBatch,
  states: { readonly page: Page.Page; readonly old: Page.Page },
  blocks: ReadonlyArray<string>,
  field: string
) {
  const current = (yield* DocumentNode.get(batch.draft, documentOf(states.page))) ?? empty
  const old = (yield* DocumentNode.get(batch.draft, documentOf(states.old))) ?? empty
  const [unknown] = DocumentTree.findUnknownKeys(current, old, blocks)
  if (unknown !== undefined) {
    return yield* new ReferenceNotFound({ field: `${field}.block.${blocks.indexOf(unknown)}`, id: unknown })
  }
  yield* Slices.turnFor(current)
  const reverted = DocumentTree.revert(current, old, new Set(blocks))
  const document = yield* EditDocuments.requireWithinLimits(reverted, `${field}.block`)
  yield* Slices.turnFor(document)
  return { document: document.nodes.length === 0 ? null : DocumentNode.put(batch.draft, document) }
})

const reinsert = Effect.fnUntraced(function* (batch: EditBatch, opened: Root.Root, old: Page.Page) {
  const above = old.parent === null ? Option.none() : yield* Root.page(opened, old.parent)
  const parent = Option.isSome(above) && old.type !== "group" ? old.parent : null
  return yield* TreeEdit.insert(batch.draft, opened.hash, { parent, pages: [toNewPage(old)], now: batch.now })
})

/** Reverts a page to its state in a revision; a deleted page is restored at the end of its former siblings. */
export const revert = Effect.fnUntraced(function* (
  batch: EditBatch,
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
    return { root: restored, outcome: { object: "created_page", page: id } } satisfies Step
  }
  const patch =
    change.block === undefined
      ? patchBackTo(old.value)
      : yield* revertBlocks(batch, { page: page.value, old: old.value }, change.block, field)
  const next = yield* TreeEdit.update(batch.draft, root, { patches: new Map([[id, patch]]), now: batch.now })
  return { root: next, outcome } satisfies Step
})
