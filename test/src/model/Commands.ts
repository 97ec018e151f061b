import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { type Item, type Level, week } from "./Model.ts"
import * as PeopleCommands from "./PeopleCommands.ts"
import * as RequestCommands from "./RequestCommands.ts"
import { type Command, pathOf, person, pick, pickActive, type Run, step, command as toCommand } from "./Step.ts"

const nouns = ["space", "collection"] as const
const kind = fc.constantFrom(...nouns)
const who = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 4, 5)
const which = fc.noBias(fc.integer({ min: 0, max: 30 }))
const organization = fc.constantFrom(0, 0, 0, 1)
const title = fc.constantFrom(
  "Guide",
  "Reference",
  "",
  "  Notes ",
  "A title of exactly fifty characters, no more, ok.."
)
const level = fc.constantFrom<Level>("inherit", "inherit", null, "read", "edit", "create")

const creating = (who: fc.Arbitrary<number>) =>
  fc
    .record({
      kind,
      who,
      organization,
      title: fc.option(title, { nil: undefined }),
      parent: fc.option(which, { nil: undefined, freq: 2 })
    })
    .map((it) =>
      step(`create ${JSON.stringify(it)}`, (on) => {
        const parent = it.parent === undefined ? undefined : pickActive(on, "collection", it.parent)
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

/** What every run begins with: a few things of administrators and creators, and teams. */
export const founding = fc
  .tuple(fc.array(creating(fc.constantFrom(0, 0, 1)), { minLength: 8, maxLength: 14 }), PeopleCommands.foundingTeams)
  .map((parts) => parts.flat())

const read = fc.record({ kind, who, which }).map((it) =>
  step(`get ${JSON.stringify(it)}`, (on) => {
    const item = pickActive(on, it.kind, it.which)
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
    const item = pickActive(on, "collection", it.which)
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
      const item = pickActive(on, it.kind, it.which)
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

/** A user closes what they created, and looks for it. */
const close = fc.record({ kind, which, givesAway: fc.boolean() }).map((it) =>
  toCommand(`close ${JSON.stringify(it)}`, (on) => {
    const item = pickActive(on, it.kind, it.which)
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
  })
)

/** The collection that holds the collection that holds an item. */
const outerOf = (on: Run, { parent }: Item) => {
  const inner = parent === null ? undefined : on.model.items.get(parent)
  return inner?.parent === null || inner?.parent === undefined ? undefined : on.model.items.get(inner.parent)
}

/** An administrator sets a level two collections above an object, and a user reads it. */
const outer = fc.record({ kind, who, which, level }).map((it) =>
  toCommand(`outer ${JSON.stringify(it)}`, (on) => {
    const nested = [...on.model.items.values()].flatMap((item) => {
      const above = item.deletedAt === null && item.kind === it.kind ? outerOf(on, item) : undefined
      return above === undefined ? [] : [{ item, above }]
    })
    const found = nested[it.which % Math.max(nested.length, 1)]
    if (found === undefined) return Effect.void
    const [admin, by] = [person(on, 0), person(on, it.who)]
    const pathTo = ({ key, kind }: Item) => pathOf(kind, on.ids.get(key) ?? "")
    const setting = step("update", () => ({
      person: admin,
      call: { method: "PATCH", path: pathTo(found.above), body: { defaultLevel: it.level } },
      expected: () => on.model.update("collection", admin, found.above.key, { level: it.level }),
      shape: "view"
    }))
    const looking = step("get", () => ({
      person: by,
      call: { method: "GET", path: pathTo(found.item) },
      expected: () => on.model.get(it.kind, by, found.item.key),
      shape: "view"
    }))
    return Effect.andThen(setting.run(on), looking.run(on))
  })
)

const move = fc
  .record({
    kind,
    who,
    which,
    parent: fc.oneof(which, which, fc.constantFrom(null, undefined)),
    side: fc.option(fc.constantFrom("before" as const, "after" as const), { nil: undefined }),
    sibling: which
  })
  .map((it) =>
    step(`move ${JSON.stringify(it)}`, (on) => {
      const item = pickActive(on, it.kind, it.which)
      const by = person(on, it.who)
      const parent = typeof it.parent === "number" ? pickActive(on, "collection", it.parent) : it.parent
      const other = pick(on, undefined, it.sibling)
      const position =
        it.side === undefined ? {} : { position: { [it.side]: { type: other.kind, [other.kind]: other.id } } }
      const where = parent === undefined ? {} : { parent: parent === null ? null : parent.id }
      return {
        person: by,
        call: { method: "POST", path: `${pathOf(it.kind, item.id)}/move`, body: { ...where, ...position } },
        expected: () =>
          on.model.move(it.kind, by, item.key, {
            ...(parent === undefined ? {} : { parent: parent === null ? null : parent.key }),
            ...(it.side === undefined ? {} : { sibling: { side: it.side, key: other.key } })
          }),
        shape: "view"
      }
    })
  )

const verbs = ["remove", "restore", "remove", "restore", "transfer"] as const
const lifecycle = fc.record({ kind, who, which, verb: fc.constantFrom(...verbs) }).map((it) =>
  step(`${it.verb} ${JSON.stringify(it)}`, (on) => {
    const item = it.verb === "restore" ? pick(on, it.kind, it.which) : pickActive(on, it.kind, it.which)
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
    const target = it.which % 2
    const body = { organization: on.organizations[target] }
    return {
      person: by,
      call: { method: "POST", path: `${path}/transfer`, body },
      expected: () => on.model.transfer(it.kind, by, item.key, target),
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
      const item = pickActive(on, "space", it.which)
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

const wait = fc.constantFrom(1, 3_600_000, week / 2, week - 1, week).map((milliseconds) =>
  toCommand(`wait ${milliseconds}`, (on) =>
    Effect.andThen(
      TestClock.adjust(milliseconds),
      Effect.sync(() => {
        on.model.now += milliseconds
      })
    )
  )
)

export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: create },
  { weight: 2, arbitrary: read },
  { weight: 4, arbitrary: list },
  { weight: 1, arbitrary: children },
  { weight: 3, arbitrary: update },
  { weight: 2, arbitrary: close },
  { weight: 2, arbitrary: outer },
  { weight: 4, arbitrary: move },
  { weight: 8, arbitrary: lifecycle },
  { weight: 4, arbitrary: content },
  { weight: 4, arbitrary: PeopleCommands.member },
  { weight: 4, arbitrary: PeopleCommands.team },
  { weight: 6, arbitrary: PeopleCommands.grant },
  { weight: 5, arbitrary: PeopleCommands.invite },
  { weight: 5, arbitrary: RequestCommands.command },
  { weight: 1, arbitrary: wait }
)
