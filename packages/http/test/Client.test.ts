import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { BadRequest, NotFound, Unauthorized } from "../src/foundation/error/Errors.ts"
import * as Serving from "./support/Serving.ts"
import * as Stub from "./support/Stub.ts"
import { TestApi } from "./support/TestApi.ts"

const clientOf = (token: string) =>
  Effect.flatMap(Serving.Shared, ({ port }) =>
    HttpApiClient.make(TestApi, {
      baseUrl: `http://127.0.0.1:${port}`,
      transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(token))
    })
  ).pipe(Effect.provide(FetchHttpClient.layer))

layer(Serving.Shared.layer, { excludeTestServices: true })("the typed client", (it) => {
  it.effect("calls the endpoints of the contract", () =>
    Effect.gen(function* () {
      const client = yield* clientOf(Stub.token())
      const made = yield* client.things.createThing({ params: { spaceId: "s1" as never }, payload: { title: "a" } })
      assert.strictEqual(made.title, "a")
      const listed = yield* client.things.listThings({
        params: { spaceId: "s1" as never },
        query: { limit: 7, nested: false, type: ["premium"] }
      })
      assert.deepStrictEqual(listed, { limit: 7, nested: false, type: ["premium"] })
      const page = yield* client.things.getByPath({ params: { spaceId: "s1" as never, pagePath: "a/b c/é" } })
      assert.strictEqual(page.path, "a/b c/é")
      yield* client.things.deleteThing({ params: { thingId: "t1" as never } })
    })
  )

  it.effect("fails with the declared errors", () =>
    Effect.gen(function* () {
      const client = yield* clientOf(Stub.token())
      const missing = yield* Effect.flip(client.things.getThing({ params: { thingId: "t9" as never } }))
      assert.instanceOf(missing, NotFound)
      assert.strictEqual(missing.error.reason, "NoSuchThing")
      const invalid = yield* Effect.flip(client.things.refuse({ params: { kind: "invalid" } }))
      assert.instanceOf(invalid, BadRequest)
      assert.strictEqual(invalid.error.message, "refused: invalid")
      const unauthenticated = yield* clientOf("nobody")
      assert.instanceOf(yield* Effect.flip(unauthenticated.things.whoAmI()), Unauthorized)
    })
  )
})
