import { assert } from "@effect/vitest"
import { Effect, FastCheck as fc, TestClock } from "effect"
import { type Answer, type Level, type Model, type Person, week } from "./Model.ts"
import type { Answered, Call, System, Wire } from "./Systems.ts"

/** One run: the model, a system, and how the model's keys are called there. */
export interface Run {
  readonly model: Model
  readonly system: System
  readonly ids: Map<number, string>
  readonly users: ReadonlyMap<string, string>
  readonly organizations: ReadonlyArray<string>
  /** How often each command was answered how: a suite in which nothing succeeds proves nothing. */
  readonly tally: Map<string, number>
}

export interface Command {
  readonly name: string
  readonly run: (on: Run) => Effect.Effect<void>
}

const keyOf = (on: Run, id: string | undefined): number | null => {
  for (const [key, known] of on.ids) if (known === id) return key
  return id === undefined ? null : -1
}

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

type Shape = "view" | "list" | "plain" | "import" | "pages" | "search"

const shaped = (on: Run, shape: Shape, value: Wire): unknown => {
  switch (shape) {
    case "view":
      return seen(on, value)
    case "list":
      return { count: value.count, items: value.items.map((item) => seen(on, item)) }
    case "import":
      return { imported: value.importedResources, total: value.totalResources }
    case "pages":
      return value.pages.map((page) => page.title)
    case "search":
      return value.items.map((item) => item.title).sort()
    case "plain":
      return value
  }
}

const compare = (on: Run, shape: Shape, expected: Answer, answered: Answered) => {
  const actual = "value" in answered ? { ok: shaped(on, shape, answered.value) } : { refused: answered.reason }
  assert.deepStrictEqual(actual, expected)
}

const step = (
  name: string,
  plan: (on: Run) => { person: Person; call: Call; expected: () => Answer; shape: Shape; made?: number } | undefined
): Command => ({
  name,
  run: (on) =>
    Effect.gen(function* () {
      const planned = plan(on)
      if (planned === undefined) return
      const next = [...on.model.items.keys()].length
      const expected = planned.expected()
      const answered = yield* on.system.ask(on.users.get(planned.person.name) ?? "", planned.call)
      const isMade = [...on.model.items.keys()].length > next
      if (isMade && "value" in answered) on.ids.set([...on.model.items.keys()].length - 1, answered.value.id)
      const outcome = `${name.split(" ")[0]} ${"refused" in expected ? expected.refused : "ok"}`
      on.tally.set(outcome, (on.tally.get(outcome) ?? 0) + 1)
      compare(on, planned.shape, expected, answered)
    })
})

const nouns = ["space", "collection"] as const
const kind = fc.constantFrom(...nouns)
const who = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 4, 5)
const which = fc.integer({ min: 0, max: 30 }).noBias()
const organization = fc.constantFrom(0, 0, 0, 1)
const title = fc.constantFrom(
  "Guide",
  "Reference",
  "",
  "  Notes ",
  "A title of exactly fifty characters, no more, ok.."
)
const level = fc.constantFrom<Level>("inherit", "inherit", null, "read", "edit", "create")

const person = (on: Run, index: number): Person => on.model.people[index % on.model.people.length] ?? ({} as Person)
const pathOf = (noun: (typeof nouns)[number], id: string) => `/v1/${noun}s/${id}`

/** An item of the kind, deleted ones too; sometimes one that does not exist. */
const pick = (on: Run, noun: (typeof nouns)[number] | undefined, index: number) => {
  const all = [...on.model.items.values()].filter((item) => noun === undefined || item.kind === noun)
  const item = all[index % (all.length + 1)]
  return item === undefined
    ? { key: 999, id: "qnothing", kind: noun ?? "space" }
    : { key: item.key, id: on.ids.get(item.key) ?? "", kind: item.kind }
}

const creating = (who: fc.Arbitrary<number>) =>
  fc
    .record({
      kind,
      who,
      organization,
      title: fc.option(title, { nil: undefined }),
      parent: fc.option(which, { nil: undefined })
    })
    .map((it) =>
      step(`create ${JSON.stringify(it)}`, (on) => {
        const parent = it.parent === undefined ? undefined : pick(on, "collection", it.parent)
        const by = person(on, it.who)
        return {
          person: by,
          call: {
            method: "POST",
            path: `/v1/orgs/${on.organizations[it.organization]}/${it.kind}s`,
            body: {
              ...(it.title === undefined ? {} : { title: it.title }),
              ...(parent === undefined ? {} : { parent: parent.id })
            }
          },
          expected: () => on.model.create(it.kind, by, it.organization, it.title?.trim(), parent?.key),
          shape: "view"
        }
      })
    )

const create = creating(who)

/** What every run begins with: a few things of administrators and creators. */
export const founding = fc.array(creating(fc.constantFrom(0, 0, 1)), { minLength: 8, maxLength: 14 })

const read = fc.record({ kind, who, which }).map((it) =>
  step(`get ${JSON.stringify(it)}`, (on) => {
    const item = pick(on, it.kind, it.which)
    const by = person(on, it.who)
    return {
      person: by,
      call: { method: "GET", path: pathOf(it.kind, item.id) },
      expected: () => on.model.get(it.kind, by, item.key),
      shape: "view"
    }
  })
)

const list = fc.record({ kind, who, organization }).map((it) =>
  step(`list ${JSON.stringify(it)}`, (on) => {
    const by = person(on, it.who)
    return {
      person: by,
      call: { method: "GET", path: `/v1/orgs/${on.organizations[it.organization]}/${it.kind}s` },
      expected: () => on.model.list(it.kind, by, it.organization),
      shape: "list"
    }
  })
)

const children = fc.record({ who, which }).map((it) =>
  step(`children ${JSON.stringify(it)}`, (on) => {
    const item = pick(on, "collection", it.which)
    const by = person(on, it.who)
    return {
      person: by,
      call: { method: "GET", path: `${pathOf("collection", item.id)}/spaces` },
      expected: () => on.model.childrenOf(by, item.key),
      shape: "list"
    }
  })
)

const update = fc
  .record({
    kind,
    who,
    which,
    title: fc.option(title, { nil: undefined }),
    level: fc.option(level, { nil: undefined }),
    editMode: fc.option(fc.constantFrom("live" as const, "locked" as const), { nil: undefined })
  })
  .map((it) =>
    step(`update ${JSON.stringify(it)}`, (on) => {
      const item = pick(on, it.kind, it.which)
      const by = person(on, it.who)
      const editMode = it.kind === "space" && it.editMode !== undefined ? { editMode: it.editMode } : {}
      return {
        person: by,
        call: {
          method: "PATCH",
          path: pathOf(it.kind, item.id),
          body: {
            ...(it.title === undefined ? {} : { title: it.title }),
            ...(it.level === undefined ? {} : { defaultLevel: it.level }),
            ...editMode
          }
        },
        expected: () =>
          on.model.update(it.kind, by, item.key, {
            ...(it.title === undefined ? {} : { title: it.title.trim() }),
            ...(it.level === undefined ? {} : { level: it.level }),
            ...editMode
          }),
        shape: "view"
      }
    })
  )

/** Somebody closes what they made, and looks for it. */
const close = fc.record({ kind, which, givesAway: fc.boolean() }).map(
  (it): Command => ({
    name: `close ${JSON.stringify(it)}`,
    run: (on) => {
      const item = pick(on, it.kind, it.which)
      const made = on.model.items.get(item.key)
      const by = on.model.people.find(({ name }) => name === made?.creator)
      if (made === undefined || by === undefined) return Effect.void
      const closing = step("close", () => ({
        person: by,
        call: { method: "PATCH", path: pathOf(it.kind, item.id), body: { defaultLevel: null } },
        expected: () => on.model.update(it.kind, by, item.key, { level: null }),
        shape: "view"
      }))
      const looking = step("look", () => ({
        person: by,
        call: { method: "GET", path: `/v1/orgs/${on.organizations[made.organization]}/${it.kind}s` },
        expected: () => on.model.list(it.kind, by, made.organization),
        shape: "list"
      }))
      const target = made.organization === 0 ? 1 : 0
      const admin = person(on, 0)
      const giving = step("give", () => ({
        person: admin,
        call: {
          method: "POST",
          path: `${pathOf(it.kind, item.id)}/transfer`,
          body: { organization: on.organizations[target] }
        },
        expected: () => on.model.transfer(it.kind, admin, item.key, target),
        shape: "view"
      }))
      const asking = step("ask", () => ({
        person: by,
        call: { method: "GET", path: pathOf(it.kind, item.id) },
        expected: () => on.model.get(it.kind, by, item.key),
        shape: "view"
      }))
      const steps = it.givesAway ? [closing, looking, giving, asking] : [closing, looking]
      return Effect.forEach(steps, ({ run }) => run(on), { discard: true })
    }
  })
)

const move = fc
  .record({
    kind,
    who,
    which,
    parent: fc.oneof(which, which, fc.constantFrom(null, undefined)),
    side: fc.option(fc.constantFrom("before" as const, "after" as const), { nil: undefined }),
    beside: which
  })
  .map((it) =>
    step(`move ${JSON.stringify(it)}`, (on) => {
      const item = pick(on, it.kind, it.which)
      const by = person(on, it.who)
      const parent = typeof it.parent === "number" ? pick(on, "collection", it.parent) : it.parent
      const other = pick(on, undefined, it.beside)
      const position =
        it.side === undefined ? {} : { position: { [it.side]: { type: other.kind, [other.kind]: other.id } } }
      const where = parent === undefined ? {} : { parent: parent === null ? null : parent.id }
      return {
        person: by,
        call: { method: "POST", path: `${pathOf(it.kind, item.id)}/move`, body: { ...where, ...position } },
        expected: () =>
          on.model.move(it.kind, by, item.key, {
            ...(parent === undefined ? {} : { parent: parent === null ? null : parent.key }),
            ...(it.side === undefined ? {} : { beside: { side: it.side, key: other.key } })
          }),
        shape: "view"
      }
    })
  )

const verbs = ["remove", "restore", "remove", "restore", "transfer"] as const
const lifecycle = fc.record({ kind, who, which, organization, verb: fc.constantFrom(...verbs) }).map((it) =>
  step(`${it.verb} ${JSON.stringify(it)}`, (on) => {
    const item = pick(on, it.kind, it.which)
    const by = person(on, it.who)
    const path = pathOf(it.kind, item.id)
    if (it.verb === "remove") {
      return {
        person: by,
        call: { method: "DELETE", path },
        expected: () => on.model.remove(it.kind, by, item.key),
        shape: "plain"
      }
    }
    if (it.verb === "restore") {
      return {
        person: by,
        call: { method: "POST", path: `${path}/restore` },
        expected: () => on.model.restore(it.kind, by, item.key),
        shape: "view"
      }
    }
    const body = { organization: on.organizations[it.organization] }
    return {
      person: by,
      call: { method: "POST", path: `${path}/transfer`, body },
      expected: () => on.model.transfer(it.kind, by, item.key, it.organization),
      shape: "view"
    }
  })
)

const words = ["Install", "Configure", "Merge"] as const
const content = fc
  .record({
    who,
    which,
    word: fc.constantFrom(...words),
    verb: fc.constantFrom("import", "import", "pages", "duplicate", "search"),
    organization
  })
  .map((it) =>
    step(`${it.verb} ${JSON.stringify(it)}`, (on) => {
      const item = pick(on, "space", it.which)
      const by = person(on, it.who)
      const path = pathOf("space", item.id)
      switch (it.verb) {
        case "import":
          return {
            person: by,
            call: { method: "POST", path: `${path}/content`, body: { text: `# ${it.word} it\n\nText.\n` } },
            expected: () => on.model.importPage(by, item.key, `${it.word} it`),
            shape: "import"
          }
        case "duplicate":
          return {
            person: by,
            call: { method: "POST", path: `${path}/duplicate` },
            expected: () => on.model.duplicate(by, item.key),
            shape: "view"
          }
        case "search":
          return {
            person: by,
            call: { method: "GET", path: `/v1/orgs/${on.organizations[it.organization]}/search?query=${it.word}` },
            expected: () => on.model.search(by, it.organization, it.word.toLowerCase()),
            shape: "search"
          }
        default:
          return {
            person: by,
            call: { method: "GET", path: `${path}/content` },
            expected: () => on.model.pages(by, item.key),
            shape: "pages"
          }
      }
    })
  )

const wait = fc.constantFrom(1, 3_600_000, week / 2, week - 1, week).map(
  (milliseconds): Command => ({
    name: `wait ${milliseconds}`,
    run: (on) =>
      Effect.zipRight(
        TestClock.adjust(milliseconds),
        Effect.sync(() => {
          on.model.now += milliseconds
        })
      )
  })
)

export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: create },
  { weight: 2, arbitrary: read },
  { weight: 4, arbitrary: list },
  { weight: 1, arbitrary: children },
  { weight: 3, arbitrary: update },
  { weight: 2, arbitrary: close },
  { weight: 4, arbitrary: move },
  { weight: 8, arbitrary: lifecycle },
  { weight: 4, arbitrary: content },
  { weight: 1, arbitrary: wait }
)
