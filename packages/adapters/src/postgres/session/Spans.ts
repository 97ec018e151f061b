import { Operation } from "@quire/core"
import { Effect } from "effect"
import type { Command } from "./Exchange.ts"

/** How much of the texts of one exchange a span holds, in characters; joined statements can be long. */
const most = 8_192

const verbOf = (text: string): string => /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? "SQL"

/**
 * Traces an exchange with the server inside the span of an operation, with the texts of its statements and without their
 * values (rule trace-content).
 */
export const ofExchange = <A, E, R>(
  commands: ReadonlyArray<Pick<Command, "text">>,
  exchange: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber): Effect.Effect<A, E, R> => {
    if (fiber.cache.span === undefined) return exchange
    const text = commands
      .map((command) => command.text)
      .join(";\n")
      .slice(0, most)
    const attributes = { "db.system.name": "postgresql", "db.query.text": text }
    return Operation.traced(verbOf(commands.at(-1)?.text ?? ""), { kind: "client", attributes })(exchange)
  })
