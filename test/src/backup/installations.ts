import * as Memory from "@quire/adapters/memory"
import { Backup, type BackupErrors, Backups, Engine, Outbox } from "@quire/core"
import { Http, OrganizationCreation, RateLimit, Readiness, WebHandler } from "@quire/http"
import { Clock, Effect, Layer, Logger, Stream } from "effect"
import { asSystem, capabilities, postgresPorts } from "../support/engine.ts"

type Ports = Layer.Layer<Engine.Ports>

/** An engine with its ports. */
type Opened<E = never> = Layer.Layer<Engine.Services | Engine.Ports, E>

/** An empty store of each kind, with everything that an engine needs. */
export const stores: Readonly<Record<"memory" | "Postgres", Ports>> = {
  memory: Layer.merge(Memory.Memory.layer, capabilities),
  Postgres: postgresPorts(capabilities)
}

export const opened = (ports: Ports): Opened => Layer.provideMerge(Engine.layer, ports)

/** The engine of a backup, on a separate store. */
export const restored = (
  ports: Ports,
  bytes: Uint8Array,
  told: (restored: Effect.Success<ReturnType<typeof Backup.restore>>) => void = () => undefined
): Opened<BackupErrors.BackupDamaged | BackupErrors.BackupRefused> =>
  Engine.layer.pipe(
    Layer.provide(Layer.effectDiscard(Effect.map(Backup.restore(inPieces(bytes)), told))),
    Layer.provideMerge(ports)
  )

/** Bytes as a file gives them. */
export async function* inPieces(bytes: Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** The whole backup of the engine at hand. */
export const written: Effect.Effect<Uint8Array, never, Backups.Backups> = Effect.flatMap(Backups.Backups, ({ write }) =>
  Effect.orDie(asSystem(Stream.mkUint8Array(write())))
)

/** The API over the engine at hand, at the time of the test. */
export const web = Effect.gen(function* () {
  const context = yield* Effect.context<never>()
  const clock = yield* Clock.Clock
  const { dispose, handler } = WebHandler.toWebHandler(
    Layer.mergeAll(Http.layer, RateLimit.RateLimit.layerOff).pipe(
      Layer.provide(
        Layer.mergeAll(
          RateLimit.RateLimit.layerOff,
          Readiness.Readiness.layer,
          OrganizationCreation.OrganizationCreation.layer("anyone")
        )
      ),
      Layer.provide(Layer.succeedContext(context)),
      Layer.provideMerge(Logger.layer([])),
      Layer.provideMerge(Layer.succeed(Clock.Clock, clock))
    ) as never
  )
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  return (token: string, path: string) =>
    Effect.promise(async () => {
      const answer = await handler(
        new Request(`http://quire.test/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
      )
      return { path, status: answer.status, text: await answer.text() }
    })
})

interface Page {
  readonly items?: ReadonlyArray<{ readonly id: string }>
  readonly next?: { readonly page: string }
}

const pageOf = (text: string) => JSON.parse(text) as Page

/** What is asked below a space. */
const ofSpace = [
  "",
  "/content",
  "/content/pages",
  "/links",
  "/revisions",
  "/change-requests?limit=1",
  "/permissions/aggregate"
]

/** What is asked in an organization. */
const ofOrganization = [
  "",
  "/members?limit=2",
  "/teams?limit=1",
  "/collections?limit=1",
  "/spaces?limit=2",
  "/change-requests",
  "/audit-log?limit=3&order=asc",
  "/search?query=page"
]

/** Everything that people are answered, page by page; `cursors` holds an unfinished list of each. */
export const asked = Effect.fnUntraced(function* (tokens: ReadonlyArray<string>, organizations: ReadonlyArray<string>) {
  const get = yield* web
  const answers: Array<Effect.Success<ReturnType<typeof get>>> = []
  const ask = Effect.fnUntraced(function* (token: string, path: string) {
    const items: Array<{ readonly id: string }> = []
    for (let at: string | undefined = path; at !== undefined; ) {
      const answer: Effect.Success<ReturnType<typeof get>> = yield* get(token, at)
      answers.push(answer)
      const page: Page = answer.status === 200 ? pageOf(answer.text) : {}
      items.push(...(page.items ?? []))
      const more: string | undefined = page.next?.page
      at = more === undefined ? undefined : `${path}${path.includes("?") ? "&" : "?"}page=${encodeURIComponent(more)}`
    }
    return items
  })
  for (const token of tokens) {
    yield* ask(token, "/user")
    for (const organization of organizations) {
      for (const path of ofOrganization) {
        const items = yield* ask(token, `/orgs/${organization}${path}`)
        if (!path.startsWith("/spaces")) continue
        for (const { id } of items) for (const below of ofSpace) yield* ask(token, `/spaces/${id}${below}`)
      }
    }
  }
  return answers
})

/** The events from each offset on, which a reader may have kept. */
export const events = Effect.gen(function* () {
  const outbox = yield* Outbox.Outbox
  return yield* outbox.read("", 10_000)
})
