import { resolve } from "node:path"
import { Effect, Option, Redacted, Ref, type Scope } from "effect"
import * as Account from "./embedded/Account.ts"
import { attach, type ServerConnection } from "./embedded/Attach.ts"
import * as Binaries from "./embedded/Binaries.ts"
import * as DataDirectory from "./embedded/DataDirectory.ts"
import * as Ownership from "./embedded/Ownership.ts"
import * as RestartPolicy from "./embedded/RestartPolicy.ts"
import * as Server from "./embedded/Server.ts"
import { EmbeddedPostgresLost, EmbeddedPostgresUnavailable } from "./embedded/Unavailable.ts"
import { now, pause } from "./Pause.ts"

/** The server to supervise, and how. */
export interface SupervisedServer {
  readonly layout: DataDirectory.Layout
  readonly means: Effect.Effect<Server.Means, EmbeddedPostgresUnavailable>
  readonly restarts: RestartPolicy.RestartPolicy
  /** Called when the server cannot be had again. */
  readonly onLost: (lost: EmbeddedPostgresLost) => Effect.Effect<void>
}

/** Milliseconds between checks while another process owns the server. */
const pollInterval = 250

/** Counts consecutive starts without a server that ran for long. */
class ConsecutiveStarts {
  count = 0
  why = ""
  private readonly steady: number
  private upSince = 0

  constructor(steady: number) {
    this.steady = steady
  }

  up(at: number): void {
    this.upSince = at
  }

  down(at: number): void {
    if (at - this.upSince >= this.steady) this.count = 0
    this.why = "it exited immediately after starting"
  }

  add(why: string = this.why): void {
    this.count += 1
    this.why = why
  }
}

/** The server owned at this moment. */
type Held = Ref.Ref<Option.Option<ServerConnection>>

/** Reconnects to the server, or to its successor, and locks it; none while another process owns it. */
const reattach = ({ layout, means }: SupervisedServer, before: ServerConnection, held: Held) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const attached = yield* restore(attach(layout, means, before))
      if ((yield* Ownership.tryLock(attached.session)) !== "taken") {
        yield* Ownership.close(attached.session)
        return Option.none<ServerConnection>()
      }
      const owned = Option.some(attached)
      yield* Ref.set(held, owned)
      return owned
    })
  )

/** Retries until it has the server again, or fails when it cannot be restarted. */
const regain = Effect.fnUntraced(function* (
  server: SupervisedServer,
  before: ServerConnection,
  row: ConsecutiveStarts,
  held: Held
) {
  while (true) {
    const folder = yield* Effect.option(DataDirectory.readIdentity(server.layout))
    if (!Option.contains(folder, before.identity)) {
      return yield* new EmbeddedPostgresLost({ detail: `${server.layout.data} no longer exists` })
    }
    const wait = RestartPolicy.pauseAfter(server.restarts, row.count)
    if (Option.isNone(wait)) return yield* new EmbeddedPostgresLost({ detail: row.why })
    yield* pause(wait.value)
    const entered = yield* Effect.result(reattach(server, before, held))
    if (entered._tag === "Failure") {
      row.add(entered.failure.detail)
      yield* Effect.logWarning("the embedded Postgres could not be restarted", entered.failure.detail)
    } else if (Option.isSome(entered.success)) {
      return entered.success.value
    } else {
      yield* pause(pollInterval)
    }
  }
})

/**
 * Supervises a locked server until the scope closes: locks it again when its connection is lost, and restarts it when it has
 * ended. It stops the server with the scope if it owns it at that moment.
 */
export const supervise = Effect.fnUntraced(function* (server: SupervisedServer, first: ServerConnection) {
  const held: Held = yield* Ref.make(Option.some(first))
  yield* Effect.addFinalizer(() =>
    Effect.flatMap(
      Ref.get(held),
      Option.match({
        onNone: () => Effect.void,
        onSome: ({ identity, pid, session }) => Effect.andThen(Server.stop(pid, identity), Ownership.close(session))
      })
    )
  )
  const row = new ConsecutiveStarts(server.restarts.steady)
  const watch = Effect.gen(function* () {
    row.up(yield* now)
    for (let attached = first; ; ) {
      yield* Effect.promise(() => attached.session.ended)
      yield* Ref.set(held, Option.none())
      const down = yield* now
      row.down(down)
      const next = yield* regain(server, attached, row, held)
      if (next.started) {
        row.add()
        row.up(yield* now)
        yield* Effect.logWarning(`the embedded Postgres exited and was restarted after ${(yield* now) - down} ms`)
      }
      attached = next
    }
  })
  yield* Effect.forkScoped(Effect.interruptible(Effect.catch(watch, server.onLost)))
})

export { EmbeddedPostgresLost, EmbeddedPostgresUnavailable }

export interface Options {
  /**
   * All data is stored in its subfolder `postgres`, which is created when absent, even below folders closed to others.
   */
  readonly directory: string
  /** Joins a running server without owning it; when none is running it becomes the owner. */
  readonly guest?: boolean
  /** `false` trades safety against power loss for speed: tests only. */
  readonly durable?: boolean
  /**
   * The account that runs the server when this process is root: by default the owner of the data, `postgres` or
   * `nobody`.
   */
  readonly user?: string
  /** Called with each step of starts that take seconds. */
  readonly onProgress?: (step: string) => Effect.Effect<void>
  /** How an owned server is restarted when it exits. */
  readonly restarts?: RestartPolicy.RestartPolicy
  /** Called when an owned server has exited permanently and stored data is no longer reachable. */
  readonly onLost?: (lost: EmbeddedPostgresLost) => Effect.Effect<void>
}

/** How to reach the server, as options of `PgSession.layer`. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted
  readonly database: string
  /** Explicit, as the environment may ask for TLS (`PGSSLMODE`). */
  readonly ssl: false
}

export interface RunningServer {
  readonly config: Config
  /** The same as a `postgres://` URL. */
  readonly url: Redacted.Redacted
  /** Whether the server stops when the scope closes. */
  readonly owner: boolean
}

const describeRunning = ({ port, password }: ServerConnection, owner: boolean): RunningServer => {
  const { database, superuser: username } = DataDirectory
  const address = `postgres://${username}:${encodeURIComponent(Redacted.value(password))}@${Server.host}:${port}/${database}?sslmode=disable`
  const config: Config = { host: Server.host, port, username, password, database, ssl: false }
  return { config, url: Redacted.make(address), owner }
}

/** Tries to lock a server that was just reached, and supervises it for the scope if it got the lock. */
const tryOwn = Effect.fnUntraced(function* (server: SupervisedServer, attached: ServerConnection) {
  const answer = yield* Ownership.tryLock(attached.session)
  yield* answer === "taken" ? supervise(server, attached) : Ownership.close(attached.session)
  return answer
}, Effect.uninterruptible)

/** A server that disappears between the connection and the lock was being stopped: it tries again with the next one. */
const attachAndOwn = (
  server: SupervisedServer,
  isGuest: boolean
): Effect.Effect<RunningServer, EmbeddedPostgresUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const { layout, means } = server
    const attached = yield* attach(layout, means)
    if (isGuest && !attached.started) {
      yield* Ownership.close(attached.session)
      return describeRunning(attached, false)
    }
    const answer = yield* tryOwn(server, attached)
    if (answer === "lost") return yield* attachAndOwn(server, isGuest)
    if (answer === "taken" || isGuest) return describeRunning(attached, answer === "taken")
    return yield* new EmbeddedPostgresUnavailable({
      reason: "in-use",
      detail: `${layout.directory} is in use by another process (its Postgres is process ${attached.pid}, port ${attached.port})`
    })
  })

const prepareMeans = Effect.fnUntraced(function* (
  options: Options,
  layout: DataDirectory.Layout,
  source: Binaries.Package
) {
  const account = yield* Account.chooseForProcess(options.user, yield* DataDirectory.readOwner(layout))
  const binaries = Option.isSome(account)
    ? yield* Binaries.prepareShared(source)
    : yield* Binaries.prepareOwn(source, layout.directory)
  return { account, binaries, durable: options.durable ?? true } satisfies Server.Means
})

/** Whether `start` would make a database in this folder. */
export const isEmpty = (directory: string): Effect.Effect<boolean> =>
  DataDirectory.isEmpty(DataDirectory.layoutOf(resolve(directory)))

/**
 * Provides the server of a folder, from native Postgres binaries on npm. It is started when none runs, adopted when a
 * killed process left one running, and restarted when it exits before the scope closes. One process owns it; a second
 * process is refused (`in-use`), and guests join. It listens on 127.0.0.1 at its own port, which it keeps, and requires
 * the password stored next to the data.
 */
export const start = Effect.fnUntraced(function* (options: Options) {
  const say = options.onProgress ?? (() => Effect.void)
  const layout = DataDirectory.layoutOf(resolve(options.directory))
  const source = yield* Binaries.locate()
  const means = yield* Effect.cached(prepareMeans(options, layout, source))
  if (!(yield* DataDirectory.exists(layout, source.major))) {
    yield* say("creating the database")
    const { account, binaries, durable } = yield* means
    yield* DataDirectory.create(layout, binaries, account, durable)
  }
  const { onLost = () => Effect.void, restarts = RestartPolicy.defaults } = options
  const running = yield* attachAndOwn(
    { layout, means: Effect.tap(means, say("starting Postgres")), restarts, onLost },
    options.guest === true
  )
  if (running.owner) yield* DataDirectory.removeLeftovers(layout)
  return running
})
