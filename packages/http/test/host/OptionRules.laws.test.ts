import { assert, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"
import * as Quire from "../../src/host/Quire.ts"

const plain = { store: { kind: "memory" }, baseUrl: "http://quire.test", upkeep: "off" }
const s3 = { kind: "s3", bucket: "files", accessKeyId: "id", secretAccessKey: "secret", endpoint: "http://127.0.0.1:1" }

/** The options that need no other. */
const plainly = `
  store store.kind migrate baseUrl appUrl sitesUrl fetchAllow fetch dns blobs acceptBlobs translator
  pdf pdf.milliseconds pdf.megabytes mail emails emails.off emails.receivedDaily emails.sentDaily
  secretKey previousSecretKey layers onProgress onStoreLost restore restore.from organizationCreation
  rateLimit clientAddress trustedProxies sites sites.tokenCookie sites.claimsCookie sites.cachedBytes
  upkeep identify identifyOrigins logger tracer unknown
`

/** Every option, and what else is needed so that it counts. Folders are left out, as any name makes one. */
const options: ReadonlyArray<readonly [path: string, base: object]> = [
  ...plainly
    .trim()
    .split(/\s+/)
    .map((path) => [path, plain] as const),
  ...["url", "pool", "schema", "maxConnections", "ssl", "transactionPooler", "replicas"].map(
    (name) => [`store.${name}`, { ...plain, store: { kind: "postgres", url: "postgres://127.0.0.1:1/d" } }] as const
  ),
  ...Object.keys(s3).map((name) => [`blobs.${name}`, { ...plain, blobs: s3 }] as const),
  ["blobs.store", { ...plain, blobs: { kind: "own" } }],
  ["dns.servers", { ...plain, dns: { kind: "servers" } }],
  ["dns.texts", { ...plain, dns: { kind: "fixed" } }],
  ["mail.url", { ...plain, mail: { kind: "smtp", from: "ann@quire.test" } }],
  ["mail.from", { ...plain, mail: { kind: "smtp", url: "smtp://127.0.0.1:1" } }],
  ["mail.deliver", { ...plain, mail: { kind: "own" } }],
  ["translator.url", { ...plain, translator: { kind: "libre" } }]
]

/** Stands for an option whose getter throws. */
const throwing = Symbol("throwing")

const readThrowing = (): never => {
  throw new Error("a getter")
}

const replaced = (base: object, [first = "", ...rest]: ReadonlyArray<string>, value: unknown): object => {
  const inner: unknown = Reflect.get(base, first)
  const next =
    rest.length === 0 ? value : replaced(typeof inner === "object" && inner !== null ? inner : {}, rest, value)
  return next === throwing
    ? Object.defineProperty({ ...base }, first, { enumerable: true, get: readThrowing })
    : { ...base, [first]: next }
}

const wrong = fc.oneof(
  fc.anything({ withMap: true, withDate: true, withTypedArray: true, withNullPrototype: true }),
  fc.constantFrom<unknown>("", " ", "a\0b", "a\nb", {}, [], [""], ["\0"], Number.NaN, Infinity, -1, 0.5, () => 1),
  fc.constant(throwing)
)

/** Whether an engine was opened, or refused by an error that names the option, or something else that is away. */
const isTold = (path: string, error: unknown) => {
  if (error === undefined) return true
  if (!Quire.isQuireError(error)) return false
  const [first = ""] = path.split(".")
  return error.kind === "unavailable" || (error.kind === "bad-input" && error.field?.startsWith(first) === true)
}

it("accepts a value of any kind, or rejects it by the name of its option (rule host-options)", () =>
  Rounds.holds(
    fc.asyncProperty(fc.constantFrom(...options), wrong, async ([path, base], value) => {
      const given = replaced(base, path.split("."), value)
      const error: unknown = await Reflect.apply(Quire.open, undefined, [given]).then(
        (quire: Quire.Quire) => quire.close(),
        (thrown: unknown) => thrown
      )
      assert.isTrue(isTold(path, error), `${path}: ${String(error)}`)
    }),
    Rounds.rounds(300, 5_000, 1_000)
  ))
