import { assert, layer } from "@effect/vitest"
import { IntegrationEvents, SiteSpaces, Sites, Spaces } from "@quire/core"
import { Effect } from "effect"
import { engines } from "../../support/engine.ts"
import { publication, scriptOf, setup } from "./telling.ts"

/** A space with an integration on it, a site that shows it, and another that might. */
const showing = Effect.fnUntraced(function* (scopes: ReadonlyArray<"space:metadata:read" | "space:content:read">) {
  const at = yield* setup("", scopes)
  const sites = yield* Sites.Sites
  const spaces = yield* Spaces.Spaces
  const { boss, organization, space } = at
  yield* boss(spaces.update(space, { editMode: "locked" }))
  yield* boss(at.onSpaces.create(at.name, at.installation, { space }, {}))
  const make = (title: string, visibility: "public" | "share-link" | "unlisted") =>
    Effect.map(boss(sites.create(organization, { title, visibility, spaces: [space] })), ({ id }) => id)
  const site = yield* make("Site", "share-link")
  const other = yield* make("Other", "public")
  yield* at.tell
  const events = yield* IntegrationEvents.IntegrationEvents
  return {
    ...at,
    sites,
    site,
    other,
    publish: (id: typeof site) => boss(sites.publish(organization, id)),
    unpublish: (id: typeof site) => boss(sites.unpublish(organization, id)),
    show: (id: typeof site, visibility: "public" | "share-link" | "unlisted") =>
      boss(sites.update(organization, id, { visibility })),
    /** The reported visibilities of the space, the oldest first. */
    seen: Effect.andThen(
      at.tell,
      Effect.map(boss(events.list(at.name, { limit: 100 })), ({ items }) =>
        items.toReversed().flatMap(({ payload }) => {
          if (payload.type !== "space_visibility_updated") return []
          assert.deepStrictEqual([payload.installationId, payload.spaceId], [at.installation, space])
          return [`${payload.previousVisibility} to ${payload.visibility}`]
        })
      )
    )
  }
})

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`the visibility of spaces as reported to scripts, on ${store}`, (it) => {
    it.effect("requires a scope that an administrator approved (rule installation-scopes)", () =>
      Effect.gen(function* () {
        const at = yield* showing(["space:content:read"])
        const boss = at.boss
        const scopes = ["space:metadata:read"] as const
        yield* boss(at.integrations.publish(at.name, publication(at.organization, scriptOf(""), scopes)))
        yield* at.publish(at.site)
        assert.deepStrictEqual(yield* at.seen, [])
        yield* boss(at.installations.update(at.name, at.installation, { scopes }))
        yield* at.show(at.site, "unlisted")
        assert.lengthOf(yield* at.seen, 1)
      })
    )

    it.effect("derives from all sites together (rule integration-told-visibility)", () =>
      Effect.gen(function* () {
        const at = yield* showing(["space:metadata:read"])
        assert.deepStrictEqual(yield* at.seen, [])
        yield* at.publish(at.site)
        assert.deepStrictEqual(yield* at.seen, ["private to share-link"])
        yield* at.show(at.site, "unlisted")
        yield* at.publish(at.other)
        assert.deepStrictEqual((yield* at.seen).slice(1), ["share-link to public"])
        yield* at.show(at.site, "share-link")
        yield* at.boss(at.sites.update(at.organization, at.site, { title: "Named" }))
        yield* at.unpublish(at.site)
        assert.strictEqual((yield* at.seen).length, 2)
        yield* at.publish(at.site)
        yield* at.boss(at.sites.remove(at.organization, at.other))
        assert.deepStrictEqual((yield* at.seen).slice(2), ["public to share-link"])
        yield* at.unpublish(at.site)
        assert.deepStrictEqual((yield* at.seen).slice(3), ["share-link to private"])
      })
    )

    it.effect("changes when a space is added, removed, deleted or restored (rule integration-told-visibility)", () =>
      Effect.gen(function* () {
        const at = yield* showing(["space:metadata:read"])
        const siteSpaces = yield* SiteSpaces.SiteSpaces
        yield* at.publish(at.other)
        const { items } = yield* at.boss(siteSpaces.list(at.organization, at.other, { limit: 10 }))
        const id = items[0]?.id ?? ""
        const spaces = yield* Spaces.Spaces
        const spare = yield* at.boss(spaces.create(at.organization, { title: "Spare" }))
        yield* at.boss(spaces.update(spare.id, { editMode: "locked" }))
        yield* at.boss(siteSpaces.create(at.organization, at.other, { spaceId: spare.id }))
        yield* at.boss(siteSpaces.remove(at.organization, at.other, id))
        assert.deepStrictEqual(yield* at.seen, [])
        yield* at.boss(siteSpaces.create(at.organization, at.other, { spaceId: at.space }))
        assert.deepStrictEqual(yield* at.seen, ["private to public"])
        yield* at.boss(spaces.remove(at.space))
        yield* at.tell
        yield* at.boss(spaces.restore(at.space))
        yield* at.boss(at.sites.update(at.organization, at.other, { visibility: "unlisted" }))
        assert.deepStrictEqual((yield* at.seen).at(-1), "private to unlisted")
      })
    )

    it.effect("appears only to callers who may read the space (rule integration-told)", () =>
      Effect.gen(function* () {
        const at = yield* showing(["space:content:read"])
        yield* at.publish(at.site)
        assert.deepStrictEqual(yield* at.seen, [])
      })
    )
  })
}
