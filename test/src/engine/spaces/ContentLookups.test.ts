import { assert, layer } from "@effect/vitest"
import { ChangeRequests, Collections, ContentLookups, Contents, Spaces } from "@quire/core"
import { Effect } from "effect"
import { prepared } from "../../support/docs.ts"
import { as, baseUrl, engines } from "../../support/engine.ts"
import { tagOf } from "../../support/sites.ts"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`app URLs on ${name}`, (it) => {
    it.effect("resolves to what it names, for callers who may view it (rule content-lookup)", () =>
      Effect.gen(function* () {
        const world = yield* prepared
        const { find } = yield* ContentLookups.ContentLookups
        const contents = yield* Contents.Contents
        const requests = yield* ChangeRequests.ChangeRequests
        const collections = yield* Collections.Collections
        const spaces = yield* Spaces.Spaces
        const mine = as(world.admin)
        const { pages } = yield* mine(contents.pages({ space: world.id }))
        const [page] = pages
        const request = yield* mine(requests.create(world.id))
        const collection = yield* mine(collections.create(world.organization, { title: "Shelf" }))
        const app = `${baseUrl}/app`
        const space = yield* mine(spaces.get(world.id))
        const at = `${app}/s/${world.id}`
        const inRequest = yield* mine(find(`${request.urls.app}/p/${page?.id}`))
        assert.deepStrictEqual(yield* mine(find(collection.urls.app)), { collection })
        assert.deepStrictEqual(yield* mine(find(`${space.urls.app}/?q=1#x`)), {
          space: yield* mine(spaces.get(world.id))
        })
        assert.strictEqual("page" in inRequest ? inRequest.page?.id : undefined, page?.id)
        assert.strictEqual("changeRequest" in inRequest ? inRequest.changeRequest?.id : undefined, request.id)
        const revision = yield* mine(find(`${at}/r/${space.revision}`))
        assert.strictEqual("space" in revision ? revision.space.id : undefined, world.id)
        const addresses = [
          collection.urls.app,
          at,
          `${at}/p/${page?.id}`,
          request.urls.app,
          `${at}/r/${space.revision}`
        ]
        for (const url of addresses) {
          assert.strictEqual(yield* tagOf(as(world.stranger)(find(url))), "ContentAddressNotFound", url)
        }
        const wrong = [
          "",
          "nothing",
          app,
          `${app}/x/${world.id}`,
          `${at}/p/nothing`,
          `${at}/cr/99`,
          `${at}/r/nothing`,
          `${app}/c/${world.id}`,
          `${app}/s/${collection.id}`,
          `https://elsewhere.test/app/s/${world.id}`,
          `${baseUrl}/s/${world.id}`
        ]
        for (const url of wrong) assert.strictEqual(yield* tagOf(mine(find(url))), "ContentAddressNotFound", url)
        assert.deepStrictEqual(ContentLookups.parseAddress("https://app.test/s/a/r/b/p/c", "https://app.test"), {
          kind: "space",
          space: "a",
          revision: "b",
          page: "c"
        })
      })
    )
  })
}
