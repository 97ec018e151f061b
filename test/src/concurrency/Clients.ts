import { ChangeRequests, ContentEdits, Contents, Merging, Rollbacks, type UserId } from "@quire/core"
import { Effect, Exit } from "effect"
import { as } from "../support/engine.ts"
import type { World } from "../support/world.ts"
import { type Arena, fresh, markdownOf, type Paragraph, paragraphs, readMarkdown } from "./Arena.ts"
import type { Choices, Side, Write } from "./Content.ts"
import type { Recorder } from "./History.ts"

/** A race: who calls what in which arenas, written down by the recorder of each. */
export interface Race {
  readonly world: World
  readonly arenas: ReadonlyArray<{ readonly arena: Arena; readonly recorder: Recorder; readonly joint: Array<string> }>
  readonly seed: number
  readonly rounds: number
  /** Each client does about half of what it does otherwise. */
  readonly isBrief?: boolean
}

type Place = Race["arenas"][number]
type Change = Parameters<ContentEdits.ContentEdits["Service"]["apply"]>[1]["changes"][number]
interface Planned {
  readonly change: Change
  readonly write: (made: string) => Write | undefined
}

/** Numbers that are the same for the same seed. */
const numbersOf = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <A>(list: ReadonlyArray<A>): A | undefined => list[below(list.length)]
  return { below, pick, chance: (of: number) => next() < of }
}

/** A conflict by the name that the judge has for it: of a text by the first word of its paragraph. */
export const keyOf = (conflict: {
  key: string
  kind: string
  page?: string
  base: unknown
  primary: unknown
}): string =>
  conflict.kind === "text"
    ? `page/${conflict.page}/${String(conflict.base ?? conflict.primary).split(" ")[0]}`
    : conflict.key

/** One of the race's clients. */
const client = Effect.fnUntraced(function* (race: Race, self: number) {
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const requests = yield* ChangeRequests.ChangeRequests
  const merging = yield* Merging.Merging
  const rollbacks = yield* Rollbacks.Rollbacks
  const { below, chance, pick } = numbersOf(race.seed * 1000 + self)
  const { admin, creator, editor } = race.world
  const me: UserId = [admin, creator, editor][self % 3] ?? creator
  const mine = as(me)
  const boss = as(creator)
  let count = 0
  const word = () => `w${self}x${++count}`
  /** Pages that the client's requests and its edits of live content made, by arena. */
  const made = new Map<string, Array<string>>()
  const madeIn = (place: Place, live: boolean) => {
    const key = `${place.arena.space} ${live}`
    const list = made.get(key) ?? []
    made.set(key, list)
    return list
  }

  const insert = ({ arena }: Place): Planned => {
    const [title, into] = [word(), chance(0.5) ? pick(arena.folders) : undefined]
    const text = fresh(word)
    const markdown = `${markdownOf(text)}\n\nlink [here](/pages/${pick(arena.shared)})`
    const at = chance(0.3) ? { at: below(6) } : {}
    return {
      change: {
        operation: "insert_page",
        title,
        document: { markdown },
        ...(into === undefined ? {} : { into }),
        ...at
      },
      write: (page) => ({
        type: "insert",
        page,
        title,
        parent: into ?? "",
        paragraphs: new Map([...text, ["link", "link here"]])
      })
    }
  }
  const rename = (page: string): Planned => {
    const value = word()
    return {
      change: { operation: "update_page", page, title: value },
      write: () => ({ type: "set", page, field: "title", value })
    }
  }
  const move = ({ arena }: Place, page: string): Planned => {
    const into = pick([null, ...arena.folders]) ?? null
    return {
      change: { operation: "update_page", page, into, ...(chance(0.3) ? { at: below(6) } : {}) },
      write: () => ({ type: "set", page, field: "parent", value: into ?? "" })
    }
  }
  const reorder = (page: string): Planned => ({
    change: { operation: "update_page", page, at: below(8) },
    write: () => ({ type: "reorder", page })
  })
  const rewrite = Effect.fnUntraced(function* (target: { space: string; changeRequest?: string }, page: string) {
    const seen = yield* Effect.option(mine(contents.page(target, page, "markdown")))
    if (seen._tag === "None" || seen.value.type !== "document") return []
    const before = readMarkdown(seen.value.markdown ?? "")
    const names = Object.keys(paragraphs) as Array<Paragraph>
    const field = pick(names) ?? "p0"
    const words = (before.get(field) ?? "").split(" ")
    const blanks = paragraphs[field].split(" ").flatMap((each, index) => (each === "_" ? [index + 1] : []))
    words[pick(blanks) ?? 1] = word()
    const value = words.join(" ")
    const markdown = markdownOf(new Map([...before, [field, value]]))
    return [
      {
        change: { operation: "update_page", page, document: { markdown } },
        write: () => ({ type: "set", page, field, value })
      } satisfies Planned
    ]
  })

  const plan = Effect.fnUntraced(function* (
    place: Place,
    target: { space: string; changeRequest?: string },
    pages: { readonly any: ReadonlyArray<string>; readonly text: ReadonlyArray<string> }
  ) {
    const planned: Array<Planned> = []
    const texts = new Set<string>()
    for (let left = 1 + below(race.isBrief ? 2 : 3); left > 0; left--) {
      const page = pick(pages.any) ?? ""
      const text = pick(pages.text)
      const what = below(10)
      if (what < 3) planned.push(insert(place))
      else if (what < 5) planned.push(rename(page))
      else if (what < 6) planned.push(move(place, page))
      else if (what < 7) planned.push(reorder(page))
      else if (text !== undefined && !texts.has(text)) {
        texts.add(text)
        planned.push(...(yield* rewrite(target, text)))
      }
    }
    return [...planned, rename(pick(pages.any) ?? "")]
  })

  const edit = Effect.fnUntraced(function* (
    place: Place,
    request: string | undefined,
    pages: { readonly any: ReadonlyArray<string>; readonly text: ReadonlyArray<string> },
    own: Array<string>
  ) {
    const target = { space: place.arena.space, ...(request === undefined ? {} : { changeRequest: request }) }
    const planned = yield* plan(place, target, pages)
    const gone = own.length > 2 && chance(0.1) ? own.shift() : undefined
    const changes = [
      ...planned.map(({ change }) => change),
      ...(gone === undefined ? [] : [{ operation: "delete_page" as const, page: gone }])
    ]
    const called = { kind: "edit" as const, client: self, ...(request === undefined ? {} : { request }) }
    const isUsable = planned.every(({ change }) => !("page" in change) || change.page !== gone)
    if (!isUsable) return
    const done = yield* place.recorder.record(called, mine(edits.apply(target, { changes })), (result) => {
      const inserted = result.changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
      const writes = planned.flatMap(({ change, write }) => {
        const id = change.operation === "insert_page" ? (inserted.shift() ?? "") : ""
        return write(id) ?? []
      })
      return {
        revision: result.revision,
        writes: gone === undefined ? writes : [...writes, { type: "delete", page: gone }]
      }
    })
    if (Exit.isSuccess(done))
      own.push(...done.value.changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : [])))
  })

  const status = (place: Place, request: string) =>
    place.recorder.record(
      { kind: "status", client: self, request },
      mine(merging.status(place.arena.space, request)),
      ({ conflicts, expectedBase, expectedHead }) => ({
        base: expectedBase,
        head: expectedHead,
        conflicts: conflicts.map(keyOf)
      })
    )

  const resolve = Effect.fnUntraced(function* (place: Place, request: string) {
    const extra = new Map<string, Side>()
    for (let left = 3; left > 0; left--) {
      const seen = yield* status(place, request)
      if (Exit.isFailure(seen) || seen.value.status !== "conflicts") return
      const { conflicts, expectedBase, expectedHead } = seen.value
      const chosen = new Map(conflicts.map((each) => [each.key, pick(["primary", "changed"] as const) ?? "primary"]))
      for (const [key, side] of extra) chosen.set(key, side)
      const names = new Map(conflicts.map((each) => [each.key, keyOf(each)]))
      const choices: Choices = new Map([...chosen].map(([key, side]) => [names.get(key) ?? key, side]))
      const resolution = { resolutions: Object.fromEntries(chosen), expectedBase, expectedHead }
      const done = yield* place.recorder.record(
        { kind: "resolve", client: self, request, choices },
        Effect.tapErrorTag(mine(merging.resolve(place.arena.space, request, resolution)), "ConflictsRemain", (error) =>
          Effect.sync(() => {
            const { keys }: Merging.ConflictsRemain = error
            for (const key of keys) extra.set(key, "primary")
          })
        ),
        ({ revision, result }) => ({ revision, result })
      )
      if (Exit.isSuccess(done)) return
      if (extra.size === 0) continue
    }
  })

  const pull = Effect.fnUntraced(function* (place: Place, request: string) {
    const done = yield* place.recorder.record(
      { kind: "update", client: self, request },
      mine(merging.update(place.arena.space, request)),
      (answer) => answer
    )
    if (Exit.isSuccess(done) && done.value.result === "conflicts") yield* resolve(place, request)
  })

  const merge = Effect.fnUntraced(function* (place: Place, request: string) {
    for (let left = 3; left > 0; left--) {
      const done = yield* place.recorder.record(
        { kind: "merge", client: self, request },
        boss(merging.merge(place.arena.space, request)),
        (answer) => answer
      )
      if (Exit.isFailure(done)) return
      if (done.value.result === "merge") return
      yield* resolve(place, request)
    }
  })

  const set = (place: Place, request: string, wanted: "archived" | "open") =>
    place.recorder.record(
      { kind: wanted === "open" ? "open" : "archive", client: self, request },
      boss(requests.update(place.arena.space, request, { status: wanted })),
      () => ({})
    )

  const rollback = Effect.fnUntraced(function* (place: Place) {
    const moved = place.recorder.operations.flatMap(({ kind, outcome, request }) =>
      outcome.type === "done" && (outcome.result === "merge" || (kind === "edit" && request === undefined))
        ? (outcome.revision ?? [])
        : []
    )
    const target = pick(moved.slice(-6))
    if (target === undefined) return
    yield* place.recorder.record(
      { kind: "rollback", client: self, target },
      boss(rollbacks.rollback(place.arena.space, { revision: target as never })),
      (answer) => answer
    )
  })

  const joinOther = Effect.fnUntraced(function* (place: Place) {
    const request = pick(place.joint)
    if (request === undefined) return
    const { shared } = place.arena
    yield* edit(place, request, { any: shared, text: [] }, [])
    if (chance(0.3)) yield* merge(place, request)
    else if (chance(0.2)) yield* set(place, request, chance(0.5) ? "archived" : "open")
  })

  const round = Effect.gen(function* () {
    const place = race.arenas[chance(0.7) ? 0 : race.arenas.length - 1] ?? race.arenas[0]
    if (place === undefined) return
    const { arena } = place
    if (arena.isLive && chance(0.6)) {
      const own = madeIn(place, true)
      return yield* edit(place, undefined, { any: [...arena.shared, ...own], text: own }, own)
    }
    const created = yield* place.recorder.record(
      { kind: "create", client: self },
      mine(requests.create(arena.space)),
      ({ id, number }) => ({ request: id, number })
    )
    if (Exit.isFailure(created)) return
    const request = created.value.id
    if (chance(0.3)) place.joint.push(request)
    const own = madeIn(place, false)
    for (let left = race.isBrief ? 1 : 1 + below(2); left > 0; left--) {
      const pages = [...arena.shared, ...own]
      yield* edit(place, request, { any: pages, text: pages }, own)
    }
    if (chance(0.3)) yield* joinOther(place)
    if (chance(race.isBrief ? 0.2 : 0.4)) yield* pull(place, request)
    if (chance(race.isBrief ? 0.1 : 0.5)) yield* status(place, request)
    if (chance(0.06)) yield* rollback(place)
    if (chance(0.8)) yield* merge(place, request)
    else if (chance(0.5)) yield* set(place, request, chance(0.5) ? "archived" : "open")
  })

  for (let left = race.rounds; left > 0; left--) yield* round
})

/** Runs the clients side by side until all have done their rounds. */
export const run = (race: Race, clients: number) =>
  Effect.forEach(Array.from({ length: clients }), (_, self) => client(race, self), {
    concurrency: "unbounded",
    discard: true
  })
