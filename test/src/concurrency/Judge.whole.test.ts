import { assert, describe, it } from "@effect/vitest"
import { Rollbacks } from "@quire/core"
import { Effect } from "effect"
import { as, memory } from "../support/engine.ts"
import { found } from "../support/world.ts"
import * as Arena from "./Arena.ts"
import { run } from "./Clients.ts"
import type { Content, Page } from "./Content.ts"
import { type History, type Operation, type Outcome, type Request, type Revision, recorder } from "./History.ts"
import { judge } from "./Judge.ts"
import { wordsOf } from "./Traces.ts"

/** A race in one locked space with everything in it that a judge looks at. */
const raced = Effect.gen(function* () {
  const world = yield* found
  const arena = yield* Arena.make(world, { isLive: false, shared: 4 })
  const own = recorder()
  yield* run({ world, arenas: [{ arena, recorder: own, joint: [] }], seed: 11, rounds: 2 }, 12)
  const { rollback } = yield* Rollbacks.Rollbacks
  const { line } = yield* Arena.observe(world, arena, [])
  const target = line.at(-3) ?? ""
  yield* own.record(
    { kind: "rollback", client: 0, target },
    as(world.creator)(rollback(arena.space, { revision: target as never })),
    (answer) => answer
  )
  const seen = yield* Arena.observe(world, arena, wordsOf(own.operations))
  return { operations: own.operations, seen } satisfies History
})

/** The history does not hold what a corruption is made from; another race may. */
class NotOffered extends Error {}

const some = <A>(value: A | undefined): A => {
  if (value === undefined) throw new NotOffered()
  return value
}

const offered = (corrupt: (history: History) => History, history: History): History | undefined => {
  try {
    return corrupt(history)
  } catch (error) {
    if (error instanceof NotOffered) return undefined
    throw error
  }
}

const answered = ({ outcome }: Operation) => (outcome.type === "done" ? outcome : undefined)

const withOperation = (history: History, old: Operation, next: Partial<Operation>): History => ({
  ...history,
  operations: history.operations.map((each) => (each === old ? { ...each, ...next } : each))
})
const withAnswer = (history: History, old: Operation, next: object): History =>
  withOperation(history, old, { outcome: { ...old.outcome, ...next } as Outcome })
const withSeen = (history: History, next: Partial<History["seen"]>): History => ({
  ...history,
  seen: { ...history.seen, ...next }
})
const withRevision = (history: History, id: string, next: (seen: Revision) => Partial<Revision>): History => {
  const revision = some(history.seen.revisions.get(id))
  return withSeen(history, {
    revisions: new Map([...history.seen.revisions, [id, { ...revision, ...next(revision) }]])
  })
}
const withRequest = (history: History, old: Request, next: Partial<Request>): History =>
  withSeen(history, { requests: history.seen.requests.map((each) => (each === old ? { ...each, ...next } : each)) })
const withPage = (content: Content, id: string, next: Partial<Page>): Content => ({
  ...content,
  pages: new Map([...content.pages, [id, { ...some(content.pages.get(id)), ...next }]])
})

const ofKind = (
  { operations }: History,
  kind: Operation["kind"],
  isWanted: (each: Operation) => boolean = () => true
) => some(operations.findLast((each) => each.kind === kind && answered(each) !== undefined && isWanted(each)))

const aMerge = (history: History) => ofKind(history, "merge", (each) => answered(each)?.result === "merge")
const revisionOf = (operation: Operation) => some(answered(operation)?.revision)
const contentOf = ({ seen }: History, id: string | undefined) => some(seen.revisions.get(id ?? "")).content

/** A merge whose both sides changed pages, and whose result is not what its request had. */
const aTrueMerge = (
  history: History,
  isWanted: (result: Content, page: string, primary: Page) => boolean = () => true
) =>
  some(
    history.seen.line.slice(history.seen.founding).flatMap((id) => {
      const revision = some(history.seen.revisions.get(id))
      const [primary, changed] = revision.parents.map((parent) => contentOf(history, parent))
      if (revision.type !== "merge" || primary === undefined || changed === undefined) return []
      const lost = [...primary.pages].find(
        ([id, page]) =>
          changed.pages.get(id)?.title !== page.title &&
          changed.pages.get(id)?.title !== revision.content.pages.get(id)?.title &&
          page.title.startsWith("w") &&
          isWanted(revision.content, id, page)
      )
      return lost === undefined ? [] : [{ id, changed }]
    })[0]
  )

/** What a broken engine would leave behind, and the law that it breaks. */
const corruptions: ReadonlyArray<readonly [name: string, law: string, corrupt: (history: History) => History]> = [
  [
    "a merge that takes the request's content for the result",
    "merges lose nothing",
    (history) => {
      const { changed, id } = aTrueMerge(history)
      return withRevision(history, id, () => ({ content: changed }))
    }
  ],
  [
    "a merge over titles that its request had never seen",
    "no edit is lost",
    (history) => {
      const { changed, id } = aTrueMerge(history, ({ pages }, page, { title }) => pages.get(page)?.title === title)
      return withRevision(history, id, () => ({ content: changed }))
    }
  ],
  [
    "a word of a merged request that is gone from the head",
    "no edit is lost",
    (history) => {
      const { line } = history.seen
      const merges = new Set(history.seen.requests.flatMap(({ revisionMerged }) => revisionMerged ?? []))
      const operations = history.operations.filter(({ kind }) => kind !== "rollback" && kind !== "resolve")
      const insertedBy = (merge: string) =>
        operations.flatMap((each) =>
          each.request === some(history.seen.revisions.get(merge)).mergedFrom
            ? (answered(each)?.writes ?? []).flatMap((write) => (write.type === "insert" ? [write] : []))
            : []
        )[0]
      const last = some(line.findLast((id) => merges.has(id) && insertedBy(id) !== undefined))
      const kept = history.seen.line.slice(0, line.indexOf(last) + 1)
      const inserted = some(insertedBy(last))
      const edits = operations.filter(
        (each) =>
          !(answered(each)?.writes ?? []).some((write) => write.type !== "insert" && write.page === inserted.page)
      )
      const shortened = { operations: edits, seen: { ...history.seen, line: kept, head: last } }
      return withRevision(shortened, last, ({ content }) => ({
        content: { ...content, pages: new Map([...content.pages].filter(([id]) => id !== inserted.page)) }
      }))
    }
  ],
  [
    "one merge that two callers were promised",
    "acknowledged once",
    (history) => ({ ...history, operations: [...history.operations, aMerge(history)] })
  ],
  [
    "a request that was merged twice",
    "merged once and whole",
    (history) => {
      const merge = aMerge(history)
      const { head, line, revisions } = history.seen
      const again = { ...some(revisions.get(revisionOf(merge))), id: "again" }
      const twice = withSeen(history, {
        line: [...line, "again"],
        head: "again",
        revisions: new Map([...revisions, ["again", { ...again, parents: [head, some(again.parents[1])] }]])
      })
      const outcome = { ...merge.outcome, revision: "again" } as Outcome
      return { ...twice, operations: [...twice.operations, { ...merge, start: 1e6, end: 1e6 + 1, outcome }] }
    }
  ],
  [
    "revisions in another order than their callers saw",
    "real time",
    (history) => {
      const early = some(history.operations.find((each) => answered(each)?.result === "merge"))
      const late = aMerge(history)
      const [one, other] = [revisionOf(early), revisionOf(late)]
      const swapped = history.seen.line.map((id) => (id === one ? other : id === other ? one : id))
      return withSeen(history, { line: swapped })
    }
  ],
  [
    "a revision that follows another than the one before it",
    "one line",
    (history) => {
      const { line } = history.seen
      return withRevision(history, some(line.at(-1)), ({ parents }) => ({
        parents: [some(line[0]), ...parents.slice(1)]
      }))
    }
  ],
  [
    "an edit without an author",
    "acknowledged once",
    (history) => {
      const edit = ofKind(history, "edit")
      return { ...history, operations: history.operations.filter((each) => each !== edit) }
    }
  ],
  [
    "an edit that was promised and is not there",
    "acknowledged once",
    (history) => withAnswer(history, ofKind(history, "edit"), { revision: "nowhere" })
  ],
  [
    "an edit that wrote another page too",
    "edits write what they say",
    (history) => {
      const edit = ofKind(history, "edit")
      const page = some([...contentOf(history, revisionOf(edit)).pages.keys()][0])
      return withRevision(history, revisionOf(edit), ({ content }) => ({
        content: withPage(content, page, { title: "Another writer's" })
      }))
    }
  ],
  [
    "an edit that reordered pages it did not name",
    "edits write what they say",
    (history) => {
      const edit = ofKind(history, "edit")
      return withRevision(history, revisionOf(edit), ({ content }) => ({
        content: { ...content, order: new Map([...content.order].map(([id, list]) => [id, list.toReversed()])) }
      }))
    }
  ],
  [
    "an edit of an unmerged request in the primary content",
    "no trace of what was not merged",
    (history) => {
      const { head, requests } = history.seen
      const isUnmerged = (id: string | undefined) => requests.some((each) => each.id === id && each.status !== "merged")
      const edit = ofKind(history, "edit", ({ request }) => isUnmerged(request))
      const write = some(answered(edit)?.writes?.findLast((each) => each.type === "set" && each.field === "title"))
      const page = some([...contentOf(history, head).pages.keys()][0])
      return withRevision(history, head, ({ content }) => ({
        content: withPage(content, page, { title: write.type === "set" ? write.value : "" })
      }))
    }
  ],
  [
    "an update that does not name what it pulled",
    "requests form lines",
    (history) => {
      const id = some([...history.seen.revisions.values()].find(({ type }) => type === "update")).id
      return withRevision(history, id, ({ parents }) => ({ parents: parents.slice(0, 1) }))
    }
  ],
  [
    "an update that pulled an old head",
    "fresh reads",
    (history) => {
      const { founding, line, revisions } = history.seen
      const [old, before] = [line[founding], new Set(line.slice(0, founding + 3))]
      const late = some(
        [...revisions.values()].findLast(({ parents, type }) => type === "update" && !before.has(parents[1] ?? ""))
      )
      return withRevision(history, late.id, ({ parents }) => ({ parents: [some(parents[0]), some(old)] }))
    }
  ],
  [
    "a resolution that took the other side",
    "merges lose nothing",
    (history) => {
      const isOfFields = (each: Operation) => [...(each.choices ?? [])].some(([key]) => key.startsWith("page/"))
      const resolve = ofKind(history, "resolve", isOfFields)
      const flipped = [...some(resolve.choices)].map(
        ([key, side]) => [key, side === "primary" ? "changed" : "primary"] as const
      )
      return withOperation(history, resolve, { choices: new Map(flipped) })
    }
  ],
  [
    "a resolution that left a conflict out",
    "conflicts are settled",
    (history) => {
      const isOfFields = (each: Operation) => [...(each.choices ?? [])].some(([key]) => key.startsWith("page/"))
      return withOperation(history, ofKind(history, "resolve", isOfFields), { choices: new Map() })
    }
  ],
  [
    "a status without the conflicts",
    "conflicts are reported",
    (history) => {
      const isTold = (each: Operation) => (answered(each)?.conflicts ?? []).some((key) => key.startsWith("page/"))
      return withAnswer(history, ofKind(history, "status", isTold), { conflicts: [] })
    }
  ],
  [
    "a status of a head long gone",
    "fresh reads",
    (history) =>
      withAnswer(history, ofKind(history, "status"), {
        base: some(history.seen.line[history.seen.founding]),
        conflicts: []
      })
  ],
  [
    "a merge that reversed an unchanged order",
    "merges keep orders",
    (history) =>
      withRevision(history, revisionOf(aMerge(history)), ({ content }) => ({
        content: { ...content, order: new Map([...content.order].map(([id, list]) => [id, list.toReversed()])) }
      }))
  ],
  [
    "a rollback to another revision",
    "rollbacks go back",
    (history) => withOperation(history, ofKind(history, "rollback"), { target: some(history.seen.line[0]) })
  ],
  [
    "a merged request that went on",
    "merged once and whole",
    (history) => {
      const merged = some(history.seen.requests.find(({ status }) => status === "merged"))
      return withRequest(history, merged, { status: "archived" })
    }
  ],
  [
    "a request that says it is up to date",
    "outdated",
    (history) => {
      const request = some(history.seen.requests.find(({ outdated }) => outdated))
      return withRequest(history, request, { outdated: false })
    }
  ],
  [
    "a number given twice",
    "numbers",
    (history) => withRequest(history, some(history.seen.requests[0]), { number: some(history.seen.requests[1]).number })
  ],
  [
    "a counter that one request was not counted in",
    "counters",
    (history) => withSeen(history, { counters: { ...history.seen.counters, draft: history.seen.counters.draft + 1 } })
  ],
  [
    "a page that search finds by a word it had before",
    "search follows the head",
    (history) => {
      const [word] = some([...history.seen.found].find(([, pages]) => pages.length === 0))
      return withSeen(history, { found: new Map([...history.seen.found, [word, ["somewhere"]]]) })
    }
  ],
  [
    "a page that search does not find",
    "search follows the head",
    (history) => {
      const [word] = some([...history.seen.found].find(([, pages]) => pages.length > 0))
      return withSeen(history, { found: new Map([...history.seen.found, [word, []]]) })
    }
  ],
  [
    "links of another head",
    "links follow the head",
    (history) => withSeen(history, { links: { kept: "", anew: "[]" } })
  ],
  [
    "an operation that died",
    "no defects",
    (history) =>
      withOperation(history, ofKind(history, "status"), { outcome: { type: "defect", cause: "connection lost" } })
  ],
  [
    "a refusal that nothing explains",
    "allowed refusals",
    (history) => withOperation(history, ofKind(history, "status"), { outcome: { type: "refused", tag: "Forbidden" } })
  ]
]

describe("the judge of races", () => {
  it.live("accepts a recorded history and finds the fault in each corrupted one", () =>
    Effect.gen(function* () {
      let left = corruptions
      for (let race = 0; left.length > 0 && race < 6; race++) {
        const history = yield* raced
        assert.deepStrictEqual(judge(history), [])
        left = left.filter(([name, law, corrupt]) => {
          const corrupted = offered(corrupt, history)
          if (corrupted === undefined) return true
          const laws = new Set(judge(corrupted).map((violation) => violation.law))
          assert.include([...laws], law, name)
          return false
        })
      }
      assert.deepStrictEqual(
        left.map(([name]) => name),
        []
      )
    }).pipe(Effect.provide(memory))
  )
})
