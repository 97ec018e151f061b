import { resolve } from "node:path"
import { Effect, Option, Redacted, type Scope } from "effect"
import * as Account from "./embedded/Account.ts"
import { type Attached, attach } from "./embedded/Attach.ts"
import * as Binaries from "./embedded/Binaries.ts"
import * as DataDirectory from "./embedded/DataDirectory.ts"
import * as Keeping from "./embedded/Keeping.ts"
import * as Ownership from "./embedded/Ownership.ts"
import * as Restarts from "./embedded/Restarts.ts"
import * as Server from "./embedded/Server.ts"
import { EmbeddedPostgresLost, EmbeddedPostgresUnavailable } from "./embedded/Unavailable.ts"

export { EmbeddedPostgresLost, EmbeddedPostgresUnavailable }

export interface Options {
  /** Everything lies in its subfolder `postgres`; made when it is absent, also below folders closed to others. */
  readonly directory: string
  /** Joins a running server without owning it; with none running it becomes the owner. */
  readonly guest?: boolean
  /** `false` gives up safety against power loss for speed: tests only. */
  readonly durable?: boolean
  /** Who runs the server when this process is root: by default the owner of the data, `postgres` or `nobody`. */
  readonly user?: string
  /** Told what is happening, for starts that take seconds. */
  readonly onProgress?: (step: string) => Effect.Effect<void>
  /** How an owned server that ends is started again. */
  readonly restarts?: Restarts.Restarts
  /** Told when an owned server has ended and is given up: nothing that is stored can be reached any more. */
  readonly onLost?: (lost: EmbeddedPostgresLost) => Effect.Effect<void>
}

/** How to reach the server: what `PgSession.layer` takes. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted
  readonly database: string
  /** Said aloud, as the environment may ask for it (`PGSSLMODE`). */
  readonly ssl: false
}

export interface Running {
  readonly config: Config
  /** The same as a `postgres://` address. */
  readonly url: Redacted.Redacted
  /** Whether the server stops when the scope closes. */
  readonly owner: boolean
}

const runningOf = ({ port, password }: Attached, owner: boolean): Running => {
  const { database, superuser: username } = DataDirectory
  const address = `postgres://${username}:${encodeURIComponent(Redacted.value(password))}@${Server.host}:${port}/${database}?sslmode=disable`
  const config: Config = { host: Server.host, port, username, password, database, ssl: false }
  return { config, url: Redacted.make(address), owner }
}

/** Takes the lock of a server that was just reached, and keeps the server for the scope if it got it. */
const own = Effect.fnUntraced(function* (kept: Keeping.Kept, attached: Attached) {
  const answer = yield* Ownership.tryLock(attached.session)
  yield* answer === "taken" ? Keeping.keep(kept, attached) : Ownership.close(attached.session)
  return answer
}, Effect.uninterruptible)

/** A server that goes away between the connection and the lock was being stopped: there is another one to come. */
const enter = (
  kept: Keeping.Kept,
  isGuest: boolean
): Effect.Effect<Running, EmbeddedPostgresUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const { layout, means } = kept
    const attached = yield* attach(layout, means)
    if (isGuest && !attached.started) {
      yield* Ownership.close(attached.session)
      return runningOf(attached, false)
    }
    const answer = yield* own(kept, attached)
    if (answer === "lost") return yield* enter(kept, isGuest)
    if (answer === "taken" || isGuest) return runningOf(attached, answer === "taken")
    return yield* new EmbeddedPostgresUnavailable({
      reason: "in-use",
      detail: `${layout.directory} is in use by another process (its Postgres is process ${attached.pid}, port ${attached.port})`
    })
  })

const meansOf = Effect.fnUntraced(function* (options: Options, layout: DataDirectory.Layout, source: Binaries.Package) {
  const account = yield* Account.resolve(options.user, yield* DataDirectory.owner(layout))
  const binaries = Option.isSome(account)
    ? yield* Binaries.prepareShared(source)
    : yield* Binaries.prepareOwn(source, layout.directory)
  return { account, binaries, durable: options.durable ?? true } satisfies Server.Means
})

/**
 * The server of a folder: native Postgres binaries from npm, started when none runs, adopted when a killed process left
 * one, and started again when it ends before the scope closes. One process owns it, and a second one is refused
 * (`in-use`); guests join. It listens on 127.0.0.1 at a port of its own, which it keeps, and asks for the password that
 * lies beside the data.
 */
export const start = Effect.fnUntraced(function* (options: Options) {
  const say = options.onProgress ?? (() => Effect.void)
  const layout = DataDirectory.layout(resolve(options.directory))
  const source = yield* Binaries.locate()
  const means = yield* Effect.cached(meansOf(options, layout, source))
  if (!(yield* DataDirectory.exists(layout, source.major))) {
    yield* say("creating the database")
    const { account, binaries, durable } = yield* means
    yield* DataDirectory.create(layout, binaries, account, durable)
  }
  const { onLost = () => Effect.void, restarts = Restarts.usual } = options
  const running = yield* enter(
    { layout, means: Effect.tap(means, say("starting Postgres")), restarts, onLost },
    options.guest === true
  )
  if (running.owner) yield* DataDirectory.tidy(layout)
  return running
})
