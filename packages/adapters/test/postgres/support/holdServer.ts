import { createInterface } from "node:readline"
import { Effect, Exit, Redacted, Scope } from "effect"
import * as EmbeddedPostgres from "../../../src/postgres/EmbeddedPostgres.ts"

/** A program that holds an embedded server until it receives a request to stop, or is killed. */
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

const options: EmbeddedPostgres.Options = JSON.parse(process.argv[2] ?? "")
const scope = Effect.runSync(Scope.make())
const exit = await Effect.runPromise(Effect.result(Scope.provide(EmbeddedPostgres.start(options), scope)))
if (exit._tag === "Failure") {
  say({ event: "refused", reason: exit.failure.reason, message: exit.failure.message })
} else {
  const { owner, url } = exit.success
  say({ event: "up", owner, url: Redacted.value(url) })
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === "stop") break
  }
  await Effect.runPromise(Scope.close(scope, Exit.void))
  say({ event: "down" })
}
