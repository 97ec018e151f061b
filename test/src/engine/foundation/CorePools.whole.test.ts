import { createServer } from "node:http"
import { assert, layer } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import {
  Actor,
  BlobStore,
  Engine,
  PageBlocks,
  Publications,
  PublishedPages,
  PublishedPdfs,
  ScriptRunner,
  Tenant
} from "@quire/core"
import { BlockDrawing, SitePdf, Tunnels } from "@quire/core/internal"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { drawing } from "../../published/drawing.ts"
import { capabilities } from "../../support/engine.ts"

const hostile = 12

const nextTick = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

const times = <A>(count: number, make: (at: number) => A) => Array.from({ length: count }, (_, at) => make(at))

/** A server that responds only after so many requests have arrived, and records their paths. */
const gate = (requests: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const paths: Array<string> = []
      const opened = Deferred.makeUnsafe<void>()
      const server = createServer((request, response) => {
        paths.push(request.url ?? "")
        if (paths.length === requests) Deferred.doneUnsafe(opened, Effect.void)
        void Effect.runPromise(Deferred.await(opened)).then(() => response.writeHead(200).end("{}"))
      })
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      return { paths, server, url: `http://127.0.0.1:${port}` }
    }),
    ({ server }) => Effect.promise(() => new Promise((done) => server.close(done).closeAllConnections()))
  )

/** The organizations that scripts were run for, in their order. */
let noted: Array<string> = []

const noting = Layer.effect(
  ScriptRunner.ScriptRunner,
  Effect.map(ScriptRunner.ScriptRunner, (runner) => ({
    ...runner,
    run: (asked: ScriptRunner.ScriptRun) =>
      Effect.andThen(
        Effect.map(Tenant.share, ({ organization }) => noted.push(organization)),
        runner.run(asked)
      )
  }))
).pipe(Layer.provide(capabilities))

/** A store of files that takes a tick of the event loop to write one, so that what is asked for meanwhile waits. */
const asynchronousBlobs = Layer.effect(
  BlobStore.BlobStore,
  Effect.map(BlobStore.BlobStore, (store) => ({
    ...store,
    put: (bytes: Uint8Array) => Effect.andThen(nextTick, store.put(bytes))
  }))
)

const engine = Engine.layer.pipe(
  Layer.provideMerge(asynchronousBlobs),
  Layer.provideMerge(Memory.Memory.layer),
  Layer.provideMerge(Layer.merge(capabilities, noting))
)

layer(engine, { excludeTestServices: true })("shared pools of the engine", (it) => {
  it.effect("sends to a tunnel of another organization after one of the first has responded (rule pool-shares)", () =>
    Effect.gen(function* () {
      const { atOnce, waiting } = Tunnels.limits
      const tunnels = yield* Effect.provide(Tunnels.Tunnels, Tunnels.Tunnels.layer)
      const { paths, url } = yield* gate(atOnce)
      const ask = (organization: string) =>
        tunnels
          .ask(`${url}/${organization}`)({ event: {}, environment: {} })
          .pipe(Tenant.within(organization), Effect.provideService(Actor.Actor, Actor.system))
      const fibers = yield* Effect.forEach([...times(atOnce + waiting - 1, () => "hostile"), "other"], (name) =>
        Effect.forkChild(ask(name), { startImmediately: true })
      )
      yield* Effect.forEach(fibers, Fiber.join)
      assert.lengthOf(paths, atOnce + waiting)
      assert.include(paths.slice(0, atOnce + 2), "/other/v1")
    })
  )

  it.effect("renders a block of another organization within one job per slot (rule pool-shares)", () =>
    Effect.gen(function* () {
      const publications = yield* Publications.Publications
      const pages = yield* PublishedPages.PublishedPages
      const blocks = yield* PageBlocks.PageBlocks
      const of = (count: number) =>
        drawing({
          Start: () => "Start.",
          Sketches: (name) => times(count, (at) => `{% @${name}/sketch name="${at}" %}`).join("\n\n")
        })
      const [first, other] = [yield* of(hostile), yield* of(1)]
      const show = Effect.fnUntraced(function* ({ site }: typeof first) {
        const publication = yield* publications.open({ _tag: "Site", site }, {})
        const page = yield* pages.find(publication, "sketches")
        if (page.object === "moved-page") return assert.fail("sketches")
        return yield* blocks.read(publication, page)
      })
      noted = []
      yield* Effect.all([show(first), show(other)], { concurrency: "unbounded" })
      while (noted.length < hostile + 1) yield* nextTick
      assert.include(noted.slice(0, 2 * BlockDrawing.limits.atOnce + 1), other.organization)
    })
  )

  it.effect("prepares the PDF of another organization's site within one job per slot (rule pool-shares)", () =>
    Effect.gen(function* () {
      const publications = yield* Publications.Publications
      const pages = yield* PublishedPages.PublishedPages
      const { ask } = yield* PublishedPdfs.PublishedPdfs
      const titles = (count: number) => times(count, (at) => `Page ${at}`)
      const of = (count: number) => drawing(Object.fromEntries(titles(count).map((title) => [title, () => "Words."])))
      const { waiting } = SitePdf.limits
      const [first, other] = [yield* of(waiting), yield* of(1)]
      const prepared: Array<string> = []
      /** Asks for a PDF of each page, once all are found. */
      const requests = Effect.fnUntraced(function* ({ organization, site }: typeof first, count: number) {
        const publication = yield* publications.open({ _tag: "Site", site }, {})
        return yield* Effect.forEach(times(count, String), (at) =>
          Effect.map(pages.find(publication, `page-${at}`), (page) => {
            const wanted = { page: page.object === "moved-page" ? null : page.id, only: true }
            return Effect.tap(ask(publication, wanted), () => Effect.sync(() => prepared.push(organization)))
          })
        )
      })
      const flood = [...(yield* requests(first, waiting)), ...(yield* requests(other, 1))]
      yield* Effect.all(flood, { concurrency: "unbounded" })
      assert.lengthOf(prepared, waiting + 1)
      assert.isAtMost(prepared.indexOf(other.organization), 2)
    })
  )
})
