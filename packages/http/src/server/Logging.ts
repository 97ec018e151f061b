import { StoreError } from "@quire/core"
import { Cause, Context, type Layer, Logger, type LogLevel, Option, Predicate, References } from "effect"
import * as Exchange from "../foundation/exchange/Exchange.ts"
import * as Redaction from "../foundation/exchange/Redaction.ts"
import * as RequestSpan from "./RequestSpan.ts"

/** Format of log lines. */
export type Format = "json" | "text"

/** Fields of a log line: `time`, `level` and `message` first. */
export interface Entry {
  readonly time: string
  readonly level: string
  readonly message: unknown
  readonly [field: string]: unknown
}

const quote = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text)
}

const formats: { readonly [F in Format]: (entry: Entry) => string } = {
  json: (entry) => JSON.stringify(entry),
  text: ({ level, message, time, ...fields }) => {
    const said = typeof message === "string" ? message.replaceAll("\n", " ") : JSON.stringify(message)
    const pairs = Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${quote(value)}`]
    )
    return [time, level.padEnd(5), said, ...pairs].join(" ")
  }
}

/** One line, without its newline. */
export const format = (entry: Entry, as: Format): string => formats[as](entry)

const entryOf = ({ cause, date, fiber, logLevel, message }: Logger.Options<unknown>): Entry => {
  const exchange = Option.getOrUndefined(Context.get(fiber.context, Exchange.current))
  const secrets: ReadonlySet<string> = exchange?.secrets.texts ?? new Set()
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const [first, ...rest] = parts.map((part) => Redaction.redactValue(part, secrets))
  return {
    time: date.toISOString(),
    level: logLevel.toUpperCase(),
    message: first,
    ...(rest.length > 0 ? { details: rest } : {}),
    ...(exchange === undefined ? {} : { request: exchange.id }),
    ...(RequestSpan.isOn(fiber) && fiber.cache.span !== undefined ? { trace: fiber.cache.span.traceId } : {}),
    ...Redaction.redactFields(Context.get(fiber.context, References.CurrentLogAnnotations), secrets),
    ...(cause.reasons.length === 0 ? {} : { cause: Redaction.redactText(Cause.pretty(cause), secrets) })
  }
}

/** Milliseconds without a store failure after which an outage counts as ended. */
const calm = 5_000

const deepest = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return deepest(error.errors[0])
  if (!Predicate.isError(error)) return String(error)
  return error.cause === undefined ? error.message : deepest(error.cause)
}

/** Why the store is unavailable; undefined for every other cause. */
const outageOf = (cause: Cause.Cause<unknown>): string | undefined => {
  for (const reason of cause.reasons) {
    const defect = Cause.isDieReason(reason) ? reason.defect : undefined
    if (defect instanceof StoreError.StoreError && defect.unavailable) return deepest(defect)
  }
  return undefined
}

/**
 * Reduces an outage of the store to one line at its start and one at its end, with the number of omitted lines (rule
 * log-outage). Requests keep their lines, without the stack.
 */
const makeOutages = (write: (entry: Entry) => void) => {
  let timer: ReturnType<typeof setInterval> | undefined
  let current: { readonly since: number; last: number; suppressed: number } | undefined

  const end = (now: number) => {
    if (current === undefined || now - current.last < calm) return
    const { last, since, suppressed } = current
    current = undefined
    clearInterval(timer)
    const seconds = Math.round((last - since) / 1000)
    write({ time: new Date(now).toISOString(), level: "INFO", message: "store available again", seconds, suppressed })
  }

  const begin = ({ time }: Entry, now: number, reason: string) => {
    current = { since: now, last: now, suppressed: 0 }
    timer = setInterval(() => end(Date.now()), calm).unref()
    write({ time, level: "WARN", message: "store unavailable", reason })
  }

  return (entry: Entry, now: number, reason: string | undefined) => {
    end(now)
    if (reason === undefined) return write(entry)
    if (current === undefined) begin(entry, now, reason)
    else current.last = now
    if (entry["request"] === undefined) {
      if (current !== undefined) current.suppressed++
      return
    }
    const { cause: _, ...rest } = entry
    write({ ...rest, time: entry.time, level: entry.level, message: entry.message })
  }
}

/**
 * Replaces the default logger; `write` takes lines without their newline. Credentials are redacted everywhere; those of
 * the current request wherever they occur.
 */
export const layer = (write: (line: string) => void, as: Format = "json"): Layer.Layer<never> => {
  const take = makeOutages((entry) => write(format(entry, as)))
  return Logger.layer([
    Logger.make((options) => take(entryOf(options), options.date.getTime(), outageOf(options.cause)))
  ])
}

const warned: ReadonlySet<LogLevel.LogLevel> = new Set(["Warn", "Error", "Fatal"])

/** Formats an entry as human-readable text. */
const lineOf = ({ cause, level, message, time: _, ...fields }: Entry): string => {
  const details = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${JSON.stringify(value)}`]
  )
  const reason = typeof cause === "string" ? `: ${cause.split("\n", 1)[0]}` : ""
  const head = `quire ${level === "WARN" ? "warning" : "error"}: ${String(message).replaceAll("\n", " ")}`
  return `${head}${details.length === 0 ? "" : ` (${details.join(", ")})`}${reason}`
}

/** Writes only warnings and errors, each as one human-readable line (rule host-warnings). */
export const layerWarnings = (write: (line: string) => void): Layer.Layer<never> =>
  Logger.layer([
    Logger.make((options) => {
      if (warned.has(options.logLevel)) write(lineOf(entryOf(options)))
    })
  ])
