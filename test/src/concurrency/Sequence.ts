import { assert } from "@effect/vitest"
import { ChangeRequests, ContentEdits, type Engine, Merging, Revisions, Rollbacks, Spaces } from "@quire/core"
import { Effect } from "effect"
import * as fc from "fast-check"
import { as } from "../support/engine.ts"
import type { World } from "../support/world.ts"
import * as Arena from "./Arena.ts"
import { keyOf } from "./Clients.ts"
import { type Choices, type Content, merged, type Side, shown, type Write, written } from "./Content.ts"

type Pages = Content["pages"]

/** A change request of the model: pages as they are, and as they were in the primary content last pulled. */
interface Request {
  readonly id: string
  status: "draft" | "open" | "archived" | "merged"
  pages: Pages
  base: Pages
  /** The primary revision that it is in step with. */
  pulled: string
  /** Its head as the engine calls it, and what its revisions are. */
  revision: string
  readonly initial: string
  readonly types: Array<string>
}

interface Model {
  pages: Pages
  /** The primary content's revisions by the engine's ids, the last is the head. */
  readonly line: Array<{ readonly revision: string; readonly pages: Pages }>
  readonly requests: Array<Request>
}

const kinds = [
  "create",
  "create",
  "insert",
  "insert",
  "title",
  "title",
  "title",
  "text",
  "text",
  "text",
  "text",
  "move",
  "move",
  "delete",
  "update",
  "update",
  "update",
  "merge",
  "merge",
  "merge",
  "resolve",
  "resolve",
  "partly",
  "partly",
  "stale",
  "archive",
  "draft",
  "open",
  "rollback"
] as const

/** A command before it is known what there is to choose from: the numbers pick. */
export interface Step {
  readonly kind: (typeof kinds)[number]
  readonly request: number
  readonly page: number
  readonly value: number
  readonly live: boolean
}

export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  request: fc.nat(5),
  page: fc.oneof(fc.constant(0), fc.nat(9)),
  value: fc.nat(11),
  live: fc.integer({ min: 0, max: 5 }).map((value) => value === 0)
})

const values = ["red", "green", "blue"]
const names = Object.keys(Arena.paragraphs) as ReadonlyArray<Arena.Paragraph>

const made = Effect.fnUntraced(function* (world: World, tally: Map<string, number>) {
  const requests = yield* ChangeRequests.ChangeRequests
  const edits = yield* ContentEdits.ContentEdits
  const merging = yield* Merging.Merging
  const rollbacks = yield* Rollbacks.Rollbacks
  const revisions = yield* Revisions.Revisions
  const spaces = yield* Spaces.Spaces
  const arena = yield* Arena.make(world, { isLive: true, shared: 2 })
  const { folders, space } = arena
  const read = yield* Arena.contents(space)
  const boss = as(world.creator)
  const rowOf = Effect.fnUntraced(function* (id: string) {
    const row = (yield* revisions.getMany([id])).get(id)
    return row === undefined ? yield* Effect.die(new Error(`revision ${id} is gone`)) : row.value
  })
  const pagesAt = (id: string) => Effect.flatMap(rowOf(id), ({ root }) => Effect.map(read(root), ({ pages }) => pages))
  const headOf = Effect.map(boss(spaces.get(space)), ({ revision }) => revision)

  const first = yield* headOf
  const founded = yield* pagesAt(first)
  const model: Model = { pages: founded, line: [{ revision: first, pages: founded }], requests: [] }
  const head = () => model.line.at(-1)?.revision ?? ""

  const told = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
    Effect.match(self, {
      onFailure: ({ _tag }) => ({ tag: _tag, value: undefined }),
      onSuccess: (value) => ({ tag: "done", value })
    })
  const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1)
  const expect = (kind: string, actual: string, expected: string) => {
    count(`${kind} ${actual}`)
    assert.strictEqual(actual, expected, kind)
  }

  const advance = (revision: string, pages: Pages) => {
    assert.notStrictEqual(revision, head(), "a new head")
    model.pages = pages
    model.line.push({ revision, pages })
  }
  const proceed = (request: Request, revision: string, pages: Pages, type: string) => {
    assert.notStrictEqual(revision, request.revision, "a new head of the request")
    request.revision = revision
    request.pages = pages
    request.types.push(type)
  }
  const isClosed = ({ status }: Request) => status === "merged" || status === "archived"
  const sidesOf = (request: Request) => {
    const content = (pages: Pages): Content => ({ pages, order: new Map() })
    return { base: content(request.base), primary: content(model.pages), changed: content(request.pages) }
  }

  /** The conflicts that the engine tells, which but for those of orders are the model's. */
  const conflictsOf = Effect.fnUntraced(function* (request: Request) {
    const status = yield* boss(merging.status(space, request.id))
    const own = merged(sidesOf(request), new Map()).conflicts
    const keys = status.conflicts.map(keyOf)
    assert.deepStrictEqual(keys.filter((key) => !key.startsWith("order/")).sort(), own)
    assert.deepStrictEqual([status.expectedBase, status.expectedHead], [head(), request.revision])
    assert.strictEqual(
      status.status,
      keys.length > 0 ? "conflicts" : request.pulled === head() || request.status === "merged" ? "up-to-date" : "clean"
    )
    return status.conflicts
  })

  const plan = (step: Step, pages: Pages) => {
    const targets = [...pages.keys()].filter((id) => !folders.includes(id))
    const id = targets[step.page % Math.max(1, targets.length)]
    const page = id === undefined ? undefined : pages.get(id)
    if (step.kind === "insert" || id === undefined || page === undefined) {
      const parent = step.value % 2 === 0 ? "" : (folders[step.value % folders.length] ?? "")
      const title = values[step.value % 3] ?? ""
      const text = Arena.fresh(() => "blank")
      const made = (page: string): Write => ({ type: "insert", page, title, parent, paragraphs: text })
      const into = parent === "" ? {} : { into: parent }
      const document = { markdown: Arena.markdownOf(text) }
      return { change: { operation: "insert_page" as const, title, document, ...into }, made }
    }
    const update = (field: string, value: string, change: object) => ({
      change: { operation: "update_page" as const, page: id, ...change },
      made: (): Write => ({ type: "set", page: id, field, value })
    })
    if (step.kind === "delete")
      return {
        change: { operation: "delete_page" as const, page: id },
        made: (): Write => ({ type: "delete", page: id })
      }
    if (step.kind === "title") {
      const title = values[step.value % 3] ?? ""
      return update("title", title, { title })
    }
    if (step.kind === "move") {
      const parent = ["", ...folders][step.value % 3] ?? ""
      return parent === page.parent ? undefined : update("parent", parent, { into: parent === "" ? null : parent })
    }
    const field = names[step.value % 2] ?? "p0"
    const words = (page.paragraphs.get(field) ?? "").split(" ")
    words[step.value % 4 < 2 ? 4 : 8] = values[step.value % 3] ?? ""
    const text = words.join(" ")
    const markdown = Arena.markdownOf(new Map([...page.paragraphs, [field, text]]))
    return update(field, text, { document: { markdown } })
  }

  const edit = Effect.fnUntraced(function* (step: Step, request: Request | undefined) {
    const pages = request?.pages ?? model.pages
    const planned = plan(step, pages)
    if (planned === undefined) return
    const target = { space, ...(request === undefined ? {} : { changeRequest: request.id }) }
    const { tag, value } = yield* told(as(world.editor)(edits.apply(target, { changes: [planned.change] })))
    const made = value?.changes.flatMap((each) => (each.object === "deleted_page" ? [] : [each.page.id])) ?? []
    const next = written(pages, [planned.made(made[0] ?? "")])
    const isSame = shown(next) === shown(pages)
    const isRefused = request !== undefined && isClosed(request) && !isSame
    expect(`edit ${step.kind}`, tag, isRefused ? "ChangeRequestClosed" : "done")
    if (value === undefined) return
    if (isSame) assert.strictEqual(value.revision, request?.revision ?? head(), "nothing to write")
    else if (request === undefined) advance(value.revision, next)
    else proceed(request, value.revision, next, "edits")
  })

  const create = Effect.gen(function* () {
    const { id, number, revision } = yield* as(world.editor)(requests.create(space))
    assert.deepStrictEqual([number, revision], [model.requests.length + 1, head()])
    const { pages } = model
    model.requests.push({
      id,
      status: "draft",
      pages,
      base: pages,
      pulled: revision,
      revision,
      initial: revision,
      types: []
    })
    count("create done")
  })

  const pulled = (request: Request) => {
    request.base = model.pages
    request.pulled = head()
  }

  const update = Effect.fnUntraced(function* (request: Request) {
    const conflicts = isClosed(request) ? [] : yield* conflictsOf(request)
    const { tag, value } = yield* told(as(world.editor)(merging.update(space, request.id)))
    const expected = isClosed(request) ? "ChangeRequestClosed" : conflicts.length > 0 ? "conflicts" : "update"
    expect("update", value?.result ?? tag, expected)
    if (value === undefined) return
    const { pages } = merged(sidesOf(request), new Map())
    if (value.result === "update" && request.pulled !== head()) {
      proceed(request, value.revision, pages, "update")
      pulled(request)
    } else assert.strictEqual(value.revision, request.revision)
  })

  const merge = Effect.fnUntraced(function* (request: Request) {
    const conflicts = isClosed(request) ? [] : yield* conflictsOf(request)
    const { tag, value } = yield* told(boss(merging.merge(space, request.id)))
    const expected = isClosed(request) ? "ChangeRequestClosed" : conflicts.length > 0 ? "conflicts" : "merge"
    expect("merge", value?.result ?? tag, expected)
    if (value?.result === "conflicts") assert.strictEqual(value.revision, head())
    if (value?.result !== "merge") return
    const before = head()
    advance(value.revision, merged(sidesOf(request), new Map()).pages)
    request.status = "merged"
    assert.deepStrictEqual((yield* rowOf(value.revision)).parents, [before, request.revision] as never)
  })

  /** Settles each conflict by a side; `partly` leaves the first out, `stale` names other revisions. */
  const resolve = Effect.fnUntraced(function* (request: Request, step: Step) {
    const conflicts = isClosed(request) ? [] : yield* conflictsOf(request)
    const side = (index: number): Side => ((step.value >> (index % 3)) & 1 ? "primary" : "changed")
    const given = new Map(conflicts.map((each, index) => [each, side(index)] as const))
    const missing = step.kind === "partly" ? conflicts[0] : undefined
    if (missing !== undefined) given.delete(missing)
    const extra = new Map<string, Side>()
    const guards = { expectedBase: step.kind === "stale" ? "gone" : head(), expectedHead: request.revision }
    const choices: Choices = new Map([...given].map(([each, chosen]) => [keyOf(each), chosen]))
    const next = merged(sidesOf(request), choices)
    const expected = isClosed(request)
      ? "ChangeRequestClosed"
      : step.kind === "stale"
        ? "ResolutionOutdated"
        : missing !== undefined
          ? "ConflictsRemain"
          : "update"
    for (let left = 3; left > 0; left--) {
      const resolutions = {
        ...Object.fromEntries([...given].map(([{ key }, chosen]) => [key, chosen])),
        ...Object.fromEntries(extra)
      }
      const asked = as(world.editor)(merging.resolve(space, request.id, { resolutions, ...guards }))
      const { tag, value } = yield* told(
        Effect.tapErrorTag(asked, "ConflictsRemain", ({ keys }) =>
          Effect.sync(() => {
            if (expected === "update") for (const key of keys) if (key.startsWith("order/")) extra.set(key, "primary")
          })
        )
      )
      if (tag === "ConflictsRemain" && expected === "update" && extra.size > 0 && left > 1) continue
      expect(step.kind, value?.result ?? tag, expected)
      if (value === undefined) return
      assert.deepStrictEqual(next.conflicts, [])
      proceed(request, value.revision, next.pages, "update")
      pulled(request)
      return
    }
  })

  const set = Effect.fnUntraced(function* (request: Request, status: "draft" | "open" | "archived") {
    const { tag } = yield* told(boss(requests.update(space, request.id, { status })))
    expect(status, tag, request.status === "merged" ? "ChangeRequestClosed" : "done")
    if (tag === "done") request.status = status
  })

  const rollback = Effect.fnUntraced(function* (step: Step) {
    const target = model.line[(step.page * 12 + step.value) % model.line.length]
    if (target === undefined) return
    const { tag, value } = yield* told(boss(rollbacks.rollback(space, { revision: target.revision as never })))
    const isSame = shown(target.pages) === shown(model.pages)
    if (!isSame || target.revision === head()) expect("rollback", tag, isSame ? "NothingToRollBack" : "done")
    if (value !== undefined) advance(value.revision, target.pages)
  })

  const act = (step: Step): Effect.Effect<void, unknown, never> =>
    Effect.suspend(() => {
      const active = model.requests.filter((each) => !isClosed(each))
      const among = step.request > 3 ? model.requests : active.slice(-3)
      const request = among[step.request % Math.max(1, among.length)]
      const isCrowded = step.kind === "create" && active.length > 3
      if (request === undefined || (step.kind === "create" && !isCrowded)) return create
      switch (step.kind) {
        case "create":
        case "update":
          return update(request)
        case "merge":
          return merge(request)
        case "resolve":
        case "partly":
        case "stale":
          return resolve(request, step)
        case "archive":
          return set(request, "archived")
        case "draft":
        case "open":
          return set(request, step.kind)
        case "rollback":
          return rollback(step)
        default:
          return edit(step, step.live ? undefined : request)
      }
    })

  const seen = new Map<string, string>()
  /** Pages of a revision are the model's; each is looked at once. */
  const checkPages = Effect.fnUntraced(function* (revision: string, pages: Pages) {
    const text = seen.get(revision) ?? shown(yield* pagesAt(revision))
    seen.set(revision, text)
    assert.deepStrictEqual(text.split("\n"), shown(pages).split("\n"))
  })

  /** At which state of the space and of itself each request was looked at last. */
  const looked = new Map<string, string>()
  /** What can be seen is as the model says: of every request when the head moved, else of the one that changed. */
  const check = Effect.gen(function* () {
    assert.strictEqual(yield* headOf, head(), "the head")
    yield* checkPages(head(), model.pages)
    for (const request of model.requests) {
      if (looked.get(request.id) === `${head()} ${request.status} ${request.revision}`) continue
      looked.set(request.id, `${head()} ${request.status} ${request.revision}`)
      const view = yield* as(world.reader)(requests.get(space, request.id))
      assert.deepStrictEqual(
        [view.status, view.outdated, view.revision, view.revisionInitial],
        [request.status, request.status !== "merged" && request.pulled !== head(), request.revision, request.initial]
      )
      assert.strictEqual(view.revisionMergedAncestor ?? view.revisionInitial, request.pulled)
      yield* checkPages(request.revision, request.pages)
    }
  })

  /** The revisions of each request are of the types that the model wrote down, back to where it began. */
  const checkLines = Effect.gen(function* () {
    looked.clear()
    yield* check
    for (const request of model.requests) {
      const types: Array<string> = []
      let at: string = request.revision
      while (at !== request.initial) {
        const { parents, type } = yield* rowOf(at)
        types.unshift(type)
        assert.lengthOf(parents, type === "update" ? 2 : 1)
        at = parents[0] ?? request.initial
      }
      assert.deepStrictEqual(types, request.types)
    }
    const view = yield* boss(spaces.get(space))
    const counted = (status: string) => model.requests.filter((each) => each.status === status).length
    assert.deepStrictEqual(
      [view.changeRequests, view.changeRequestsOpen, view.changeRequestsDraft],
      [model.requests.length, counted("open"), counted("draft")]
    )
  })

  const run = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
    for (const each of steps) {
      yield* Effect.andThen(act(each), check).pipe(
        Effect.orDie,
        Effect.catchDefect((defect) =>
          Effect.die(
            new Error(`${JSON.stringify(each)}: ${defect instanceof Error ? defect.message : defect}`, {
              cause: defect
            })
          )
        )
      )
    }
    yield* Effect.orDie(checkLines)
  })
  return { run } as const
})

/** One run: the model beside an engine; `tally` is how often each command was answered how. */
export const make = (
  world: World,
  tally: Map<string, number>
): Effect.Effect<
  { readonly run: (steps: ReadonlyArray<Step>) => Effect.Effect<void> },
  never,
  Engine.Services | Engine.Ports
> => Effect.orDie(made(world, tally))
