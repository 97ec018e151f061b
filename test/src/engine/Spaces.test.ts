import { assert, layer } from "@effect/vitest"
import { Collections, Members, Organizations, Spaces, Users } from "@quire/core"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../support/engine.ts"

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

for (const [name, engine] of engines)
  layer(engine)(`spaces on ${name}`, (it) => {
    it.effect("are created, listed, moved, closed, deleted and restored", () =>
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
  })
