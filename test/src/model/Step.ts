import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import type { Answer, Model, Person } from "./Model.ts"
import type { Answered, Call, System, Wire } from "./Systems.ts"

/** One run: the model, a system, and how the model's keys are called there. */
export interface Run {
  readonly model: Model
  readonly system: System
  readonly ids: Map<number, string>
  /** The ids of teams (`team:3`), link invites and change requests. */
  readonly named: Map<string, string>
  readonly users: ReadonlyMap<string, string>
  readonly organizations: ReadonlyArray<string>
  /** How often each command was answered how: a suite in which nothing succeeds proves nothing. */
  readonly tally: Map<string, number>
}

export interface Command {
  readonly name: string
  readonly run: (on: Run) => Effect.Effect<void>
  /** How counterexamples show it. */
  readonly [fc.toStringMethod]: () => string
}

export const command = (name: string, run: Command["run"]): Command => ({ name, run, [fc.toStringMethod]: () => name })

const keyOf = (on: Run, id: string | undefined): number | null => {
  for (const [key, known] of on.ids) if (known === id) return key
  return id === undefined ? null : -1
}

const nameOf = (on: Run, id: string): string => [...on.users].find(([, known]) => known === id)?.[0] ?? id

/** What both sides can be compared by. */
const seen = (on: Run, view: Wire) => {
  const shared = {
    title: view.title,
    parent: keyOf(on, view.parent),
    level: view.defaultLevel,
    creates: view.permissions.admin
  }
  return view.object === "collection"
    ? shared
    : {
        ...shared,
        edits: view.permissions.edit,
        editMode: view.editMode,
        deleted: view.deletedAt !== undefined,
        visibility: view.visibility
      }
}

const member = (on: Run, { id, role, spaces, teams }: Wire) => ({ name: nameOf(on, id), role, spaces, teams })

type Shape =
  | "view"
  | "list"
  | "plain"
  | "import"
  | "pages"
  | "search"
  | "member"
  | "members"
  | "team"
  | "invite"
  | "request"
  | "merge"
  | "nothing"

const shapes: { readonly [S in Shape]: (on: Run, value: Wire) => unknown } = {
  view: seen,
  list: (on, { count, items }) => ({ count, items: items.map((item) => seen(on, item)) }),
  import: (_, { importedResources, totalResources }) => ({ imported: importedResources, total: totalResources }),
  pages: (_, { pages }) => pages.map(({ title }) => title).sort(),
  search: (_, { items }) => items.map(({ title }) => title).sort(),
  plain: (_, value) => value,
  member,
  members: (on, { items }) => items.map((item) => member(on, item)).sort((a, b) => (a.name < b.name ? -1 : 1)),
  team: (_, { members, permissions, spaces, title }) => ({ title, members, spaces, manages: permissions.admin }),
  invite: (_, { level, role }) => ({ role: role === undefined ? level : role }),
  request: (_, { number, outdated, status }) => ({ number, status, outdated }),
  merge: (_, { result }) => result,
  nothing: () => null
}

const compare = (on: Run, shape: Shape, expected: Answer, answered: Answered) => {
  const actual = "value" in answered ? { ok: shapes[shape](on, answered.value) } : { refused: answered.reason }
  assert.deepStrictEqual(actual, expected)
}

interface Plan {
  readonly person: Person
  readonly call: Call
  readonly expected: () => Answer
  readonly shape: Shape
  /** What is made, if it is not an item: the answer's id is kept under this name. */
  readonly makes?: string
}

/** A command that asks both sides one thing; nothing where there is nothing to ask about. */
export const step = (name: string, plan: (on: Run) => Plan | undefined): Command =>
  command(name, (on) =>
    Effect.gen(function* () {
      const planned = plan(on)
      if (planned === undefined) return
      const next = on.model.items.size
      const expected = planned.expected()
      const answered = yield* on.system.ask(on.users.get(planned.person.name) ?? "", planned.call)
      if ("value" in answered) {
        if (on.model.items.size > next) on.ids.set(on.model.items.size - 1, answered.value.id)
        if (planned.makes !== undefined) on.named.set(planned.makes, answered.value.id)
      }
      const outcome = `${name.split(" ")[0]} ${"refused" in expected ? expected.refused : "ok"}`
      on.tally.set(outcome, (on.tally.get(outcome) ?? 0) + 1)
      compare(on, planned.shape, expected, answered)
    })
  )

export type Noun = "space" | "collection"

export const person = (on: Run, index: number): Person =>
  on.model.people[index % on.model.people.length] ?? ({} as Person)

export const userOf = (on: Run, { name }: Person): string => on.users.get(name) ?? ""

export const pathOf = (noun: Noun, id: string) => `/v1/${noun}s/${id}`

/** An item of the kind, deleted ones too; sometimes one that does not exist. */
export const pick = (on: Run, noun: Noun | undefined, index: number) => {
  const all = [...on.model.items.values()].filter((item) => noun === undefined || item.kind === noun)
  const item = all[index % (all.length + 1)]
  return item === undefined
    ? { key: 999, id: "qnothing", kind: noun ?? "space" }
    : { key: item.key, id: on.ids.get(item.key) ?? "", kind: item.kind }
}

/** How often something that is not there, or no longer, is asked for. */
const isOdd = (index: number) => index % 8 === 7

/** Mostly an item that is there. */
export const pickActive = (on: Run, noun: Noun, index: number) => {
  const active = [...on.model.items.values()].filter((item) => item.kind === noun && item.deletedAt === null)
  const item = active[index % Math.max(active.length, 1)]
  return isOdd(index) || item === undefined
    ? pick(on, noun, index)
    : { key: item.key, id: on.ids.get(item.key) ?? "", kind: item.kind }
}

/** Mostly one of the keys; its id under a prefix. */
export const pickNamed = (on: Run, prefix: string, keys: Iterable<number>, index: number) => {
  const all = [...keys]
  const key = isOdd(index) ? 999 : (all[index % Math.max(all.length, 1)] ?? 999)
  return { key, id: on.named.get(`${prefix}:${key}`) ?? "qnothing" }
}
