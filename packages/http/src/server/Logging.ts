import { Cause, Context, type Layer, Logger, Option, References } from "effect"
import * as Exchange from "../foundation/exchange/Exchange.ts"
import * as Redaction from "../foundation/exchange/Redaction.ts"
import * as RequestSpan from "./RequestSpan.ts"

/**
 * One line of JSON per entry: `time`, `level`, `message`, the request's id, that of its trace, the annotations and the cause. Credentials
 * are redacted everywhere; those of the current request wherever they occur.
 */
export const logger: Logger.Logger<unknown, string> = Logger.make(({ cause, date, fiber, logLevel, message }) => {
  const exchange = Option.getOrUndefined(Context.get(fiber.context, Exchange.current))
  const secrets: ReadonlySet<string> = exchange?.secrets.texts ?? new Set()
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const [first, ...rest] = parts.map((part) => Redaction.redactValue(part, secrets))
  return JSON.stringify({
    time: date.toISOString(),
    level: logLevel.toUpperCase(),
    message: first,
    ...(rest.length > 0 ? { details: rest } : {}),
    ...(exchange === undefined ? {} : { request: exchange.id }),
    ...(RequestSpan.isOn(fiber) && fiber.cache.span !== undefined ? { trace: fiber.cache.span.traceId } : {}),
    ...Redaction.redactFields(Context.get(fiber.context, References.CurrentLogAnnotations), secrets),
    ...(cause.reasons.length === 0 ? {} : { cause: Redaction.redactText(Cause.pretty(cause), secrets) })
  })
})

/** Replaces the default logger; `write` takes lines without their newline. */
export const layer = (write: (line: string) => void): Layer.Layer<never> => Logger.layer([Logger.map(logger, write)])
