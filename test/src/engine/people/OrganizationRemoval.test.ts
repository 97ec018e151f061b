import { assert, layer } from "@effect/vitest"
import {
  Collections,
  CustomFields,
  EmailInvites,
  Glossary,
  Installations,
  LinkInvites,
  OpenApiSpecs,
  Organizations,
  Purge,
  Sites,
  Spaces,
  TeamMembers,
  Teams,
  Translations
} from "@quire/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, memory, postgres } from "../../support/engine.ts"
import { installed } from "../../support/integrations.ts"
import { found } from "../../support/world.ts"

/** An organization with something of every kind that ends with it. */
const furnished = Effect.gen(function* () {
  const world = yield* found
  const { organization } = world
  const by = as(world.admin)
  const { id: team } = yield* by((yield* Teams.Teams).create(organization, { title: "Writers" }))
  yield* by((yield* TeamMembers.TeamMembers).put(organization, team, world.editor, {}))
  const parent = yield* by((yield* Collections.Collections).create(organization, { title: "Guides" }))
  const space = yield* by((yield* Spaces.Spaces).create(organization, { title: "Guide", parent: parent.id }))
  const site = yield* by((yield* Sites.Sites).create(organization, { title: "Site", spaces: [space.id] }))
  yield* by((yield* CustomFields.CustomFields).create(organization, { name: "owner", type: "text" }))
  yield* by((yield* OpenApiSpecs.OpenApiSpecs).put(organization, "pets", { source: { text: "{}" } }))
  yield* by(
    (yield* Glossary.Glossary).update(organization, {
      operations: [{ type: "insert", translations: { en: "branch", fr: "branche" } }]
    })
  )
  const source = { space: space.id, language: "en" } as const
  yield* by((yield* Translations.Translations).create(organization, { title: "Guide", source }))
  yield* by((yield* EmailInvites.EmailInvites).send(organization, { emails: ["bob@example.com"], role: "read" }))
  yield* by((yield* LinkInvites.LinkInvites).create(organization, { role: "read" }))
  yield* installed(organization, world.admin, [])
  return { ...world, site: site.id, space: space.id, collection: parent.id }
})

for (const [name, engine] of [
  ["memory", memory],
  ["Postgres", postgres]
] as const) {
  layer(engine)(`removing an organization on ${name} (rule organization-remove)`, (it) => {
    it.effect("deletes its contents once its spaces can no longer be restored", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations.Organizations
        const { admin, collection, organization, site, space } = yield* furnished
        yield* asSystem((yield* Sites.Sites).remove(organization, site))
        yield* asSystem((yield* Spaces.Spaces).remove(space))
        yield* asSystem((yield* Collections.Collections).remove(collection))
        const early = yield* Effect.flip(asSystem(organizations.remove(organization)))
        assert.strictEqual(early._tag, "OrganizationNotEmpty")
        yield* TestClock.adjust("8 days")
        yield* asSystem((yield* Purge.Purge).expiredContent())
        assert.isTrue(yield* asSystem(organizations.remove(organization)))
        const gone = yield* Effect.flip(as(admin)(organizations.get(organization)))
        assert.strictEqual(gone._tag, "OrganizationNotFound")
      })
    )

    it.effect("rejects it while another organization has one of its integrations installed, without changes", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations.Organizations
        const [owner, other] = [yield* found, yield* found]
        const { name } = yield* installed(owner.organization, owner.admin, [])
        const installations = yield* Installations.Installations
        yield* as(other.admin)(installations.create(name, { organization: other.organization }))
        const refused = yield* Effect.flip(asSystem(organizations.remove(owner.organization)))
        assert.strictEqual(refused._tag, "OrganizationNotEmpty")
        const { items } = yield* as(owner.admin)(installations.list(name, { limit: 10 }))
        assert.lengthOf(items, 1)
        assert.isTrue(yield* asSystem(organizations.remove(other.organization)))
        assert.isTrue(yield* asSystem(organizations.remove(owner.organization)))
      })
    )
  })
}
