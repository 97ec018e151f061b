import { assert, layer } from "@effect/vitest"
import { Members, Spaces } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem, engines } from "../support/engine.ts"
import { found } from "../support/world.ts"

for (const [name, engine] of engines) {
  layer(engine)(`members on ${name}`, (it) => {
    it.effect("disabled ones keep their role and have none of the access", () =>
      Effect.gen(function* () {
        const members = yield* Members.Members
        const spaces = yield* Spaces.Spaces
        const world = yield* found
        const { id } = yield* as(world.admin)(spaces.create(world.organization, {}))
        yield* asSystem(members.disable(world.organization, world.editor))
        assert.strictEqual((yield* Effect.flip(as(world.editor)(spaces.get(id))))._tag, "SpaceNotFound")
        assert.strictEqual(
          (yield* Effect.flip(as(world.editor)(spaces.list(world.organization, { limit: 1 }))))._tag,
          "OrganizationNotFound"
        )
        yield* asSystem(members.enable(world.organization, world.editor))
        assert.isTrue((yield* as(world.editor)(spaces.get(id))).permissions.edit)
      })
    )

    it.effect("the last administrator stays", () =>
      Effect.gen(function* () {
        const members = yield* Members.Members
        const world = yield* found
        const refused = yield* Effect.flip(asSystem(members.disable(world.organization, world.admin)))
        assert.strictEqual(refused._tag, "LastAdministrator")
        assert.strictEqual(
          (yield* Effect.flip(asSystem(members.disable(world.organization, world.stranger))))._tag,
          "MemberNotFound"
        )
      })
    )

    it.effect("adding twice keeps the role; only the host adds", () =>
      Effect.gen(function* () {
        const members = yield* Members.Members
        const world = yield* found
        const again = yield* asSystem(members.add(world.organization, world.editor, "admin"))
        assert.strictEqual(again.role, "edit")
        assert.strictEqual(
          (yield* Effect.flip(as(world.admin)(members.add(world.organization, world.stranger, "read"))))._tag,
          "HostOnly"
        )
      })
    )
  })
}
