import type { ContentDraft } from "@quire/core"
import type { Page } from "@quire/core/internal"
import { Effect } from "effect"
import * as Model from "../../content/tree/TreeModel.ts"

/** The state of a space's pages at one moment. */
export interface Moment {
  readonly root: string
  readonly model: Model.Model
}

const pick = (ids: ReadonlyArray<string>, index: number) => (ids.length === 0 ? undefined : ids[index % ids.length])

const holders = ({ pages }: Model.Model) =>
  [...pages.values()].flatMap(({ id, type }) => (type === "document" || type === "group" ? [id] : []))

const hasSlug = ({ type }: Page.Page) => type === "document" || type === "group"

const insert = (
  model: Model.Model,
  step: Extract<Model.Step, { op: "insert" }>,
  parent: string | null,
  nextId: () => string,
  now: number
) => {
  const pages = step.shape.map((shape) => Model.inputOf(nextId, parent === null, shape))
  Model.insert(model, parent, step.at, pages, now)
}

/** Takes a step, skipping one that a tree would refuse. */
const take = (model: Model.Model, step: Model.Step, nextId: () => string, now: number) => {
  const parentOf = (index: number) => pick(["", ...holders(model)], index) || null
  if (step.op === "insert") return insert(model, step, parentOf(step.parent), nextId, now)
  const page = model.pages.get(pick([...model.pages.keys()], step.page) ?? "")
  if (page === undefined) return
  if (step.op === "remove") return Model.remove(model, page.id)
  if (step.op === "update") {
    return "slug" in step.patch && !hasSlug(page) ? undefined : Model.update(model, page.id, step.patch, now)
  }
  const parent = parentOf(step.parent)
  if ((page.type === "group" && parent !== null) || Model.isBelow(model, parent, page.id)) return
  Model.move(model, page.id, parent, step.at, now)
}

const copy = ({ moved, order, pages }: Model.Model): Model.Model => ({
  pages: new Map(pages),
  order: new Map(order),
  moved: new Map(moved)
})

/** Runs a history and returns its moments, the empty one first. */
export const run = Effect.fnUntraced(function* (draft: ContentDraft.ContentDraft, steps: ReadonlyArray<Model.Step>) {
  const model = Model.emptyModel()
  const moments: Array<Moment> = [{ root: "", model: copy(model) }]
  let count = 0
  for (const [index, step] of steps.entries()) {
    take(model, step, () => `p${++count}`, 1_000 + index)
    moments.push({ root: yield* Model.rootOf(draft, model), model: copy(model) })
  }
  return moments
})

/** Every page of two moments in tree order: the pages of the later one, with deleted ones where they stood. */
export const listPages = (before: Model.Model, after: Model.Model): ReadonlyArray<string> => {
  const children = new Map<string, Array<string>>(Array.from(after.order, ([parent, ids]) => [parent, [...ids]]))
  const place = (parent: string) => {
    const ids = children.get(parent) ?? []
    children.set(parent, ids)
    const old = before.order.get(parent) ?? []
    for (const [at, id] of old.entries()) {
      if (after.pages.has(id)) continue
      const left = old.slice(0, at).findLast((sibling) => ids.includes(sibling))
      ids.splice(left === undefined ? 0 : ids.indexOf(left) + 1, 0, id)
    }
    return ids
  }
  const walk = (parent: string): ReadonlyArray<string> => place(parent).flatMap((id) => [id, ...walk(id)])
  return walk("")
}
