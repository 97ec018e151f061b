import { Cause, FiberRefs, HashMap, type Layer, Logger, Option } from "effect"
import * as Exchange from "./Exchange.ts"
import * as Redaction from "./Redaction.ts"

/**
 * One line of JSON per entry: `time`, `level`, `message`, the request's id, the annotations, and the cause. Credentials
 * are taken out of all of them, those of the request at hand wherever they occur.
 */
export const logger: Logger.Logger<unknown, string> = Logger.make(
  ({ annotations, cause, context, date, logLevel, message }) => {
    const exchange = Option.getOrUndefined(Option.flatten(FiberRefs.get(context, Exchange.current)))
    const secrets: ReadonlySet<string> = exchange?.secrets ?? new Set()
    const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
    const [first, ...rest] = parts.map((part) => Redaction.value(part, secrets))
    return JSON.stringify({
      time: date.toISOString(),
      level: logLevel.label,
      message: first,
      ...(rest.length > 0 ? { details: rest } : {}),
      ...(exchange === undefined ? {} : { request: exchange.id }),
      ...Redaction.fields(Object.fromEntries(HashMap.toEntries(annotations)), secrets),
      ...(Cause.isEmpty(cause)
        ? {}
        : { cause: Redaction.text(Cause.pretty(cause, { renderErrorCause: true }), secrets) })
    })
  }
)

/** Replaces the default logger; `write` takes lines without their newline. */
export const layer = (write: (line: string) => void): Layer.Layer<never> =>
  Logger.replace(Logger.defaultLogger, Logger.map(logger, write))
