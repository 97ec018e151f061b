import { Actor, Bootstrap, Imports, Organizations, Sites, Spaces } from "@quire/core"
import { Application, Collector, Http, OrganizationCreation, Quire, RateLimit, Readiness, Server } from "@quire/http"
import { Effect, Layer, Logger } from "effect"
import { zipSync } from "fflate"
import { serveParent } from "./child.ts"
import { codeMarkdown, documents, markdown } from "./content.ts"

/** Serves a published site of as many pages in its first space, of text or of code, and as many spaces; the others have
 * ten pages. */

Collector.keepRequestsYoung()

const [pages = "10", siteSpaces = "1", kind = "text", url] = process.argv.slice(2)

/** Pages in one import. */
const batch = 1000

const archives = (count: number): ReadonlyArray<Uint8Array> => {
  const entries = Object.entries(documents(count, kind === "code" ? codeMarkdown : markdown))
  const parts = Array.from({ length: Math.ceil(count / batch) }, (_, at) => entries.slice(at * batch, (at + 1) * batch))
  return parts.map((part) => zipSync(Object.fromEntries(part), { level: 0 }))
}

const seed = Effect.gen(function* () {
  const organizations = yield* Organizations.Organizations
  const spaces = yield* Spaces.Spaces
  const imports = yield* Imports.Imports
  const sites = yield* Sites.Sites
  const { items } = yield* organizations.list({ limit: 1 })
  const organization = items[0]?.id
  if (organization === undefined) return yield* Effect.die(new Error("no organization"))
  const made = yield* Effect.forEach(Array.from({ length: Number(siteSpaces) }), (_, at) =>
    Effect.gen(function* () {
      const { id } = yield* spaces.create(organization, { title: `Space ${at}`, editMode: "live" })
      for (const bytes of archives(at === 0 ? Number(pages) : 10)) {
        yield* imports.bytesIntoSpace(id, {
          source: "zip",
          bytes,
          contentType: undefined,
          url: "file:///docs.zip",
          name: "docs.zip"
        })
      }
      yield* spaces.update(id, { editMode: "locked" })
      return id
    })
  )
  const { id } = yield* sites.create(organization, { title: "Docs", spaces: made })
  return new URL((yield* sites.publish(organization, id)).urls.published ?? "").pathname
}).pipe(Effect.provideService(Actor.Actor, Actor.system))

const main = Effect.gen(function* () {
  yield* Effect.flatMap(Bootstrap.Bootstrap, (bootstrap) => bootstrap.ensure(undefined))
  const mount = yield* seed
  const address = yield* Server.serve({ host: "127.0.0.1", port: 0 })
  yield* Effect.callback<void>((resume) => {
    serveParent({ url: `http://127.0.0.1:${address.port}`, mount }, async () => resume(Effect.void))
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
          baseUrl: "http://127.0.0.1"
        })
      )
    )
  ),
  Effect.provide(Logger.layer([]))
)

void Effect.runPromise(main)
