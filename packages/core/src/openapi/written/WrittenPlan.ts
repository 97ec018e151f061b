import { Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { type ApiOutline, Method, type OutlineOperation } from "../description/ApiDescription.ts"
import { idOf } from "./WrittenBlocks.ts"
import { operationTitle, titleOf } from "./WrittenOperation.ts"

/** A page for each operation, below one for its first tag; or a page for each tag. */
export const Layout = Schema.Literals(["operation", "tag"]).annotate({ identifier: "OpenAPIImportLayout" })
export type Layout = typeof Layout.Type

/** An operation that was written: by what the description knows it, and by what its blocks and its page are. */
export const WrittenOperation = Schema.Struct({
  /** Seed of its keys: its method and path when it was first written. */
  id: Schema.String,
  path: Schema.String,
  method: Method,
  isWebhook: optional(Schema.Boolean),
  operationId: optional(Schema.String),
  page: Schema.String
})
export type WrittenOperation = typeof WrittenOperation.Type

/** Everything that was written of a description, and the page of each. */
export const WrittenPages = Schema.Struct({
  operations: Schema.Array(WrittenOperation),
  /** Pages by the name of a tag; the empty name is for the operations without a tag. */
  tags: Schema.Array(Schema.Struct({ name: Schema.String, page: Schema.String })),
  models: optional(Schema.String)
})
export type WrittenPages = typeof WrittenPages.Type

export const nothing: WrittenPages = { operations: [], tags: [] }

/** The ids of the pages that were written. */
export const pagesOf = ({ models, operations, tags }: WrittenPages): ReadonlySet<string> =>
  new Set([
    ...operations.map(({ page }) => page),
    ...tags.map(({ page }) => page),
    ...(models === undefined ? [] : [models])
  ])

/** An operation of the outline, and what its blocks are known by. */
export interface PlannedOperation {
  readonly id: string
  readonly outline: OutlineOperation
}

/** A page to write; its document is generated from the items that it names. */
export interface PlannedPage {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly of:
    | { readonly kind: "operation"; readonly operation: PlannedOperation }
    | { readonly kind: "tag"; readonly name: string; readonly operations: ReadonlyArray<PlannedOperation> }
    | { readonly kind: "models" }
  readonly pages: ReadonlyArray<PlannedPage>
}

export interface Plan {
  readonly pages: ReadonlyArray<PlannedPage>
  readonly written: WrittenPages
}

export interface Options {
  readonly layout: Layout
  readonly models: boolean
  /** Seed of all ids. */
  readonly seed: string
  /** Ids that pages must not get, as others have them. */
  readonly avoid: ReadonlySet<string>
}

type Named = Pick<OutlineOperation, "isWebhook" | "method" | "path">

const nameOf = ({ isWebhook, method, path }: Named): string =>
  `${isWebhook === true ? "webhook " : ""}${method} ${path}`

const withoutRepeated = <A>(
  items: ReadonlyArray<A>,
  keyOf: (item: A) => string | undefined
): ReadonlyMap<string, A> => {
  const found = new Map<string, A | undefined>()
  for (const item of items) {
    const key = keyOf(item)
    if (key !== undefined) found.set(key, found.has(key) ? undefined : item)
  }
  return new Map([...found].flatMap(([key, item]) => (item === undefined ? [] : [[key, item] as const])))
}

/** Pairs operations with those that were written: by method and path, then by an `operationId` that only one has. */
const pair = (
  operations: ReadonlyArray<OutlineOperation>,
  written: ReadonlyArray<WrittenOperation>
): ReadonlyMap<OutlineOperation, WrittenOperation> => {
  const pairs = new Map<OutlineOperation, WrittenOperation>()
  const byName = new Map(written.map((each) => [nameOf(each), each]))
  for (const each of operations) {
    const found = byName.get(nameOf(each))
    if (found !== undefined) pairs.set(each, found)
  }
  const taken = new Set(pairs.values())
  const rest = withoutRepeated(
    written.filter((each) => !taken.has(each)),
    ({ operationId }) => operationId
  )
  const left = operations.filter((each) => !pairs.has(each))
  for (const [operationId, each] of withoutRepeated(left, ({ operationId }) => operationId)) {
    const found = rest.get(operationId)
    if (found !== undefined) pairs.set(each, found)
  }
  return pairs
}

/** Claims and returns the name, or the first numbered one that is free. */
const claim = (taken: Set<string>, name: string, idOfName: (name: string) => string = (id) => id): string => {
  for (let number = 1; ; number++) {
    const id = idOfName(number === 1 ? name : `${name}+${number}`)
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}

/** The first of each operation that a description names twice. */
const distinct = (operations: ReadonlyArray<OutlineOperation>): ReadonlyArray<OutlineOperation> => [
  ...operations
    .reduce(
      (all, each) => (all.has(nameOf(each)) ? all : all.set(nameOf(each), each)),
      new Map<string, OutlineOperation>()
    )
    .values()
]

/**
 * The tags with their operations, in the order of the description; operations without a tag come last, under an empty
 * name.
 */
const groupByTag = ({ tags }: ApiOutline, operations: ReadonlyArray<PlannedOperation>) => {
  const groups = new Map<string, Array<PlannedOperation>>(tags.map(({ name }) => [name, []]))
  groups.delete("")
  const untagged: Array<PlannedOperation> = []
  for (const operation of operations) (groups.get(operation.outline.tags?.[0] ?? "") ?? untagged).push(operation)
  groups.set("", untagged)
  return [...groups].filter(([, all]) => all.length > 0)
}

/**
 * The pages of a description. Pages that were written before keep their ids (rule api-import-ids). The same outline,
 * options and former pages give the same plan.
 */
export const plan = (outline: ApiOutline, options: Options, before: WrittenPages): Plan => {
  const former = pagesOf(before)
  const taken = new Set([...options.avoid, ...former])
  const newPage = (role: string) => claim(taken, role, (name) => idOf(options.seed, `page ${name}`))
  const listed = distinct(outline.operations)
  const pairs = pair(listed, before.operations)
  const ids = new Set(before.operations.map(({ id }) => id))
  const planned = listed.map(
    (each): PlannedOperation => ({ id: pairs.get(each)?.id ?? claim(ids, nameOf(each)), outline: each })
  )
  const tagPages = new Map(before.tags.map(({ name, page }) => [name, page]))
  const operations: Array<WrittenOperation> = []
  const write = ({ id, outline: each }: PlannedOperation, page: string) => {
    const { isWebhook, method, operationId, path } = each
    operations.push({
      id,
      path,
      method,
      page,
      ...(isWebhook === undefined ? {} : { isWebhook }),
      ...(operationId === undefined ? {} : { operationId })
    })
  }
  const ofOperation = (operation: PlannedOperation): PlannedPage => {
    const page = pairs.get(operation.outline)?.page ?? newPage(`operation ${operation.id}`)
    write(operation, page)
    const title = operationTitle(operation.outline)
    return { id: page, title, slug: Slug.make(title), of: { kind: "operation", operation }, pages: [] }
  }
  const ofTag = (name: string, all: ReadonlyArray<PlannedOperation>): PlannedPage => {
    const id = tagPages.get(name) ?? newPage(`tag ${name}`)
    tagPages.set(name, id)
    const isWhole = options.layout === "tag"
    if (isWhole) for (const each of all) write(each, id)
    const title = name === "" ? titleOf("Operations", "") : titleOf(name, "Operations")
    const below = isWhole ? [] : all.map(ofOperation)
    return {
      id,
      title,
      slug: Slug.make(title),
      of: { kind: "tag", name, operations: isWhole ? all : [] },
      pages: below
    }
  }
  const groups = groupByTag(outline, planned)
  const pages = groups.flatMap(([name, all]) =>
    name === "" && options.layout === "operation" ? all.map(ofOperation) : [ofTag(name, all)]
  )
  const hasModels = options.models && outline.schemas.some(({ isInner }) => isInner !== true)
  const models = hasModels ? (before.models ?? newPage("models")) : undefined
  const last: ReadonlyArray<PlannedPage> =
    models === undefined ? [] : [{ id: models, title: "Models", slug: "models", of: { kind: "models" }, pages: [] }]
  const used = new Set(groups.map(([name]) => name))
  return {
    pages: [...pages, ...last],
    written: {
      operations,
      tags: [...tagPages].flatMap(([name, page]) => (used.has(name) ? [{ name, page }] : [])),
      ...(models === undefined ? {} : { models })
    }
  }
}

/** Every page of a plan with the one above it, parents first. */
export function* walk(
  pages: ReadonlyArray<PlannedPage>,
  above?: PlannedPage
): Generator<readonly [page: PlannedPage, above: PlannedPage | undefined]> {
  for (const page of pages) {
    yield [page, above]
    yield* walk(page.pages, page)
  }
}
