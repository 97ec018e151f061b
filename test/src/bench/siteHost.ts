import { Actor, Bootstrap, Imports, Organizations, Sites, Spaces } from "@quire/core"
import { Application, Collector, Http, OrganizationCreation, Quire, RateLimit, Readiness, Server } from "@quire/http"
import { Effect, Layer, Logger } from "effect"
import { serveParent } from "./child.ts"

/** What a space is imported from, one archive after the other. */
export interface Source {
  readonly title: string
  readonly archives: ReadonlyArray<Uint8Array>
}

const publish = (title: string, sources: ReadonlyArray<Source>) =>
  Effect.gen(function* () {
    const organizations = yield* Organizations.Organizations
    const spaces = yield* Spaces.Spaces
    const imports = yield* Imports.Imports
    const sites = yield* Sites.Sites
    const { items } = yield* organizations.list({ limit: 1 })
    const organization = items[0]?.id
    if (organization === undefined) return yield* Effect.die(new Error("no organization"))
    const made = yield* Effect.forEach(sources, (source) =>
      Effect.gen(function* () {
        const { id } = yield* spaces.create(organization, { title: source.title, editMode: "live" })
        for (const bytes of source.archives) {
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
    const { id } = yield* sites.create(organization, { title, spaces: made })
    return new URL((yield* sites.publish(organization, id)).urls.published ?? "").pathname
  }).pipe(Effect.provideService(Actor.Actor, Actor.system))

interface Options {
  readonly title: string
  readonly sources: ReadonlyArray<Source>
  /** A database; the memory of this process if there is none. */
  readonly url?: string | undefined
  /** 0 for any free port. */
  readonly port?: number
}

/** Serves a published site, and tells the parent where. */
export const serveSite = ({ port = 0, sources, title, url }: Options): void => {
  Collector.keepRequestsYoung()
  const main = Effect.gen(function* () {
    yield* Effect.flatMap(Bootstrap.Bootstrap, (bootstrap) => bootstrap.ensure(undefined))
    const mount = yield* publish(title, sources)
    const address = yield* Server.serve({ host: "127.0.0.1", port })
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
            baseUrl: port === 0 ? "http://127.0.0.1" : `http://127.0.0.1:${port}`
          })
        )
      )
    ),
    Effect.provide(Logger.layer([]))
  )
  void Effect.runPromise(main)
}
