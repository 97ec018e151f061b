import { resolve } from "node:path"
import { Effect, Option, Redacted, type Scope } from "effect"
import * as Account from "./embedded/Account.ts"
import { type Attached, attach, type Means } from "./embedded/Attach.ts"
import * as Binaries from "./embedded/Binaries.ts"
import * as DataDirectory from "./embedded/DataDirectory.ts"
import * as Ownership from "./embedded/Ownership.ts"
import * as Server from "./embedded/Server.ts"
import { EmbeddedPostgresUnavailable } from "./embedded/Unavailable.ts"

export { EmbeddedPostgresUnavailable }

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

/** Takes the lock of a server that was just reached; the server stops when the scope closes, if it is ours still. */
const own = Effect.fnUntraced(function* (attached: Attached) {
  const answer = yield* Ownership.tryLock(attached.session)
  if (answer === "taken") {
    const { identity, password, pid, port } = attached
    const { isHeld } = yield* Ownership.hold(
      attached.session,
      Effect.orElseSucceed(Ownership.connect(port, password, identity), Option.none)
    )
    yield* Effect.addFinalizer(() =>
      Effect.flatMap(isHeld, (held) => (held ? Server.stop(pid, identity) : Effect.void))
    )
  } else {
    yield* Ownership.close(attached.session)
  }
  return answer
}, Effect.uninterruptible)

/** A server that goes away between the connection and the lock was being stopped: there is another one to come. */
const enter = (
  options: Options,
  layout: DataDirectory.Layout,
  means: Effect.Effect<Means, EmbeddedPostgresUnavailable>
): Effect.Effect<Running, EmbeddedPostgresUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const attached = yield* attach(layout, means)
    if (options.guest === true && !attached.started) {
      yield* Ownership.close(attached.session)
      return runningOf(attached, false)
    }
    const answer = yield* own(attached)
    if (answer === "lost") return yield* enter(options, layout, means)
    if (answer === "taken" || options.guest === true) return runningOf(attached, answer === "taken")
    return yield* new EmbeddedPostgresUnavailable({
      reason: "in-use",
      detail: `${layout.directory} is in use by another process`
    })
  })

const meansOf = Effect.fnUntraced(function* (options: Options, layout: DataDirectory.Layout, source: Binaries.Package) {
  const account = yield* Account.resolve(options.user, yield* DataDirectory.owner(layout))
  const binaries = Option.isSome(account)
    ? yield* Binaries.prepareShared(source)
    : yield* Binaries.prepareOwn(source, layout.directory)
  return { account, binaries, durable: options.durable ?? true } satisfies Means
})

/**
 * The server of a folder: native Postgres binaries from npm, started when none runs, adopted when a killed process left
 * one. One process owns it, and a second one is refused (`in-use`); guests join. It listens on 127.0.0.1 at a port of
 * its own and asks for the password that lies beside the data.
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
  const running = yield* enter(options, layout, Effect.tap(means, say("starting Postgres")))
  if (running.owner) yield* DataDirectory.tidy(layout)
  return running
})
