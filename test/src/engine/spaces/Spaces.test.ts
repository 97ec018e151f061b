import { assert, layer } from "@effect/vitest"
import {
  ChangeRequests,
  Collections,
  Comments,
  ContentEdits,
  Contents,
  Duplication,
  Grants,
  Members,
  Organizations,
  Spaces,
  Users
} from "@quire/core"
import { Clock, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** The name of what refuses, or `"allowed"`. */
const answer = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "allowed" })

const whole = { limit: 100 }

const people = Effect.gen(function* () {
  const users = yield* Users.Users
  const organizations = yield* Organizations.Organizations
  const members = yield* Members.Members
  const unique = Math.random().toString(36).slice(2)
  const person = (name: string) =>
    asSystem(users.ensure({ email: `${name}@${unique}.test`, displayName: name, emailVerified: true }))
  const admin = yield* person("admin")
  const editor = yield* person("editor")
  const stranger = yield* person("stranger")
  const organization = yield* as(admin.id)(organizations.create({ title: "Acme" }))
  yield* asSystem(members.add(organization.id, editor.id, "edit"))
  return { organization: organization.id, admin: admin.id, editor: editor.id, stranger: stranger.id }
})

for (const [name, engine] of engines(import.meta.url))
  layer(engine)(`spaces on ${name}`, (it) => {
    it.effect("creates spaces, and lists, moves, closes, deletes and restores them (rule space-restore-window)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const collections = yield* Collections.Collections
        const who = yield* people
        const admin = as(who.admin)
        const editor = as(who.editor)
        const one = yield* admin(spaces.create(who.organization, { title: "One" }))
        const two = yield* admin(spaces.create(who.organization, {}))
        assert.strictEqual(two.title, "Untitled")
        assert.strictEqual(one.visibility, "private")
        const folder = yield* admin(collections.create(who.organization, { title: "Folder" }))
        const listed = yield* editor(spaces.list(who.organization, { limit: 1 }))
        assert.deepStrictEqual([listed.items.length, listed.count], [1, 2])
        const rest = yield* editor(spaces.list(who.organization, { limit: 5, page: listed.next?.page }))
        assert.deepStrictEqual(
          rest.items.map(({ id }) => id),
          [two.id]
        )
        const moved = yield* admin(spaces.move(one.id, { parent: folder.id }))
        assert.strictEqual(moved.visibility, "in-collection")
        assert.strictEqual(
          (yield* Effect.flip(admin(spaces.move(one.id, { parent: folder.id }))))._tag,
          "NothingChanged"
        )
        yield* admin(collections.update(folder.id, { defaultLevel: null }))
        assert.strictEqual((yield* Effect.flip(editor(spaces.get(one.id))))._tag, "SpaceNotFound")
        assert.strictEqual((yield* editor(spaces.list(who.organization, { limit: 5 }))).count, 1)
        assert.isTrue(yield* admin(collections.remove(folder.id)))
        assert.isFalse(yield* admin(spaces.remove(one.id)))
        assert.isDefined((yield* admin(spaces.get(one.id))).deletedAt)
        yield* TestClock.adjust("167 hours")
        const restored = yield* admin(spaces.restore(one.id))
        assert.isUndefined(restored.parent)
        yield* admin(spaces.remove(one.id))
        yield* TestClock.adjust(604_800_000)
        assert.isTrue(Result.isFailure(yield* Effect.result(admin(spaces.restore(one.id)))))
      })
    )

    it.effect(
      "creates them empty, locked and last in their place, with the access level of that place (rule space-new)",
      () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces.Spaces
          const collections = yield* Collections.Collections
          const contents = yield* Contents.Contents
          const world = yield* found
          const mine = as(world.creator)
          const folder = yield* mine(collections.create(world.organization, {}))
          const make = mine(spaces.create(world.organization, { parent: folder.id }))
          const [first, second] = [yield* make, yield* make]
          const { items } = yield* mine(spaces.listIn(folder.id, whole))
          assert.deepStrictEqual(items, [first, second])
          const { changeRequests, comments, defaultLevel, editMode, emoji, title } = second
          assert.deepStrictEqual(
            [title, emoji, editMode, defaultLevel, changeRequests, comments],
            ["Untitled", "", "locked", "inherit", 0, 0]
          )
          const { files, pages, parents, type } = yield* mine(contents.revision({ space: second.id }))
          assert.deepStrictEqual([type, parents, pages, files], ["edits", [], [], []])
        })
    )

    it.effect("gives the creator access, and copies the access level of the source (rule access-creator-levels)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const collections = yield* Collections.Collections
        const grants = yield* Grants.Grants
        const { duplicate } = yield* Duplication.Duplication
        const world = yield* found
        const { organization } = world
        const closed = yield* as(world.creator)(collections.create(organization, {}))
        yield* as(world.creator)(collections.update(closed.id, { defaultLevel: null }))
        const shelf = yield* as(world.admin)(collections.create(organization, {}))
        const given = { users: [world.guest], role: "create" } as const
        yield* as(world.admin)(grants.invite({ kind: "collection", id: shelf.id }, given))
        for (const [who, place] of [
          [world.creator, {}],
          [world.creator, { parent: closed.id }],
          [world.guest, { parent: shelf.id }]
        ] as const) {
          const space = yield* as(who)(spaces.create(organization, place))
          const collection = yield* as(who)(collections.create(organization, place))
          assert.deepStrictEqual([space.permissions.admin, collection.permissions.admin], [true, true])
        }
        for (const [level, admin] of [
          ["read", false],
          ["create", true],
          [null, true]
        ] as const) {
          const { id } = yield* as(world.creator)(spaces.create(organization, {}))
          yield* as(world.creator)(spaces.update(id, { defaultLevel: level }))
          const copy = yield* as(world.creator)(duplicate(id))
          assert.deepStrictEqual([copy.defaultLevel, copy.permissions.admin], [level, admin])
        }
      })
    )

    it.effect(
      "derives visibility from the location, which gives access to no one (rules space-visibility and access-visibility)",
      () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces.Spaces
          const collections = yield* Collections.Collections
          const { admin, creator, organization, reader } = yield* found
          const mine = as(admin)
          const open = (yield* mine(collections.create(organization, {}))).id
          const closed = (yield* mine(collections.create(organization, {}))).id
          yield* mine(collections.update(closed, { defaultLevel: null }))
          for (const [parent, defaultLevel, visibility, isSeen] of [
            [undefined, "inherit", "private", true],
            [undefined, null, "private", false],
            [open, "inherit", "in-collection", true],
            [open, "read", "private", true],
            [open, null, "private", false],
            [closed, "inherit", "in-collection", false],
            [closed, "read", "private", true]
          ] as const) {
            const { id } = yield* mine(spaces.create(organization, parent === undefined ? {} : { parent }))
            yield* mine(spaces.update(id, { defaultLevel }))
            assert.strictEqual((yield* mine(spaces.get(id))).visibility, visibility)
            for (const who of [reader, creator]) {
              assert.strictEqual(yield* answer(as(who)(spaces.get(id))), isSeen ? "allowed" : "SpaceNotFound")
            }
          }
        })
    )

    it.effect("changes updatedAt with their own changes, not with comments (rule space-updated)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const collections = yield* Collections.Collections
        const comments = yield* Comments.Comments
        const edits = yield* ContentEdits.ContentEdits
        const grants = yield* Grants.Grants
        const organizations = yield* Organizations.Organizations
        const requests = yield* ChangeRequests.ChangeRequests
        const world = yield* found
        const mine = as(world.admin)
        const { id: elsewhere } = yield* mine(organizations.create({ title: "Elsewhere" }))
        const { id: parent } = yield* mine(collections.create(world.organization, {}))
        const { id: space } = yield* mine(spaces.create(world.organization, {}))
        const { id: changeRequest } = yield* mine(requests.create(space))
        const page = { changes: [{ operation: "insert_page", title: "Page" }] } as const
        const acts: ReadonlyArray<readonly [isOwn: boolean, act: Effect.Effect<unknown, { readonly _tag: string }>]> = [
          [true, mine(spaces.update(space, { title: "Other" }))],
          [true, mine(spaces.update(space, { emoji: "🚀" }))],
          [true, mine(spaces.update(space, { icon: "https://icons.test/a.png" }))],
          [true, mine(spaces.update(space, { defaultLevel: "edit" }))],
          [true, mine(spaces.update(space, { editMode: "live" }))],
          [false, mine(spaces.update(space, { editMode: "live", title: "Other" }))],
          [true, mine(edits.apply({ space }, page))],
          [false, mine(requests.create(space))],
          [false, mine(edits.apply({ space, changeRequest }, page))],
          [false, mine(comments.post({ space }, { body: { markdown: "Why?" } }))],
          [false, mine(grants.invite({ kind: "space", id: space }, { users: [world.guest], role: "read" }))],
          [true, mine(spaces.move(space, { parent }))],
          [false, mine(collections.update(parent, { title: "Shelf", defaultLevel: "read" }))],
          [true, mine(Effect.andThen(spaces.remove(space), spaces.restore(space)))],
          [true, mine(spaces.transfer(space, { organization: elsewhere }))]
        ]
        for (const [at, [isOwn, act]] of acts.entries()) {
          const { updatedAt } = yield* mine(spaces.get(space))
          yield* TestClock.adjust("1 second")
          assert.strictEqual(yield* answer(act), "allowed", `${at}`)
          const now = yield* Clock.currentTimeMillis
          const after = Date.parse((yield* mine(spaces.get(space))).updatedAt)
          assert.strictEqual(after, isOwn ? now : Date.parse(updatedAt), `${at}`)
        }
      })
    )

    it.effect(
      "hides deleted ones from everyone who may not restore them (rules space-deleted, space-restorable and collection-counts)",
      () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces.Spaces
          const collections = yield* Collections.Collections
          const contents = yield* Contents.Contents
          const requests = yield* ChangeRequests.ChangeRequests
          const { duplicate } = yield* Duplication.Duplication
          const { admin, creator, editor, guest, organization, reader } = yield* found
          const mine = as(admin)
          const { id: parent } = yield* mine(collections.create(organization, {}))
          const { id } = yield* mine(spaces.create(organization, { parent }))
          const { id: neighbor } = yield* mine(spaces.create(organization, { parent }))
          const { id: request } = yield* mine(requests.create(id))
          yield* mine(spaces.remove(id))
          for (const [who, may] of [
            [admin, true],
            [creator, true],
            [editor, false],
            [reader, false],
            [guest, false]
          ] as const) {
            assert.strictEqual(yield* answer(as(who)(spaces.get(id))), may ? "allowed" : "SpaceNotFound")
            const { count, items } = yield* as(who)(spaces.listDeleted(organization, whole))
            assert.deepStrictEqual([items.map((each) => each.id), count], may ? [[id], 1] : [[], 0])
          }
          assert.isDefined((yield* as(creator)(spaces.get(id))).deletedAt)
          for (const { count, items } of [
            yield* mine(spaces.list(organization, whole)),
            yield* mine(spaces.listIn(parent, whole))
          ]) {
            assert.deepStrictEqual([items.map((each) => each.id), count], [[neighbor], 1])
          }
          for (const act of [
            spaces.update(id, { title: "Other" }),
            spaces.move(id, { parent: null }),
            duplicate(id),
            contents.pages({ space: id }),
            requests.create(id),
            requests.get(id, request)
          ] as ReadonlyArray<ReturnType<typeof spaces.get>>) {
            assert.strictEqual(yield* answer(mine(act)), "SpaceNotFound")
          }
          const position = { after: { type: "space", space: id } } as const
          assert.strictEqual(yield* answer(mine(spaces.move(neighbor, { position }))), "ReferenceNotFound")
        })
    )

    it.effect(
      "restores them to their previous parent if it exists, in the last position (rule space-restore-place)",
      () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces.Spaces
          const collections = yield* Collections.Collections
          const { admin, organization } = yield* found
          const mine = as(admin)
          const { id: parent } = yield* mine(collections.create(organization, {}))
          const make = Effect.map(mine(spaces.create(organization, { parent })), ({ id }) => id)
          const [one, two, three] = [yield* make, yield* make, yield* make]
          yield* mine(spaces.remove(one))
          assert.strictEqual((yield* mine(spaces.restore(one))).parent, parent)
          const { items } = yield* mine(spaces.listIn(parent, whole))
          assert.deepStrictEqual(
            items.map(({ id }) => id),
            [two, three, one]
          )
        })
    )

    it.effect("copies them to the position after their source, with their content (rule space-duplicate)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const collections = yield* Collections.Collections
        const comments = yield* Comments.Comments
        const grants = yield* Grants.Grants
        const requests = yield* ChangeRequests.ChangeRequests
        const { duplicate } = yield* Duplication.Duplication
        const { admin, creator, guest, organization } = yield* found
        const mine = as(creator)
        const { id: parent } = yield* mine(collections.create(organization, {}))
        const { id } = yield* mine(spaces.create(organization, { parent, editMode: "live" }))
        const { id: last } = yield* mine(spaces.create(organization, { parent }))
        yield* mine(spaces.update(id, { defaultLevel: null, icon: "https://icons.test/a.png" }))
        yield* mine(requests.create(id))
        yield* mine(comments.post({ space: id }, { body: { markdown: "Why?" } }))
        yield* as(admin)(grants.invite({ kind: "space", id }, { users: [guest], role: "read" }))
        const copy = yield* mine(duplicate(id))
        const { items } = yield* mine(spaces.listIn(parent, whole))
        assert.deepStrictEqual(
          items.map((each) => each.id),
          [id, copy.id, last]
        )
        assert.deepStrictEqual(
          [copy.defaultLevel, copy.editMode, copy.urls.icon, copy.changeRequests, copy.comments],
          [null, "locked", "https://icons.test/a.png", 0, 0]
        )
        assert.isTrue(copy.permissions.admin)
        assert.strictEqual(yield* answer(as(guest)(spaces.get(copy.id))), "SpaceNotFound")
      })
    )
  })
