import { refuse } from "./UsageError.ts"

/** Which traces are exported. With `isFollowing`, the decision of the caller applies to traces that it started. */
export interface SamplingSettings {
  readonly ratio: number
  readonly isFollowing: boolean
}

/** Where traces are exported to. */
export interface TracingSettings {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly protocol: "http/json" | "http/protobuf"
  readonly serviceName: string | undefined
  readonly sampling: SamplingSettings
}

type Environment = Readonly<Record<string, string | undefined>>

const samplers = ["always_on", "always_off", "traceidratio"] as const

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Reads a variable for traces, or else the one for all signals. */
const given = (environment: Environment, rest: string) =>
  [`OTEL_EXPORTER_OTLP_TRACES_${rest}`, `OTEL_EXPORTER_OTLP_${rest}`].flatMap((name) => {
    const text = environment[name]?.trim() ?? ""
    return text === "" ? [] : [{ name, text }]
  })[0]

const readUrl = (environment: Environment): string | undefined => {
  const found = given(environment, "ENDPOINT")
  if (found === undefined) return undefined
  const { name, text } = found
  if (!isWebAddress(text)) return refuse(`${name} must be an http or https URL, not "${text}"`)
  return name.includes("TRACES") ? text : `${text.replace(/(?<!\/)\/+$/, "")}/v1/traces`
}

const decodeText = (name: string, text: string): string => {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return refuse(`${name} must be name=value pairs, percent-encoded`)
  }
}

const readHeaders = (environment: Environment): Readonly<Record<string, string>> => {
  const { name, text } = given(environment, "HEADERS") ?? { name: "", text: "" }
  const pairs = text.split(",").filter((pair) => pair.trim() !== "")
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=")
      if (at < 1) return refuse(`${name} must be name=value pairs, comma-separated`)
      return [decodeText(name, pair.slice(0, at)), decodeText(name, pair.slice(at + 1))]
    })
  )
}

const readProtocol = (environment: Environment): TracingSettings["protocol"] => {
  const { name, text } = given(environment, "PROTOCOL") ?? { name: "", text: "http/json" }
  return text === "http/json" || text === "http/protobuf"
    ? text
    : refuse(`${name} must be http/json or http/protobuf, not "${text}"`)
}

const readSampling = (environment: Environment): SamplingSettings => {
  const name = environment["OTEL_TRACES_SAMPLER"] || "parentbased_always_on"
  const bare = name.replace(/^parentbased_/, "")
  const isFollowing = bare !== name
  if (samplers.every((sampler) => sampler !== bare)) {
    refuse(`OTEL_TRACES_SAMPLER must be ${samplers.join(", ")}, or one of them after parentbased_, not "${name}"`)
  }
  if (bare !== "traceidratio") return { ratio: bare === "always_on" ? 1 : 0, isFollowing }
  const text = environment["OTEL_TRACES_SAMPLER_ARG"] || "1"
  const ratio = /^(?:\d+|\d*\.\d+)$/.test(text) ? Number(text) : Number.NaN
  return ratio >= 0 && ratio <= 1
    ? { ratio, isFollowing }
    : refuse(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}"`)
}

/** Reads the standard OpenTelemetry variables; undefined if no traces are exported. */
export const read = (environment: Environment): TracingSettings | undefined => {
  const isOff = environment["OTEL_SDK_DISABLED"]?.toLowerCase() === "true"
  const exporter = environment["OTEL_TRACES_EXPORTER"] || "otlp"
  if (isOff || exporter === "none") return undefined
  const url = readUrl(environment)
  if (url === undefined) return undefined
  if (exporter !== "otlp") refuse(`OTEL_TRACES_EXPORTER must be otlp or none, not "${exporter}"`)
  const named = environment["OTEL_SERVICE_NAME"] || environment["OTEL_RESOURCE_ATTRIBUTES"]?.includes("service.name=")
  return {
    url,
    headers: readHeaders(environment),
    protocol: readProtocol(environment),
    serviceName: named ? undefined : "quire",
    sampling: readSampling(environment)
  }
}
