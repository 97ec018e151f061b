import { assert, layer } from "@effect/vitest"
import {
  ChangeRequests,
  Changes,
  Collections,
  ContentBase,
  ContentEdits,
  CustomField,
  CustomFields,
  Duplication,
  type FieldValue,
  Imports,
  Links,
  Members,
  Merging,
  Organizations,
  Outbox,
  Purge,
  Repository,
  Rollbacks,
  Root,
  Space,
  SpaceCustomFields,
  Spaces,
  type UserId
} from "@quire/core"
import { HeadValues, LinkTotals } from "@quire/core/internal"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { markdown } from "../../support/docs.ts"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

type Value = FieldValue.FieldValue

/** The tag of the refusal, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

/** The paths that a refusal names. */
const faults = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, {
    onFailure: (error): ReadonlyArray<string> =>
      "details" in error ? (error.details as ReadonlyArray<{ readonly path: string }>).map(({ path }) => path) : [],
    onSuccess: () => ["done"]
  })

const entries = (values: Readonly<Record<string, Value | undefined>>) => ({
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === undefined ? {} : { value }])
  )
})

const setup = Effect.gen(function* () {
  const world = yield* found
  const fields = yield* CustomFields.CustomFields
  const custom = yield* SpaceCustomFields.SpaceCustomFields
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const base = yield* ContentBase.ContentBase
  const boss = as(world.admin)
  const made = (input: CustomField.Create) => boss(fields.create(world.organization, input))
  const space = Effect.map(boss(spaces.create(world.organization, { title: "Book" })), ({ id }) => id)
  const set = (id: string, values: Readonly<Record<string, Value | undefined>>, who: UserId = world.editor) =>
    as(who)(custom.update(id, entries(values)))
  /** The values that a space shows, by name. */
  const shown = Effect.fnUntraced(function* (id: string) {
    const rows = yield* asSystem(custom.get(id))
    return Object.fromEntries(
      rows.flatMap(({ customField, value }) => (value === undefined ? [] : [[customField.name, value]]))
    )
  })
  const head = (id: string) => Effect.map(asSystem(spaces.get(id)), ({ revision }) => revision)
  const write = (id: string, title: string) =>
    asSystem(
      Effect.gen(function* () {
        yield* spaces.update(id, { editMode: "live" })
        yield* edits.apply({ space: id }, { changes: [{ operation: "insert_page", title }] })
        yield* spaces.update(id, { editMode: "locked" })
      })
    )
  return { ...world, fields, custom, spaces, edits, base, boss, made, space, set, shown, head, write }
})

/** Types and one of their values. */
const samples = {
  note: ["text", "x"],
  size: ["number", 1.5],
  open: ["boolean", false],
  tags: ["tags", ["b", "a"]],
  many: ["select:multi", ["one", "two"]],
  only: ["select:single", "two"]
} as const

const options = ["one", "two", "three"]

const sampleFields = Object.entries(samples).map(([name, [type]]) =>
  type.startsWith("select") ? { name, type, options } : { name, type }
)

const valuesOf = Object.fromEntries(Object.entries(samples).map(([name, [, value]]) => [name, value]))

/** The rows that say which spaces have a value, of an organization; and what the heads of its spaces say. */
const recount = Effect.fnUntraced(function* (organization: string) {
  const uses = yield* Repository.make(HeadValues.collection)
  const fields = yield* Repository.make(CustomField.collection)
  const spaces = yield* Repository.make(Space.collection)
  const base = yield* ContentBase.ContentBase
  const limit = 10_000
  const known = (yield* fields.list("inOrganization", { equals: { organization }, limit })).map(({ value }) => value)
  const rows: Array<string> = []
  for (const { id } of known) {
    const own = yield* uses.list("ofField", { equals: { field: id }, limit })
    for (const { value } of own) {
      assert.strictEqual(value.organization, organization)
      rows.push(JSON.stringify([value.space, value.field, value.options]))
    }
  }
  const heads: Array<string> = []
  for (const { value: space } of yield* spaces.list("inOrganization", { equals: { organization }, limit })) {
    for (const [name, value] of yield* Root.values(yield* base.rootOf(space.id, space.revision))) {
      const field = known.find((each) => each.name === name)
      const chosen = field?.options === null ? [] : [value].flat()
      heads.push(JSON.stringify([space.id, field?.id ?? name, chosen]))
      for (const option of chosen) assert.include(field?.options ?? [], option)
    }
  }
  return { rows: rows.sort(), heads: heads.sort() }
})

const agrees = Effect.fnUntraced(function* (...organizations: ReadonlyArray<string>) {
  for (const organization of organizations) {
    const { heads, rows } = yield* recount(organization)
    assert.deepStrictEqual(rows, heads)
  }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`custom fields on ${name}`, (it) => {
    it.effect("lets administrators create them and every member see them", () =>
      Effect.gen(function* () {
        const { admin, boss, creator, fields, guest, made, organization, reader, stranger } = yield* setup
        const one = yield* made({ name: "one", type: "text", title: " One ", placeholder: "p", description: "d" })
        const two = yield* made({ name: "_2-", type: "select:multi", options: ["a ", "b"] })
        const { createdAt, id, permissions, updatedAt, urls, ...rest } = one
        assert.deepStrictEqual(rest, { name: "one", title: "One", description: "d", type: "text", placeholder: "p" })
        assert.strictEqual(createdAt, updatedAt)
        assert.match(urls.location, new RegExp(`/v1/orgs/${organization}/custom-fields/one$`))
        assert.deepStrictEqual(permissions, { view: true, edit: true })
        assert.isAbove(two.id.localeCompare(id), 0)
        assert.deepStrictEqual([two.title, two.description, two.placeholder, two.options], ["", "", "", ["a", "b"]])
        for (const who of [guest, reader, creator]) {
          const seen = yield* as(who)(fields.list(organization, { limit: 10 }))
          assert.deepStrictEqual([seen.count, seen.items.map((each) => each.name)], [2, ["one", "_2-"]])
          assert.deepStrictEqual((yield* as(who)(fields.get(organization, "one"))).permissions, {
            view: true,
            edit: false
          })
          assert.strictEqual(
            yield* outcome(as(who)(fields.create(organization, { name: "x", type: "text" }))),
            "Forbidden"
          )
          assert.strictEqual(yield* outcome(as(who)(fields.update(organization, "one", { title: "x" }))), "Forbidden")
          assert.strictEqual(yield* outcome(as(who)(fields.remove(organization, "one"))), "Forbidden")
          assert.isFalse(yield* as(who)(fields.remove(organization, "none")))
        }
        const hidden = yield* Effect.all([
          outcome(as(stranger)(fields.list(organization, { limit: 1 }))),
          outcome(as(stranger)(fields.get(organization, "one"))),
          outcome(as(stranger)(fields.create(organization, { name: "x", type: "text" }))),
          outcome(as(stranger)(fields.update(organization, "one", {}))),
          outcome(as(stranger)(fields.remove(organization, "one")))
        ])
        assert.deepStrictEqual([...new Set(hidden)], ["OrganizationNotFound"])
        assert.strictEqual(yield* outcome(boss(fields.get(organization, "none"))), "CustomFieldNotFound")
        assert.strictEqual(yield* outcome(as(admin)(fields.update(organization, "none", {}))), "CustomFieldNotFound")
      }).pipe(Effect.orDie)
    )

    it.effect("requires unique names, and options for select fields only (rule custom-field-options)", () =>
      Effect.gen(function* () {
        const { boss, fields, made, organization } = yield* setup
        yield* made({ name: "taken", type: "text" })
        assert.strictEqual(yield* outcome(made({ name: "taken", type: "number" })), "CustomFieldNameTaken")
        for (const type of ["text", "number", "boolean", "tags"] as const) {
          assert.deepStrictEqual(yield* faults(made({ name: type, type, options: ["a"] })), ["options"])
        }
        for (const type of ["select:multi", "select:single"] as const) {
          assert.deepStrictEqual(yield* faults(made({ name: "s", type })), ["options"])
        }
        for (const wrong of ["", "A", "a b", "é", "a.b", "x".repeat(51)]) {
          assert.deepStrictEqual(yield* faults(made({ name: wrong, type: "text" })), ["name"])
        }
        assert.deepStrictEqual(yield* faults(boss(fields.update(organization, "taken", { options: ["a"] }))), [
          "options"
        ])
        const twice = yield* faults(made({ name: "s", type: "select:single", options: ["a", " a"] }))
        assert.deepStrictEqual(twice, ["options"])
      })
    )

    it.effect("allows at most 200", () =>
      Effect.gen(function* () {
        const { boss, fields, made, organization, shown, space } = yield* setup
        for (let at = 0; at < 200; at++) yield* made({ name: `f${at}`, type: "text" })
        const refused = yield* Effect.result(made({ name: "more", type: "text" }))
        assert.deepInclude(refused._tag === "Failure" ? refused.failure : {}, {
          _tag: "TooManyCustomFields",
          kind: "limit"
        })
        assert.isTrue(yield* boss(fields.remove(organization, "f7")))
        yield* made({ name: "more", type: "text" })
        assert.deepStrictEqual(yield* shown(yield* space), {})
      }).pipe(Effect.orDie)
    )

    it.effect("accepts only values of their type, all or none (rule custom-field-types)", () =>
      Effect.gen(function* () {
        const { custom, editor, head, made, set, shown, space } = yield* setup
        for (const input of sampleFields) yield* made(input)
        const id = yield* space
        const list = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`)
        const taken: ReadonlyArray<readonly [string, Value, Value?]> = [
          ["note", ""],
          ["note", "x".repeat(256)],
          ["note", " two\nlines "],
          ["size", 0],
          ["size", -1e300],
          ["open", true],
          ["tags", list(50)],
          ["tags", [" e\u0301 "], ["é"]],
          ["many", ["three", "one "], ["three", "one"]],
          ["only", " two", "two"]
        ]
        for (const [field, value, kept = value] of taken) {
          yield* set(id, { [field]: value })
          assert.deepStrictEqual((yield* shown(id))[field], kept)
        }
        const before = [yield* head(id), yield* shown(id)]
        const refused: ReadonlyArray<readonly [string, Value]> = [
          ["note", 1],
          ["note", ["x"]],
          ["note", "x\u0000"],
          ["note", "x".repeat(257)],
          ["size", "1"],
          ["size", Number.NaN],
          ["size", Number.POSITIVE_INFINITY],
          ["open", "true"],
          ["open", 1],
          ["tags", "a"],
          ["tags", ["a", "a "]],
          ["tags", [""]],
          ["tags", ["a\nb"]],
          ["tags", list(51)],
          ["tags", ["x".repeat(257)]],
          ["many", "one"],
          ["many", ["four"]],
          ["many", ["one", "one"]],
          ["only", ["one"]],
          ["only", "One"],
          ["only", ""]
        ]
        for (const [field, value] of refused) {
          const [path = ""] = yield* faults(set(id, { note: "other", [field]: value }))
          assert.isTrue(path.startsWith(`values.${field}.value`), `${field} ${JSON.stringify(value)}: ${path}`)
        }
        assert.deepStrictEqual(yield* faults(set(id, { note: "other", none: "x" })), ["values.none"])
        assert.strictEqual(yield* outcome(set(id, { none: undefined })), "ReferenceNotFound")
        const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, {}]))
        assert.deepStrictEqual(yield* faults(as(editor)(custom.update(id, { values: many(101) }))), ["values"])
        assert.deepStrictEqual(yield* faults(as(editor)(custom.update(id, { values: many(100) }))), ["values.n0"])
        assert.deepStrictEqual([yield* head(id), yield* shown(id)], before)
        yield* set(id, { tags: [], many: [], note: undefined })
        assert.deepStrictEqual(yield* shown(id), { size: -1e300, open: true, only: "two" })
      }).pipe(Effect.orDie)
    )

    it.effect("writes values in one revision, and none if they are already set (rule custom-field-values)", () =>
      Effect.gen(function* () {
        const outbox = yield* Outbox.Outbox
        const changes = yield* Changes.Changes
        const { custom, editor, guest, head, id, made, reader, set, shown, spaces } = yield* Effect.flatMap(
          setup,
          (all) => Effect.map(all.space, (id) => ({ ...all, id }))
        )
        for (const input of sampleFields) yield* made(input)
        const first = yield* head(id)
        yield* TestClock.adjust("1 second")
        const news = Effect.suspend(() => outbox.read(offset, 100))
        let offset = ""
        for (;;) {
          const read = yield* outbox.read(offset, 500)
          offset = read.at(-1)?.offset ?? offset
          if (read.length < 500) break
        }
        const before = yield* asSystem(spaces.get(id))
        yield* set(id, {})
        yield* set(id, { note: undefined, tags: [] })
        assert.deepStrictEqual(yield* asSystem(spaces.get(id)), before)
        yield* set(id, valuesOf)
        assert.deepStrictEqual(yield* shown(id), valuesOf)
        const after = yield* asSystem(spaces.get(id))
        assert.isAbove(Date.parse(after.updatedAt), Date.parse(before.updatedAt))
        yield* set(id, { note: "x", tags: ["b", "a"], only: "two " })
        assert.deepStrictEqual(yield* asSystem(spaces.get(id)), after)
        const events = yield* news
        assert.deepStrictEqual(
          events.map(({ event }) => [event.type, event.space, event.actor]),
          [["spaceCustomFields.update", id, editor]]
        )
        const { changes: shownChanges } = yield* as(reader)(changes.ofRevision({ space: id }))
        const wrapped = Object.fromEntries(Object.entries(valuesOf).map(([field, value]) => [field, { value }]))
        assert.deepStrictEqual(shownChanges, [
          { type: "custom_fields_edited", customFields: { before: {}, after: wrapped } }
        ])
        const base = yield* ContentBase.ContentBase
        const { revision } = yield* as(reader)(base.open({ space: id }))
        assert.deepStrictEqual([revision.parents, revision.type, revision.createdBy], [[first], "edits", editor])
        assert.strictEqual(yield* outcome(set(id, { note: "y" }, reader)), "Forbidden")
        assert.strictEqual(yield* outcome(set(id, { note: "y" }, guest)), "SpaceNotFound")
        assert.strictEqual(yield* outcome(as(guest)(custom.get(id))), "SpaceNotFound")
        const mine = yield* as(reader)(custom.get(id))
        assert.deepStrictEqual(
          mine.map(({ customField }) => [customField.name, customField.permissions.edit]),
          sampleFields.map(({ name }) => [name, false])
        )
      }).pipe(Effect.orDie)
    )

    it.effect("accepts names that objects inherit", () =>
      Effect.gen(function* () {
        const changes = yield* Changes.Changes
        const { boss, fields, made, organization, set, space, custom, editor } = yield* setup
        const names = ["__proto__", "constructor", "valueof", "__definegetter__"]
        for (const each of names) yield* made({ name: each, type: "text" })
        const id = yield* space
        const patch = (value: string): typeof FieldValue.ValuesPatch.Type =>
          JSON.parse(`{"values":{${names.map((each) => `"${each}":{"value":"${value}"}`).join(",")}}}`)
        yield* as(editor)(custom.update(id, patch("mine")))
        const values = (yield* boss(custom.get(id))).map(({ customField, value }) => [customField.name, value])
        assert.deepStrictEqual(
          values,
          names.map((each) => [each, "mine"])
        )
        const [change] = (yield* boss(changes.ofRevision({ space: id }))).changes
        if (change?.type !== "custom_fields_edited") return assert.fail("no change is shown")
        assert.deepStrictEqual(Object.keys(change.customFields.after).sort(), [...names].sort())
        assert.deepStrictEqual(
          yield* faults(as(editor)(custom.update(id, JSON.parse('{"values":{"hasownproperty":{}}}')))),
          ["values.hasownproperty"]
        )
        yield* set(id, { constructor: undefined })
        for (const each of names) assert.isTrue(yield* boss(fields.remove(organization, each)))
        yield* agrees(organization)
        assert.deepStrictEqual(Object.keys({}), [])
      }).pipe(Effect.orDie)
    )

    it.effect("removes used options only by force (rule custom-field-options)", () =>
      Effect.gen(function* () {
        const { boss, fields, head, made, organization, set, shown, space, spaces, write } = yield* setup
        for (const input of sampleFields) yield* made(input)
        const [one, two, none] = [yield* space, yield* space, yield* space]
        yield* write(one, "Page")
        yield* set(one, { many: ["one", "two"], only: "two", note: "kept" })
        yield* set(two, { many: ["two"], only: "three" })
        yield* boss(spaces.remove(two))
        const change = (field: string, left: ReadonlyArray<string>, force = false) =>
          boss(fields.update(organization, field, { options: left }, { force }))
        const heads = Effect.all([head(one), head(none)])
        const before = yield* heads
        yield* change("many", ["one", "two", "new"])
        yield* change("only", ["three", "two"])
        assert.strictEqual(yield* outcome(change("many", ["one"])), "OptionsInUse")
        const refused = yield* Effect.result(change("only", ["one"]))
        assert.deepInclude(refused._tag === "Failure" ? refused.failure : {}, {
          _tag: "OptionsInUse",
          kind: "conflict",
          options: ["three", "two"]
        })
        assert.deepStrictEqual(yield* heads, before)
        assert.deepStrictEqual((yield* change("many", ["one"], true)).options, ["one"])
        assert.deepStrictEqual(yield* shown(one), { many: ["one"], only: "two", note: "kept" })
        yield* change("only", ["one"], true)
        assert.deepStrictEqual(yield* shown(one), { many: ["one"], note: "kept" })
        assert.strictEqual((yield* heads)[1], before[1])
        yield* boss(spaces.restore(two))
        assert.deepStrictEqual(yield* shown(two), {})
        yield* agrees(organization)
      }).pipe(Effect.orDie)
    )

    it.effect("removes values with their field, and keeps them in older revisions (rule custom-field-values)", () =>
      Effect.gen(function* () {
        const rollbacks = yield* Rollbacks.Rollbacks
        const base = yield* ContentBase.ContentBase
        const outbox = yield* Outbox.Outbox
        const { boss, fields, head, made, organization, set, shown, space } = yield* setup
        for (const input of sampleFields) yield* made(input)
        const [one, two, none] = [yield* space, yield* space, yield* space]
        yield* set(one, { note: "x", only: "one", many: ["one", "two"] })
        yield* set(two, { note: "y" })
        const [old, untouched] = [yield* head(one), yield* head(none)]
        assert.isTrue(yield* boss(fields.remove(organization, "note")))
        assert.isFalse(yield* boss(fields.remove(organization, "note")))
        assert.deepStrictEqual([yield* shown(one), yield* shown(two)], [{ only: "one", many: ["one", "two"] }, {}])
        assert.strictEqual(yield* head(none), untouched)
        const events = yield* outbox.read("", 100_000)
        const last = events.map(({ event }) => event).findLast(({ type }) => type === "customFields.delete")
        assert.includeMembers([...(last?.subjects ?? [])], ["note", one, two, yield* head(one), yield* head(two)])
        assert.strictEqual((yield* Root.values(yield* base.rootOf(one, old))).get("note"), "x")
        yield* agrees(organization)

        yield* boss(fields.update(organization, "many", { options: ["two", "new"] }, { force: true }))
        yield* made({ name: "note", type: "text" })
        yield* set(one, { only: "two", many: ["new"], note: "other", size: 1 })
        yield* boss(rollbacks.rollback(one, { revision: old as never }))
        assert.deepStrictEqual(yield* shown(one), { only: "one", many: ["two"] })
        assert.strictEqual(
          yield* outcome(boss(rollbacks.rollback(one, { revision: old as never }))),
          "NothingToRollBack"
        )
        yield* agrees(organization)
      }).pipe(Effect.orDie)
    )

    it.effect("keeps those of the space when a change request is merged", () =>
      Effect.gen(function* () {
        const requests = yield* ChangeRequests.ChangeRequests
        const merging = yield* Merging.Merging
        const { boss, edits, made, organization, set, shown, space, write } = yield* setup
        for (const input of sampleFields) yield* made(input)
        const id = yield* space
        yield* write(id, "Page")
        yield* set(id, { note: "before", only: "one" })
        const proposed = Effect.gen(function* () {
          const { id: request } = yield* boss(requests.create(id))
          yield* boss(
            edits.apply(
              { space: id, changeRequest: request },
              { changes: [{ operation: "insert_page", title: "New" }] }
            )
          )
          return request
        })
        const early = yield* proposed
        assert.isFalse((yield* boss(requests.get(id, early))).outdated)
        yield* set(id, { note: "after", only: undefined, size: 2 })
        const late = yield* proposed
        assert.deepStrictEqual(
          [(yield* boss(requests.get(id, early))).outdated, (yield* boss(requests.get(id, late))).outdated],
          [true, false]
        )
        const pulled = yield* proposed
        yield* set(id, { size: 3 })
        const expected = { note: "after", size: 3 }
        assert.strictEqual((yield* boss(merging.update(id, pulled))).result, "update")
        yield* set(id, { note: "last" })
        for (const request of [early, late, pulled]) {
          assert.strictEqual((yield* boss(merging.status(id, request))).status, "clean")
          assert.strictEqual((yield* boss(merging.merge(id, request))).result, "merge")
          assert.deepStrictEqual(yield* shown(id), { ...expected, note: "last" })
          yield* agrees(organization)
        }
      }).pipe(Effect.orDie)
    )

    it.effect(
      "copies values with a space, and omits them from a transfer (rules space-duplicate and space-transfer)",
      () =>
        Effect.gen(function* () {
          const duplication = yield* Duplication.Duplication
          const organizations = yield* Organizations.Organizations
          const collections = yield* Collections.Collections
          const links = yield* Links.Links
          const members = yield* Members.Members
          const imports = yield* Imports.Imports
          const { admin, base, boss, editor, fields, head, made, organization, set, shown, spaces } = yield* setup
          for (const input of sampleFields) yield* made(input)
          const { id: parent } = yield* boss(collections.create(organization, { title: "All" }))
          const { id } = yield* boss(spaces.create(organization, { title: "Book", parent, editMode: "live" }))
          yield* boss(imports.bytesIntoSpace(id, markdown("# One\n\nSee [there](https://example.com/).\n")))
          yield* set(id, valuesOf)
          const { id: copy } = yield* boss(duplication.duplicate(id))
          assert.deepStrictEqual(yield* shown(copy), valuesOf)
          yield* agrees(organization)
          const count = (space: string) =>
            Effect.map(boss(links.list({ space }, {}, { limit: 10 })), (page) => page.items.length)
          assert.deepStrictEqual([yield* count(id), yield* count(copy)], [1, 1])
          const indexes = yield* Repository.make(LinkTotals.collection)
          const isIndexed = Effect.fnUntraced(function* (space: string) {
            const index = yield* Effect.flatMap(indexes.get(space), Effect.fromOption)
            return index.value.root === (yield* boss(base.open({ space }))).root.hash
          })
          assert.deepStrictEqual([yield* isIndexed(id), yield* isIndexed(copy)], [true, true])
          const { id: bare } = yield* boss(spaces.create(organization, { parent }))
          const { id: gone } = yield* boss(spaces.create(organization, { parent }))
          yield* set(gone, { note: "left" })
          yield* boss(spaces.remove(gone))
          const other = yield* boss(organizations.create({ title: "Other" }))
          yield* asSystem(members.add(other.id, editor, "edit"))
          const { id: own } = yield* boss(fields.create(other.id, { name: "note", type: "text" }))
          const untouched = yield* head(bare)
          const old = yield* head(id)
          yield* boss(collections.transfer(parent, { organization: other.id }))
          assert.deepStrictEqual([yield* shown(id), yield* shown(copy)], [{}, {}])
          assert.strictEqual(yield* head(bare), untouched)
          assert.notStrictEqual(yield* head(id), old)
          assert.deepStrictEqual([yield* count(id), yield* count(copy)], [1, 1])
          yield* agrees(organization, other.id)
          yield* set(id, { note: "new" }, admin)
          assert.deepStrictEqual(yield* shown(id), { note: "new" })
          const uses = yield* Repository.make(HeadValues.collection)
          const rows = yield* uses.list("inSpace", { equals: { space: id }, limit: 10 })
          assert.deepStrictEqual(
            rows.map(({ value }) => [value.organization, value.field]),
            [[other.id, own]]
          )
          yield* boss(spaces.restore(gone))
          assert.deepStrictEqual(yield* shown(gone), { note: "left" })
        }).pipe(Effect.orDie)
    )

    it.effect("stores concurrent values of several people", () =>
      Effect.gen(function* () {
        const { admin, creator, editor, made, organization, set, shown, space, write } = yield* setup
        for (const input of sampleFields) yield* made(input)
        const id = yield* space
        yield* Effect.all(
          [
            set(id, { note: "n" }, admin),
            set(id, { size: 1 }, creator),
            set(id, { open: true }, editor),
            set(id, { tags: ["t"] }, editor),
            write(id, "Page")
          ],
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(yield* shown(id), { note: "n", size: 1, open: true, tags: ["t"] })
        yield* agrees(organization)
      }).pipe(Effect.orDie)
    )

    it.effect("deletes values with their field or space under concurrent writes", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations.Organizations
        const rollbacks = yield* Rollbacks.Rollbacks
        const { admin, boss, fields, head, made, organization, set, shown, space, spaces } = yield* setup
        const other = yield* boss(organizations.create({ title: "Other" }))
        for (let round = 0; round < 5; round++) {
          for (const input of sampleFields) yield* outcome(made(input))
          const [one, two] = [yield* space, yield* space]
          yield* set(one, { note: "old", only: "one" })
          const old = yield* head(one)
          yield* set(one, { note: "new", only: undefined })
          yield* Effect.all(
            [
              outcome(set(one, { note: "x", only: "two" }, admin)),
              outcome(set(two, { note: "x", many: ["one", "two"] }, admin)),
              outcome(boss(rollbacks.rollback(one, { revision: old as never }))),
              outcome(boss(fields.remove(organization, "note"))),
              outcome(boss(fields.update(organization, "only", { options: ["three"] }, { force: true }))),
              outcome(boss(spaces.transfer(two, { organization: other.id })))
            ],
            { concurrency: "unbounded" }
          )
          assert.notProperty(yield* shown(one), "note")
          assert.notProperty(yield* shown(one), "only")
          assert.deepStrictEqual(yield* shown(two), {})
          yield* agrees(organization, other.id)
          yield* outcome(boss(fields.remove(organization, "only")))
        }
      }).pipe(Effect.orDie)
    )

    it.effect("keeps the usage rows consistent with the heads after any sequence of operations", () =>
      Effect.gen(function* () {
        const step = fc.record({
          kind: fc.constantFrom(...stepKinds),
          at: fc.nat(99),
          which: fc.nat(99),
          value: fc.nat(99)
        })
        const done = new Set<string>()
        for (const steps of fc.sample(fc.array(step, { minLength: 25, maxLength: 40 }), { numRuns: 5, seed: 11 })) {
          for (const kind of yield* walk(steps)) done.add(kind)
        }
        const kinds = ["copy", "delete", "drop", "edit", "force", "make", "merge", "move", "pull", "purge"]
        assert.includeMembers([...done], [...kinds, "back", "remove", "request", "restore", "set", "unset"])
      }).pipe(Effect.orDie)
    )
  })
}

/** What is done at a step; the commonest more often. */
const stepKinds =
  "set set set unset drop force remove make copy move back edit request merge pull delete restore purge".split(" ")

interface Step {
  readonly kind: string
  readonly at: number
  readonly which: number
  readonly value: number
}

/** Does what the steps say, as far as it can be done, and recounts after each. */
const walk = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const duplication = yield* Duplication.Duplication
  const organizations = yield* Organizations.Organizations
  const requests = yield* ChangeRequests.ChangeRequests
  const rollbacks = yield* Rollbacks.Rollbacks
  const merging = yield* Merging.Merging
  const purge = yield* Purge.Purge
  const { boss, edits, fields, head, made, organization, set, shown, space, spaces, write } = yield* setup
  const other = yield* boss(organizations.create({ title: "Other" }))
  for (const input of sampleFields) yield* made(input)
  const all: Array<string> = [yield* space, yield* space]
  const revisions: Array<readonly [string, string]> = []
  const open: Array<readonly [string, string]> = []
  const names = Object.keys(samples) as ReadonlyArray<keyof typeof samples>
  const pick = <A>(from: ReadonlyArray<A>, at: number): A => from[at % from.length]!
  const gone: Array<string> = []
  const done = new Set<string>()
  const insert = { changes: [{ operation: "insert_page", title: "Proposed" }] } as const
  for (const { at, kind, value, which } of steps) {
    const id = pick(all, at)
    const field = pick(names, which)
    const chosen = options.filter((_, bit) => ((value >> bit) & 1) === 1)
    const choice: Readonly<Record<keyof typeof samples, Value>> = {
      note: `n${value}`,
      size: value,
      open: value % 2 === 0,
      tags: chosen,
      many: chosen,
      only: pick(options, value)
    }
    const also = pick(names, value)
    const act: Readonly<Record<string, Effect.Effect<unknown, { readonly _tag: string }>>> = {
      set: set(id, { [field]: choice[field], [also]: choice[also] }, undefined),
      unset: set(id, { [field]: undefined }),
      drop: boss(fields.update(organization, field, { options: chosen })),
      force: boss(fields.update(organization, field, { options: chosen }, { force: true })),
      remove: boss(fields.remove(organization, field)),
      make: made(pick(sampleFields, which)),
      copy: Effect.tap(boss(duplication.duplicate(id)), (copy) => Effect.sync(() => all.push(copy.id))),
      move: boss(spaces.transfer(id, { organization: value % 2 === 0 ? other.id : organization })),
      back: boss(
        Effect.suspend(() => {
          const [where, revision] = pick(revisions.length === 0 ? [[id, id] as const] : revisions, which)
          return rollbacks.rollback(where, { revision: revision as never })
        })
      ),
      edit: write(id, `Page ${value}`),
      request: Effect.gen(function* () {
        const { id: request } = yield* boss(requests.create(id))
        yield* boss(edits.apply({ space: id, changeRequest: request }, insert))
        open.push([id, request])
      }),
      merge: boss(Effect.suspend(() => merging.merge(...pick(open.length === 0 ? [[id, id] as const] : open, which)))),
      pull: boss(Effect.suspend(() => merging.update(...pick(open.length === 0 ? [[id, id] as const] : open, which)))),
      delete: Effect.tap(boss(spaces.remove(id)), () => Effect.sync(() => gone.push(id))),
      restore: boss(Effect.suspend(() => spaces.restore(gone.pop() ?? id))),
      purge: Effect.andThen(TestClock.adjust("4 days"), asSystem(purge.expiredContent()))
    }
    const before = kind === "merge" ? yield* Effect.forEach(all, (each) => outcome(shown(each))) : []
    if ((yield* outcome(act[kind] ?? Effect.void)) === "done") done.add(kind)
    yield* agrees(organization, other.id)
    if (kind === "merge") assert.deepStrictEqual(yield* Effect.forEach(all, (each) => outcome(shown(each))), before)
    yield* Effect.match(head(id), { onFailure: () => 0, onSuccess: (now) => revisions.push([id, now]) })
  }
  return done
})
