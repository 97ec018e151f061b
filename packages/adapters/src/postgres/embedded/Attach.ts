import { Effect, Option, type Redacted } from "effect"
import { now, pause } from "../Pause.ts"
import * as DataDirectory from "./DataDirectory.ts"
import * as Ownership from "./Ownership.ts"
import * as PidFile from "./PidFile.ts"
import * as Server from "./Server.ts"
import { EmbeddedPostgresUnavailable } from "./Unavailable.ts"

/** A connection to a running server, which was found or started. */
export interface ServerConnection {
  readonly session: Ownership.Session
  readonly pid: number
  readonly port: number
  readonly identity: string
  readonly password: Redacted.Redacted
  /** Whether this process started it. */
  readonly started: boolean
}

/** The server that was last connected to in a folder. */
export type KnownServer = Pick<ServerConnection, "identity" | "port">

const readyTimeout = 120_000
const maximumStarts = 5

const findByFile = Effect.fnUntraced(function* (layout: DataDirectory.Layout, identity: string) {
  const file = yield* PidFile.read(layout)
  if (Option.isNone(file) || !(yield* PidFile.isServer(file.value.pid, identity))) return Option.none()
  return Option.some<PidFile.Postmaster>(file.value)
})

/** The servers started so far by one attachment. */
class Attempt {
  latest: Server.StartedServer | undefined = undefined
  count = 0
}

/**
 * Starts a server and records it, uninterruptibly, so that it can be stopped on failure. A dead server of the folder
 * left its port in its file: the new one takes the same port, so that former clients find it.
 */
const startAnew = Effect.fnUntraced(function* (
  layout: DataDirectory.Layout,
  identity: string,
  means: Server.Means,
  fixed: number | undefined,
  attempt: Attempt
) {
  const stale = yield* PidFile.read(layout)
  yield* Option.match(stale, {
    onNone: () => PidFile.removeUnreadable(layout, identity),
    onSome: (file) => PidFile.removeStale(layout, file, identity)
  })
  yield* DataDirectory.setOwner(layout, means.account)
  const left = attempt.count === 0 ? Option.toArray(Option.flatMap(stale, ({ port }) => port)) : []
  attempt.latest = yield* Server.start(layout, means, identity, fixed === undefined ? [...left, 0] : [fixed])
  attempt.count++
}, Effect.uninterruptible)

const failGaveUp = (detail: string) => new EmbeddedPostgresUnavailable({ reason: "failed", detail })

const connectOrStart = Effect.fnUntraced(function* (
  layout: DataDirectory.Layout,
  means: Effect.Effect<Server.Means, EmbeddedPostgresUnavailable>,
  identity: string,
  fixed: number | undefined,
  attempt: Attempt
) {
  const password = yield* DataDirectory.readPassword(layout)
  const deadline = (yield* now) + readyTimeout
  while ((yield* now) < deadline) {
    const isIdle = attempt.latest === undefined || attempt.latest.hasExited()
    const named = yield* findByFile(layout, identity)
    const found = isIdle && Option.isNone(named) ? yield* PidFile.findRunning(identity) : named
    if (Option.isSome(found)) {
      const { pid } = found.value
      const port = Option.filter(found.value.port, (port) => fixed === undefined || port === fixed)
      const session = Option.isSome(port) ? yield* Ownership.connect(port.value, password, identity) : Option.none()
      if (Option.isSome(port) && Option.isSome(session)) {
        const started = attempt.latest?.pid === pid
        return { session: session.value, pid, port: port.value, identity, password, started } satisfies ServerConnection
      }
    } else if (isIdle) {
      if (attempt.latest !== undefined && attempt.count >= maximumStarts) {
        return yield* failGaveUp(`Postgres exited: ${yield* attempt.latest.complaint}`)
      }
      yield* pause(attempt.count * 200)
      yield* startAnew(layout, identity, yield* means, fixed, attempt)
    }
    yield* pause(15)
  }
  const said = attempt.latest === undefined ? "" : `: ${yield* attempt.latest.complaint}`
  return yield* failGaveUp(`Postgres did not become ready within ${readyTimeout / 1000} seconds${said}`)
})

/**
 * Connects to the server of the folder, starting one when none runs. It waits for a server that is starting, stopping
 * or recovering, and retries one that fails to start (its port is taken, or an orphan holds the memory). With `known`,
 * the server must listen on the same port, as others have its address.
 */
export const attach = Effect.fnUntraced(function* (
  layout: DataDirectory.Layout,
  means: Effect.Effect<Server.Means, EmbeddedPostgresUnavailable>,
  known?: KnownServer
) {
  const identity = known?.identity ?? (yield* DataDirectory.readIdentity(layout))
  const attempt = new Attempt()
  return yield* connectOrStart(layout, means, identity, known?.port, attempt).pipe(
    Effect.onError(() => (attempt.latest?.pid === undefined ? Effect.void : Server.stop(attempt.latest.pid, identity)))
  )
})
