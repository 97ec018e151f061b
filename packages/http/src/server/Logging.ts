import { Cause, Context, type Layer, Logger, type LogLevel, Option, References } from "effect"
import * as Exchange from "../foundation/exchange/Exchange.ts"
import * as Redaction from "../foundation/exchange/Redaction.ts"
import * as RequestSpan from "./RequestSpan.ts"

interface Entry {
  readonly level: LogLevel.LogLevel
  readonly fields: { readonly [name: string]: unknown }
}

/** What an entry says. Credentials are redacted everywhere; those of the current request wherever they occur. */
const entries: Logger.Logger<unknown, Entry> = Logger.make(({ cause, date, fiber, logLevel, message }) => {
  const exchange = Option.getOrUndefined(Context.get(fiber.context, Exchange.current))
  const secrets: ReadonlySet<string> = exchange?.secrets.texts ?? new Set()
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const [first, ...rest] = parts.map((part) => Redaction.redactValue(part, secrets))
  const fields = {
    time: date.toISOString(),
    level: logLevel.toUpperCase(),
    message: first,
    ...(rest.length > 0 ? { details: rest } : {}),
    ...(exchange === undefined ? {} : { request: exchange.id }),
    ...(RequestSpan.isOn(fiber) && fiber.cache.span !== undefined ? { trace: fiber.cache.span.traceId } : {}),
    ...Redaction.redactFields(Context.get(fiber.context, References.CurrentLogAnnotations), secrets),
    ...(cause.reasons.length === 0 ? {} : { cause: Redaction.redactText(Cause.pretty(cause), secrets) })
  }
  return { level: logLevel, fields }
})

/** One line of JSON per entry: `time`, `level`, `message`, the request's id, that of its trace, the annotations and the cause. */
export const logger: Logger.Logger<unknown, string> = Logger.map(entries, ({ fields }) => JSON.stringify(fields))

/** Replaces the default logger; `write` takes lines without their newline. */
export const layer = (write: (line: string) => void): Layer.Layer<never> => Logger.layer([Logger.map(logger, write)])

const warned: ReadonlySet<LogLevel.LogLevel> = new Set(["Warn", "Error", "Fatal"])

/** An entry as a line for people. */
const lineOf = ({ level, fields: { time: _time, level: _level, message, cause, ...fields } }: Entry): string => {
  const details = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${JSON.stringify(value)}`]
  )
  const reason = typeof cause === "string" ? `: ${cause.split("\n", 1)[0]}` : ""
  const head = `quire ${level === "Warn" ? "warning" : "error"}: ${String(message).replaceAll("\n", " ")}`
  return `${head}${details.length === 0 ? "" : ` (${details.join(", ")})`}${reason}`
}

/** Writes warnings and errors alone, each as a line for people (rule host-warnings). */
export const layerWarnings = (write: (line: string) => void): Layer.Layer<never> =>
  Logger.layer([
    Logger.map(entries, (entry) => {
      if (warned.has(entry.level)) write(lineOf(entry))
    })
  ])
