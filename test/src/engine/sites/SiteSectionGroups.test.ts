import { assert, layer } from "@effect/vitest"
import { SiteSectionGroups, SiteSections } from "@quire/core"
import { Effect } from "effect"
import { as, engines } from "../../support/engine.ts"
import { siteOf, spacesIn, tagOf } from "../../support/sites.ts"
import { found } from "../../support/world.ts"

const page = { limit: 50 }

/** A site with three sections. */
const sectioned = Effect.gen(function* () {
  const sections = yield* SiteSections.SiteSections
  const groups = yield* SiteSectionGroups.SiteSectionGroups
  const world = yield* found
  const { organization } = world
  const mine = as(world.admin)
  const [spaceId = ""] = yield* spacesIn(world, "Guide")
  const { id } = yield* siteOf(world, [])
  const made = yield* Effect.forEach(["One", "Two", "Three"], (title) =>
    mine(sections.create(organization, id, { spaceId: spaceId as never, title }))
  )
  const [one, two, three] = made.map((section) => section.id)
  const titles = Effect.map(mine(sections.list(organization, id, page)), ({ items }) => items.map(({ title }) => title))
  return { groups, id, mine, one: one!, organization, sections, three: three!, titles, two: two!, world }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`groups of sections on ${name}`, (it) => {
    it.effect("adds sections, which take the group's place when it is removed (rule site-groups)", () =>
      Effect.gen(function* () {
        const { groups, id, mine, one, organization, sections, three, titles, two } = yield* sectioned
        const first = yield* mine(
          groups.create(organization, id, { title: "First", icon: "book", sections: [two, one] })
        )
        assert.deepStrictEqual(
          [first.title, first.icon, first.sections.map(({ title }) => title)],
          ["First", "book", ["Two", "One"]]
        )
        assert.deepStrictEqual(yield* titles, ["Three", "Two", "One"])
        const second = yield* mine(groups.create(organization, id, { title: "Second", sections: [one] }))
        const { count, items } = yield* mine(groups.list(organization, id, page))
        assert.deepStrictEqual(
          [count, items.map((group) => [group.title, group.sections.map(({ title }) => title)])],
          [
            2,
            [
              ["First", ["Two"]],
              ["Second", ["One"]]
            ]
          ]
        )
        const added = yield* mine(groups.addSection(organization, id, first.id, { sectionId: three }))
        assert.deepStrictEqual(
          added.sections.map(({ sectionGroup, title }) => [title, sectionGroup]),
          [
            ["Two", first.id],
            ["Three", first.id]
          ]
        )
        assert.isTrue(yield* mine(groups.removeSection(organization, id, first.id, two)))
        assert.isFalse(yield* mine(groups.removeSection(organization, id, first.id, two)))
        assert.deepStrictEqual(yield* titles, ["Three", "Two", "One"])
        yield* mine(
          groups.move(organization, id, second.id, { position: { before: { type: "site-section", id: first.id } } })
        )
        assert.deepStrictEqual(yield* titles, ["One", "Three", "Two"])
        assert.isTrue(yield* mine(groups.remove(organization, id, first.id)))
        assert.isFalse(yield* mine(groups.remove(organization, id, first.id)))
        assert.deepStrictEqual(yield* titles, ["One", "Three", "Two"])
        assert.isTrue(yield* mine(sections.remove(organization, id, one)))
        const [left] = (yield* mine(groups.list(organization, id, page))).items
        assert.deepStrictEqual([left?.id, left?.sections], [second.id, []])
      })
    )

    it.effect(
      "lets administrators change them, and rejects what is not on the site (rules site-groups and site-who)",
      () =>
        Effect.gen(function* () {
          const { groups, id, mine, one, organization, world } = yield* sectioned
          const { id: group } = yield* mine(groups.create(organization, id, { title: "Group", icon: "book" }))
          const renamed = yield* mine(groups.update(organization, id, group, { title: "Others", icon: null }))
          assert.deepStrictEqual([renamed.title, renamed.icon], ["Others", undefined])
          const update = groups.update(organization, id, group, { title: "Mine" })
          assert.strictEqual(yield* tagOf(as(world.creator)(update)), "Forbidden")
          assert.strictEqual(yield* tagOf(as(world.stranger)(update)), "SiteNotFound")
          const twice = groups.create(organization, id, { title: "Group", sections: [one, one] })
          assert.strictEqual(yield* tagOf(mine(twice)), "SectionRepeated")
          const strange = groups.addSection(organization, id, group, { sectionId: "nosuch" as never })
          assert.strictEqual(yield* tagOf(mine(strange)), "ReferenceNotFound")
          const absent = groups.removeSection(organization, id, "nosuch", one)
          assert.strictEqual(yield* tagOf(mine(absent)), "SiteSectionGroupNotFound")
          assert.strictEqual(yield* tagOf(mine(groups.move(organization, id, group, {}))), "NothingChanged")
        })
    )
  })
}
