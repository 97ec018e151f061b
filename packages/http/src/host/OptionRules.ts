import { EmailQuota } from "@quire/core"
import type { ReaderOptions } from "@quire/reader"
import { Layer, Predicate } from "effect"
import type { OwnLimits } from "../foundation/exchange/OwnLimits.ts"
import type { Dns, Mail, Options, PostgresStore, Replicas, Restoration, Store } from "./Options.ts"

type CheckedOptions = Required<Options>
type OwnBlobs = Extract<CheckedOptions["blobs"], { readonly kind: "own" }>["store"]

/** An invalid option and the rule that it breaks. */
export interface Fault {
  readonly option: string
  readonly rule: string
}

type Check = (value: unknown, option: string) => Fault | undefined

const must =
  (holds: (value: unknown) => boolean, rule: string): Check =>
  (value, option) =>
    holds(value) ? undefined : { option, rule: `must ${rule}` }

const optional =
  (check: Check): Check =>
  (value, option) =>
    value === undefined ? undefined : check(value, option)

/** A check for each field of a type; adding a field without a check does not compile. */
type Checks<T> = { readonly [K in Exclude<keyof T, "kind">]-?: Check }

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The result of a check; a fault where the value throws while it is read, such as by a getter or a revoked proxy. */
const readable = (option: string, check: () => Fault | undefined): Fault | undefined => {
  try {
    return check()
  } catch {
    return { option: option || "options", rule: "must be readable: reading it threw an error" }
  }
}

const record =
  <T>(checks: Checks<T>): Check =>
  (value, option) => {
    if (!isRecord(value)) return { option: option || "options", rule: "must be an object" }
    const within = (name: string) => (option === "" ? name : `${option}.${name}`)
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(checks, name))
    if (unknown !== undefined) {
      return {
        option: within(unknown),
        rule: `is not a known option; the options here are ${Object.keys(checks).join(", ")}`
      }
    }
    for (const [name, check] of Object.entries<Check>(checks)) {
      const path = within(name)
      const fault = readable(path, () => check(Reflect.get(value, name), path))
      if (fault !== undefined) return fault
    }
    return undefined
  }

const oneOf = (...texts: ReadonlyArray<string>) =>
  must((value) => texts.some((text) => text === value), `be ${texts.map((text) => `"${text}"`).join(" or ")}`)

/** Checks an object whose `kind` determines its other fields. */
const byKind = <T extends { readonly kind: string }>(
  kinds: {
    readonly [K in T["kind"]]: Checks<Extract<T, { readonly kind: K }>>
  }
): Check => {
  const kind = oneOf(...Object.keys(kinds))
  const records = new Map(
    Object.entries<{ readonly [name: string]: Check }>(kinds).map(([name, checks]) => [
      name,
      record({ ...checks, kind })
    ])
  )
  return (value, option) => {
    if (!isRecord(value))
      return { option, rule: `must be an object whose kind is one of ${[...records.keys()].join(", ")}` }
    return readable(`${option}.kind`, () => {
      const named: unknown = Reflect.get(value, "kind")
      const check = typeof named === "string" ? records.get(named) : undefined
      return check === undefined ? kind(named, `${option}.kind`) : check(value, option)
    })
  }
}

const text = must(Predicate.isString, "be a string")
const filled = must((value) => typeof value === "string" && value.trim() !== "", "be a string that is not empty")
const path = must(
  (value) => typeof value === "string" && value.trim() !== "" && !value.includes("\0"),
  "be a path: a string that is not empty, without null characters"
)
/** A valid header value. */
const headerText = must(
  (value) => typeof value === "string" && /^[\x20-\x7e]*$/.test(value),
  "be a string of printable ASCII characters"
)
const cookieName = must(
  (value) => typeof value === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(value),
  "be the name of a cookie: letters, digits and hyphens, without spaces"
)
const flag = must(Predicate.isBoolean, "be true or false")
const callback = must(Predicate.isFunction, "be a function")
const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every(Predicate.isString)
const texts = must(isTexts, "be an array of strings")
const letterKinds: ReadonlyArray<unknown> = EmailQuota.EmailKind.literals
const kinds = must(
  (value) => Array.isArray(value) && value.every((kind) => letterKinds.includes(kind)),
  `be an array of ${letterKinds.join(", ")}`
)
const positive = must((value) => Number.isFinite(value) && Number(value) > 0, "be a number above 0")
const atLeastOne = must((value) => Number.isSafeInteger(value) && Number(value) >= 1, "be an integer of 1 or more")
const count = must((value) => Number.isSafeInteger(value) && Number(value) >= 0, "be an integer of 0 or more")
const hasFunction = (name: PropertyKey) => (value: unknown) =>
  Predicate.hasProperty(value, name) && Predicate.isFunction(value[name])
const isPool = (value: unknown) =>
  ["connect", "on", "off", "query"].every((name) => hasFunction(name)(value)) &&
  Predicate.hasProperty(value, "options") &&
  isRecord(value.options)
const isLayer = (value: unknown) => Layer.isLayer(value) && hasFunction("build")(value)
const isTextsByName = (value: unknown) =>
  value instanceof Map && Array.from(value).every(([name, found]) => Predicate.isString(name) && isTexts(found))

const isUrlOf = (schemes: RegExp) => (value: unknown) =>
  typeof value === "string" && URL.canParse(value) && schemes.test(new URL(value).protocol)
const blobFunctions: ReadonlyArray<keyof OwnBlobs> = ["put", "get", "size", "read", "list", "delete"]
const httpUrl = must(isUrlOf(/^https?:$/), "be an absolute http or https URL")
const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value

export const layerRule = "must be a layer of Effect"

const postgres: Checks<PostgresStore> = {
  url: optional(text),
  pool: optional(must(isPool, "be a pool of pg")),
  schema: optional(text),
  maxConnections: optional(must(Predicate.isNumber, "be an integer of 1 or more")),
  ssl: optional(must((value) => Predicate.isBoolean(value) || isRecord(value), "be true, false or options of TLS")),
  transactionPooler: optional(flag),
  replicas: optional(record<Replicas>({ urls: texts, staleness: optional(must(Predicate.isNumber, "be a number")) }))
}

const all = record<Options>({
  store: byKind<Store>({ memory: {}, embedded: { directory: path, guest: optional(flag) }, postgres }),
  migrate: optional(oneOf("auto", "off")),
  baseUrl: text,
  appUrl: optional(text),
  sitesUrl: optional(text),
  consoleFolder: optional(path),
  fetchAllow: optional(texts),
  fetch: optional(callback),
  dns: optional(
    byKind<Dns>({
      servers: { servers: optional(texts) },
      fixed: { texts: must(isTextsByName, "be a Map of arrays of strings") }
    })
  ),
  blobs: optional(
    byKind<CheckedOptions["blobs"]>({
      store: {},
      folder: { directory: path },
      s3: {
        bucket: text,
        prefix: optional(text),
        region: optional(text),
        endpoint: optional(text),
        pathStyle: optional(flag),
        accessKeyId: headerText,
        secretAccessKey: text,
        sessionToken: optional(headerText),
        redirects: optional(flag)
      },
      own: {
        store: must(
          (value) => blobFunctions.every((name) => hasFunction(name)(value)),
          `be an object with the functions ${blobFunctions.join(", ")}`
        )
      }
    })
  ),
  acceptBlobs: optional(oneOf("moved", "lost")),
  translator: optional(
    byKind<CheckedOptions["translator"]>({
      libre: { url: httpUrl, key: optional(headerText) },
      chat: { url: httpUrl, model: filled, key: optional(headerText) },
      pseudo: {},
      none: {}
    })
  ),
  pdf: optional(record<CheckedOptions["pdf"]>({ milliseconds: optional(positive), megabytes: optional(positive) })),
  mail: optional(
    byKind<Mail>({
      smtp: { url: must(isUrlOf(/^smtps?:$/), "be an smtp:// or smtps:// URL"), from: text },
      folder: { directory: path, from: optional(text) },
      own: { deliver: callback },
      none: {}
    })
  ),
  emails: optional(
    record<EmailQuota.Policy>({ off: optional(kinds), receivedDaily: optional(count), sentDaily: optional(count) })
  ),
  secretKey: optional(text),
  previousSecretKey: optional(text),
  layers: optional((value, option) => (isLayer(value) ? undefined : { option, rule: layerRule })),
  onProgress: optional(callback),
  onStoreLost: optional(callback),
  restore: optional(
    record<Restoration>({
      from: must(hasFunction(Symbol.asyncIterator), "be an async iterable"),
      onRestored: optional(callback)
    })
  ),
  organizationCreation: optional(oneOf("anyone", "operators")),
  rateLimit: optional((value, option) =>
    isRecord(value) ? record<OwnLimits>({ take: callback, peek: callback })(value, option) : atLeastOne(value, option)
  ),
  clientAddress: optional(callback),
  trustedProxies: optional(texts),
  sites: optional(
    record<ReaderOptions.ReaderOptions>({
      tokenCookie: optional(cookieName),
      claimsCookie: optional(cookieName),
      cachedBytes: optional(count)
    })
  ),
  upkeep: optional(oneOf("auto", "off")),
  identify: optional(callback),
  identifyOrigins: optional(
    must((value) => isTexts(value) && value.every(isOrigin), "be an array of origins such as https://app.example")
  ),
  logger: optional(callback),
  tracer: optional(must(hasFunction("span"), "be a tracer of Effect"))
})

/** The first rule that options break by their form; `checkOptions` looks at what their texts say. */
export const faultOf = (options: unknown): Fault | undefined => readable("", () => all(options, ""))
