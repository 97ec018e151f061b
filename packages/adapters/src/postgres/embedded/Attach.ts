import { Effect, Option, type Redacted } from "effect"
import { now, pause } from "../Pause.ts"
import type { Account } from "./Account.ts"
import * as DataDirectory from "./DataDirectory.ts"
import * as Ownership from "./Ownership.ts"
import * as PidFile from "./PidFile.ts"
import * as Server from "./Server.ts"
import { EmbeddedPostgresUnavailable } from "./Unavailable.ts"

/** A running server with a connection to it, found or started. */
export interface Attached {
  readonly session: Ownership.Session
  readonly pid: number
  readonly port: number
  readonly identity: string
  readonly password: Redacted.Redacted
  /** Whether this process has started it. */
  readonly started: boolean
}

/** What a start needs beyond the folder; asked for only when no server runs. */
export interface Means {
  readonly binaries: string
  readonly account: Option.Option<Account>
  readonly durable: boolean
}

const patience = 120_000
const starts = 5

const find = Effect.fnUntraced(function* (layout: DataDirectory.Layout, identity: string) {
  const file = yield* PidFile.read(layout)
  if (Option.isNone(file) || !(yield* PidFile.isServer(file.value.pid, identity))) return Option.none()
  return file
})

const startAnew = Effect.fnUntraced(function* (layout: DataDirectory.Layout, identity: string, means: Means) {
  const stale = yield* PidFile.read(layout)
  if (Option.isSome(stale)) yield* PidFile.removeStale(layout, stale.value, identity)
  yield* DataDirectory.entrust(layout, means.account)
  return yield* Server.start(layout, means.binaries, means.account, identity, means.durable)
})

const gaveUp = (detail: string) => new EmbeddedPostgresUnavailable({ reason: "failed", detail })

/** What one attachment has started so far. */
class Attempt {
  latest: Server.Started | undefined = undefined
  count = 0
}

const connectOrStart = Effect.fnUntraced(function* (
  layout: DataDirectory.Layout,
  means: Effect.Effect<Means, EmbeddedPostgresUnavailable>,
  identity: string,
  attempt: Attempt
) {
  const password = yield* DataDirectory.password(layout)
  const deadline = (yield* now) + patience
  while ((yield* now) < deadline) {
    const found = yield* find(layout, identity)
    if (Option.isSome(found)) {
      const { pid, port } = found.value
      const session = Option.isSome(port) ? yield* Ownership.connect(port.value, password, identity) : Option.none()
      if (Option.isSome(port) && Option.isSome(session)) {
        const started = attempt.latest?.pid === pid
        return { session: session.value, pid, port: port.value, identity, password, started } satisfies Attached
      }
    } else if (attempt.latest === undefined || attempt.latest.hasExited()) {
      if (attempt.latest !== undefined && attempt.count >= starts) {
        return yield* gaveUp(`Postgres ended: ${yield* attempt.latest.complaint}`)
      }
      yield* pause(attempt.count * 200)
      attempt.latest = yield* startAnew(layout, identity, yield* means)
      attempt.count++
    }
    yield* pause(15)
  }
  const said = attempt.latest === undefined ? "" : `: ${yield* attempt.latest.complaint}`
  return yield* gaveUp(`Postgres did not become ready within ${patience / 1000} seconds${said}`)
})

/**
 * Connects to the server of the folder, starting one when none runs. A server that is just starting, stopping or
 * recovering is waited for; one that does not come up (its port was taken, an orphan holds the memory) is tried again.
 */
export const attach = Effect.fnUntraced(function* (
  layout: DataDirectory.Layout,
  means: Effect.Effect<Means, EmbeddedPostgresUnavailable>
) {
  const identity = yield* DataDirectory.identity(layout)
  const attempt = new Attempt()
  return yield* connectOrStart(layout, means, identity, attempt).pipe(
    Effect.onError(() => (attempt.latest?.pid === undefined ? Effect.void : Server.stop(attempt.latest.pid, identity)))
  )
})
