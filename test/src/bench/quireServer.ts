import { Actor, Bootstrap, Imports, Organizations, Spaces } from "@quire/core"
import { Application, Collector, Http, OrganizationCreation, Quire, RateLimit, Readiness, Server } from "@quire/http"
import { Effect, Layer, Logger } from "effect"
import { zipSync } from "fflate"
import { serveParent } from "./child.ts"
import { documents } from "./content.ts"

Collector.keepRequestsYoung()

const [url] = process.argv.slice(2)
const baseUrl = "http://127.0.0.1"

const main = Effect.gen(function* () {
  const bootstrap = yield* Bootstrap.Bootstrap
  const first = yield* bootstrap.ensure(undefined)
  if (first === undefined) return yield* Effect.die(new Error("the benchmark wants an empty store"))
  const seeded = yield* Effect.gen(function* () {
    const organizations = yield* Organizations.Organizations
    const spaces = yield* Spaces.Spaces
    const imports = yield* Imports.Imports
    const { items } = yield* organizations.list({ limit: 1 })
    const organization = items[0]?.id
    if (organization === undefined) return yield* Effect.die(new Error("no organization"))
    const made = yield* Effect.forEach(Array.from({ length: 200 }), (_, index) =>
      spaces.create(organization, { title: `Space ${index}` })
    )
    const space = made[0]?.id ?? ""
    yield* imports.bytesIntoSpace(space, {
      source: "zip",
      bytes: zipSync(documents(200), { level: 0 }),
      contentType: undefined,
      url: "file:///docs.zip",
      name: "docs.zip"
    })
    return { organization, space }
  }).pipe(Effect.provideService(Actor.Actor, Actor.system))
  const address = yield* Server.serve({ host: "127.0.0.1", port: 0 })
  yield* Effect.callback<void>((resume) => {
    const { organization, space } = seeded
    serveParent({ url: `http://127.0.0.1:${address.port}`, token: first.token, organization, space }, async () =>
      resume(Effect.void)
    )
  })
}).pipe(
  Effect.scoped,
  Effect.provide(
    Http.layer.pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          Application.layerContext,
          RateLimit.RateLimit.layerOff,
          Readiness.Readiness.layer,
          OrganizationCreation.OrganizationCreation.layer("anyone")
        )
      ),
      Layer.provideMerge(
        Quire.layer({
          store: url === undefined ? { kind: "memory" } : { kind: "postgres", url },
          baseUrl,
          fetchAllow: ["127.0.0.1"]
        })
      )
    )
  ),
  Effect.provide(Logger.layer([]))
)

void Effect.runPromise(main)
