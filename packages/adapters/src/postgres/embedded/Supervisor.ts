import { Effect, Option, Ref } from "effect"
import { now, pause } from "../Pause.ts"
import { attach, type ServerConnection } from "./Attach.ts"
import * as DataDirectory from "./DataDirectory.ts"
import * as Ownership from "./Ownership.ts"
import * as RestartPolicy from "./RestartPolicy.ts"
import * as Server from "./Server.ts"
import { EmbeddedPostgresLost, type EmbeddedPostgresUnavailable } from "./Unavailable.ts"

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
