import { Effect, Option, Predicate, Redacted, Schema } from "effect"
import { Client } from "pg"
import { pause } from "../Pause.ts"
import { database, superuser } from "./DataDirectory.ts"
import { host } from "./Server.ts"
import { failedTo } from "./Unavailable.ts"

/** A connection to a server that has been verified to be the one of this folder. */
export interface Session {
  readonly client: Client
  readonly ended: Promise<void>
}

/** The advisory lock held by the owner of the server. */
const lockKey = "hashtextextended('quire: owner of the embedded server', 0)"

const Answer = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ answer: Schema.Unknown })]))

const queryAnswer = (client: Client, sql: string) =>
  Effect.tryPromise({ try: () => client.query(sql), catch: failedTo("query the server") }).pipe(
    Effect.flatMap(({ rows }) => Effect.mapError(Answer(rows), failedTo("query the server"))),
    Effect.map(([{ answer }]) => answer)
  )

export const close = (session: Session): Effect.Effect<void> =>
  Effect.promise(() => session.client.end().catch(() => {}))

/**
 * Connects to a server. None while it is starting or stopping, is absent or belongs to another folder; a wrong password
 * is a failure.
 */
export const connect = Effect.fnUntraced(function* (port: number, password: Redacted.Redacted, identity: string) {
  const client = new Client({
    host,
    port,
    user: superuser,
    password: Redacted.value(password),
    database,
    ssl: false,
    application_name: "quire: owner",
    connectionTimeoutMillis: 5_000,
    keepAlive: true
  })
  client.on("error", () => {})
  const session: Session = { client, ended: new Promise((resolve) => client.once("end", resolve)) }
  const failure = yield* Effect.promise(() =>
    client.connect().then(
      () => Option.none<unknown>(),
      (cause: unknown) => Option.some(cause)
    )
  )
  if (Option.isSome(failure)) {
    const denied = Predicate.hasProperty(failure.value, "code") && failure.value.code === "28P01"
    return denied ? yield* failedTo("log in to the running server")(failure.value) : Option.none<Session>()
  }
  const answer = yield* Effect.option(queryAnswer(client, "select current_setting('quire.identity', true) as answer"))
  if (Option.contains(answer, identity)) return Option.some(session)
  yield* close(session)
  return Option.none<Session>()
})

const attempts = 10

/**
 * Takes the owner's lock for the lifetime of the connection. The lock of a killed process is released within
 * milliseconds, so waiting half a second distinguishes it from the lock of a live owner. `lost`: the server
 * disappeared.
 */
export const tryLock = Effect.fnUntraced(
  function* (session: Session) {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if ((yield* queryAnswer(session.client, `select pg_try_advisory_lock(${lockKey}) as answer`)) === true)
        return "taken"
      yield* pause(50)
    }
    return "refused"
  },
  Effect.orElseSucceed(() => "lost" as const)
)
