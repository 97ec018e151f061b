import { Effect } from "effect"
import * as Root from "../../content/tree/Root.ts"
import * as Slices from "../../foundation/scheduling/Slices.ts"
import type { EditBatch, PageOutcome, Step } from "./EditBatch.ts"
import type { ContentChange } from "./EditInput.ts"
import * as EditPages from "./EditPages.ts"
import * as EditReusables from "./EditReusables.ts"
import * as EditRevert from "./EditRevert.ts"

const applyChange = Effect.fnUntraced(function* (batch: EditBatch, root: string, change: ContentChange, index: number) {
  const at = { index, id: batch.plan.made.get(index) ?? "" }
  switch (change.operation) {
    case "insert_page":
      return yield* EditPages.insert(batch, root, change, at)
    case "update_page":
      return yield* EditPages.update(batch, root, change, index)
    case "delete_page":
      return yield* EditPages.remove(batch, root, change, index)
    case "revert_page":
      return yield* EditRevert.revert(batch, root, change, index)
    case "insert_files": {
      const files = batch.plan.files.get(index) ?? []
      return { root: yield* Root.putFiles(batch.draft, root, files) } satisfies Step
    }
    case "insert_reusable_content":
      return yield* EditReusables.insert(batch, root, change, at)
    case "update_reusable_content":
      return yield* EditReusables.update(batch, root, change, index)
    case "delete_reusable_content":
      return yield* EditReusables.remove(batch, root, change, index)
  }
})

/** Number of characters of a text that are read per unit of work of `Slices`. */
const charactersPerUnit = 4

const weight = (change: ContentChange): number => {
  const body = "document" in change ? change.document : null
  const text = body !== null && body !== undefined && "markdown" in body ? body.markdown.length : 0
  return Slices.weighItem(change) + Math.floor(text / charactersPerUnit)
}

/** The part of a change that places pages, if any. */
const placementOf = (change: ContentChange): ContentChange | undefined => {
  if (change.operation === "insert_page" || change.operation === "update_page") {
    const { document: _, ...rest } = change
    return rest
  }
  return change.operation === "delete_page" || change.operation === "revert_page" ? change : undefined
}

/** The pages as the batch will leave them, computed without reading any text. */
const applyPlacements = Effect.fnUntraced(function* (batch: EditBatch, root: string) {
  let current = root
  const place = Effect.fnUntraced(function* (change: ContentChange, index: number) {
    const bare = placementOf(change)
    if (bare !== undefined) current = (yield* applyChange(batch, current, bare, index)).root
  })
  yield* Slices.forEach(batch.plan.changes, place, { weight: Slices.weighItem })
  return yield* Root.open(batch.draft, current)
})

/** Applies the changes of a batch in order; if one cannot be applied, all are refused. */
export const apply = Effect.fnUntraced(function* (given: Omit<EditBatch, "ahead">, root: string) {
  const ahead = yield* Effect.cached(Effect.option(applyPlacements({ ...given, ahead: Effect.succeedNone }, root)))
  const batch: EditBatch = { ...given, ahead }
  let current = root
  const outcomes: Array<PageOutcome> = []
  const applyNext = Effect.fnUntraced(function* (change: ContentChange, index: number) {
    const { outcome, root: next }: Step = yield* applyChange(batch, current, change, index)
    current = next
    if (outcome !== undefined) outcomes.push(outcome)
  })
  yield* Slices.forEach(batch.plan.changes, applyNext, { weight })
  return { root: current, outcomes }
})
