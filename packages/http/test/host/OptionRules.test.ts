import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Quire from "../../src/host/Quire.ts"

const plain = { store: { kind: "memory" }, baseUrl: "http://quire.test", upkeep: "off" }

const postgres = (over: object) => ({ store: { kind: "postgres", url: "postgres://h/d", ...over } })
const pool = { connect: () => undefined, on: () => undefined, query: () => undefined }
const s3 = (over: object) => ({
  blobs: { kind: "s3", bucket: "files", accessKeyId: "id", secretAccessKey: "geheim", ...over }
})

const throwing = (name: string, other: object = {}): object =>
  Object.defineProperty({ ...other }, name, {
    enumerable: true,
    get: () => {
      throw new Error("geheim")
    }
  })

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const restoreFrom = (from: unknown) => ({ ...plain, restore: { from } })

async function* pieces(...all: ReadonlyArray<unknown>) {
  yield* all
}

async function* breaking() {
  yield new Uint8Array(1)
  throw new Error("geheim")
}

const layerBuiltBy = (build?: () => unknown) => ({
  ...plain,
  layers: Object.assign(Object.create(Layer.empty), { build })
})

const withParameters = (parameters: string) => `postgres://u:geheim@127.0.0.1:1/d?${parameters}`

/** Options as a program without types may give them, and which one is at fault. */
const wrong: ReadonlyArray<readonly [option: string, given: unknown]> = [
  ["options", undefined],
  ["options", null],
  ["options", "postgres://u:geheim@h/d"],
  ["options", []],
  ["store", { ...plain, store: undefined }],
  ["store", { ...plain, store: "memory" }],
  ["store.kind", { ...plain, store: {} }],
  ["store.kind", { ...plain, store: { kind: "sqlite" } }],
  ["store.kind", { ...plain, store: { kind: "toString" } }],
  ["store.path", { ...plain, store: { kind: "memory", path: "data" } }],
  ["store.directory", { ...plain, store: { kind: "embedded" } }],
  ["store.directory", { ...plain, store: { kind: "embedded", directory: "" } }],
  ["store.guest", { ...plain, store: { kind: "embedded", directory: "data", guest: 1 } }],
  ["store.url", { ...plain, ...postgres({ url: 5432 }) }],
  ["store.pool", { ...plain, ...postgres({ url: undefined, pool: {} }) }],
  ["store.schema", { ...plain, ...postgres({ schema: 1 }) }],
  ["store.maxConnections", { ...plain, ...postgres({ maxConnections: "10" }) }],
  ["store.ssl", { ...plain, ...postgres({ ssl: "require" }) }],
  ["store.transactionPooler", { ...plain, ...postgres({ transactionPooler: "yes" }) }],
  ["store.replicas", { ...plain, ...postgres({ replicas: ["postgres://h/d"] }) }],
  ["store.replicas.urls", { ...plain, ...postgres({ replicas: {} }) }],
  ["store.replicas.staleness", { ...plain, ...postgres({ replicas: { urls: [], staleness: "2s" } }) }],
  ["store.password", { ...plain, ...postgres({ password: "geheim" }) }],
  ["baseUrl", { ...plain, baseUrl: undefined }],
  ["baseUrl", { ...plain, baseUrl: new URL("http://quire.test") }],
  ["baseURL", { ...plain, baseURL: "http://quire.test" }],
  ["migrate", { ...plain, migrate: true }],
  ["appUrl", { ...plain, appUrl: 1 }],
  ["sitesUrl", { ...plain, sitesUrl: {} }],
  ["fetchAllow", { ...plain, fetchAllow: "127.0.0.1" }],
  ["fetchAllow", { ...plain, fetchAllow: [80] }],
  ["fetch", { ...plain, fetch: "node-fetch" }],
  ["dns.kind", { ...plain, dns: { kind: "system" } }],
  ["dns.servers", { ...plain, dns: { kind: "servers", servers: "1.1.1.1" } }],
  ["dns.texts", { ...plain, dns: { kind: "fixed", texts: {} } }],
  ["blobs", { ...plain, blobs: "files" }],
  ["blobs.directory", { ...plain, blobs: { kind: "folder" } }],
  ["blobs.store", { ...plain, blobs: { kind: "own" } }],
  ["blobs.store", { ...plain, blobs: { kind: "own", store: { put: async () => undefined } } }],
  ["blobs.directory", { ...plain, blobs: { kind: "folder", directory: "a\0b" } }],
  ["store.directory", { ...plain, store: { kind: "embedded", directory: "a\0b" } }],
  ["mail.directory", { ...plain, mail: { kind: "folder", directory: "a\0b" } }],
  ["store.pool", { ...plain, ...postgres({ url: undefined, pool: { connect: () => undefined } }) }],
  ["dns.texts", { ...plain, dns: { kind: "fixed", texts: new Map([["docs.example", "text"]]) } }],
  ["blobs.bucket", { ...plain, ...s3({ bucket: "Files" }) }],
  ["blobs.endpoint", { ...plain, ...s3({ endpoint: "files.test" }) }],
  ["blobs.accessKeyId", { ...plain, ...s3({ accessKeyId: "id\n" }) }],
  ["translator.key", { ...plain, translator: { kind: "libre", url: "https://translate.test", key: "geheim\n" } }],
  ["sites.tokenCookie", { ...plain, sites: { tokenCookie: "a b" } }],
  ["rateLimit", { ...plain, rateLimit: 0.5 }],
  ["pdf.megabytes", { ...plain, pdf: { megabytes: Number.POSITIVE_INFINITY } }],
  ["blobs.bucket", { ...plain, ...s3({ bucket: undefined }) }],
  ["blobs.accessKeyId", { ...plain, ...s3({ accessKeyId: undefined }) }],
  ["blobs.secretAccessKey", { ...plain, ...s3({ secretAccessKey: undefined }) }],
  ["blobs.pathStyle", { ...plain, ...s3({ pathStyle: "true" }) }],
  ["translator.url", { ...plain, translator: { kind: "libre", url: "translate.test" } }],
  ["translator.model", { ...plain, translator: { kind: "chat", url: "https://chat.test" } }],
  ["pdf.megabytes", { ...plain, pdf: { megabytes: "2 GB" } }],
  ["pdf.milliseconds", { ...plain, pdf: { milliseconds: 0 } }],
  ["mail.kind", { ...plain, mail: { url: "smtp://h", from: "a@quire.test" } }],
  ["mail.url", { ...plain, mail: { kind: "smtp", url: "mail.test", from: "a@quire.test" } }],
  ["mail.url", { ...plain, mail: { kind: "smtp", url: "https://u:geheim@h", from: "a@quire.test" } }],
  ["mail.from", { ...plain, mail: { kind: "smtp", url: "smtp://h" } }],
  ["mail.deliver", { ...plain, mail: { kind: "own" } }],
  ["emails.off", { ...plain, emails: { off: ["newsletter"] } }],
  ["emails.sentDaily", { ...plain, emails: { sentDaily: -1 } }],
  ["secretKey", { ...plain, secretKey: Buffer.from("geheim") }],
  ["previousSecretKey", { ...plain, previousSecretKey: 1 }],
  ["layers", { ...plain, layers: {} }],
  ["layers", layerBuiltBy()],
  ["layers", layerBuiltBy(() => undefined)],
  ["layers", layerBuiltBy(() => Effect.succeed("geheim"))],
  [
    "layers",
    layerBuiltBy(() => {
      throw new Error("geheim")
    })
  ],
  ["onProgress", { ...plain, onProgress: true }],
  ["onStoreLost", { ...plain, onStoreLost: "exit" }],
  ["restore.from", { ...plain, restore: { from: "backup.jsonl" } }],
  ["restore.from", restoreFrom(pieces())],
  ["restore.from", restoreFrom(pieces(new Uint8Array()))],
  ["restore.from", restoreFrom(pieces("text"))],
  ["restore.from", restoreFrom(pieces(null))],
  ["restore.from", restoreFrom(pieces(new ArrayBuffer(4)))],
  ["restore.from", restoreFrom(breaking())],
  ["restore.from", restoreFrom({ [Symbol.asyncIterator]: () => undefined })],
  ["restore.from", restoreFrom({ [Symbol.asyncIterator]: () => ({}) })],
  ["restore.from", restoreFrom({ [Symbol.asyncIterator]: () => ({ next: () => undefined }) })],
  ["restore.onRestored", { ...plain, restore: { from: (async function* () {})(), onRestored: 1 } }],
  ["organizationCreation", { ...plain, organizationCreation: "nobody" }],
  ["rateLimit", { ...plain, rateLimit: "100" }],
  ["rateLimit", { ...plain, rateLimit: 0 }],
  ["rateLimit", { ...plain, rateLimit: Number.NaN }],
  ["rateLimit.peek", { ...plain, rateLimit: { take: async () => undefined } }],
  ["clientAddress", { ...plain, clientAddress: "x-real-ip" }],
  ["trustedProxies", { ...plain, trustedProxies: "10.0.0.0/8" }],
  ["sites.tokenCookie", { ...plain, sites: { tokenCookie: "" } }],
  ["sites.cachedBytes", { ...plain, sites: { cachedBytes: 1.5 } }],
  ["upkeep", { ...plain, upkeep: false }],
  ["identify", { ...plain, identify: {} }],
  ["identifyOrigins", { ...plain, identifyOrigins: "https://app.example" }],
  ["identifyOrigins", { ...plain, identifyOrigins: ["https://app.example/"] }],
  ["identifyOrigins", { ...plain, identifyOrigins: ["app.example"] }],
  ["logger", { ...plain, logger: console }],
  ["tracer", { ...plain, tracer: {} }],
  ["options", revoked()],
  ["mail", throwing("mail", plain)],
  ["mail", { ...plain, mail: revoked() }],
  ["mail.kind", { ...plain, mail: throwing("kind") }],
  ["store.url", { ...plain, store: throwing("url", { kind: "postgres" }) }],
  ["emails.off", { ...plain, emails: throwing("off") }],
  [
    "fetchAllow",
    { ...plain, fetchAllow: Object.defineProperty(["a"], 0, Object.getOwnPropertyDescriptor(throwing("a"), "a") ?? {}) }
  ],
  ["blobs.store", { ...plain, blobs: { kind: "own", store: throwing("put") } }],
  ["store.pool", { ...plain, ...postgres({ url: undefined, pool: throwing("options", pool) }) }],
  ["store.pool", { ...plain, ...postgres({ url: undefined, pool }) }],
  ["store.url", { ...plain, ...postgres({ url: withParameters("sslrootcert=/no/such.pem") }) }],
  ["store.url", { ...plain, ...postgres({ url: withParameters("sslcert=/no/such.pem&sslkey=/no/such.key") }) }],
  ["store.url", { ...plain, ...postgres({ url: withParameters("sslrootcert=%00") }) }],
  ["store.url", { ...plain, ...postgres({ url: withParameters(`sslkey=${import.meta.dirname}`) }) }],
  ["store.url", { ...plain, ...postgres({ url: withParameters("sslmode=verify-ca&uselibpqcompat=true") }) }],
  ["store.url", { ...plain, ...postgres({ url: "postgres://u:geheim%ff@127.0.0.1:1/d" }) }],
  ...["any", "read-only", "primary", "prefer-standby"].map(
    (wanted) =>
      ["store.url", { ...plain, ...postgres({ url: withParameters(`target_session_attrs=${wanted}`) }) }] as const
  ),
  ...["a:1,", ",b", "a,,b", "a:x,b", "a,b:70000"].map(
    (servers) => ["store.url", { ...plain, ...postgres({ url: `postgres://u:geheim@${servers}/d` }) }] as const
  ),
  ["store.replicas.urls", { ...plain, ...postgres({ replicas: { urls: ["postgres://u:geheim@a,b/d"] } }) }],
  ["store.replicas.urls", { ...plain, ...postgres({ replicas: { urls: [withParameters("sslcert=/no/such.pem")] } }) }]
]

const refusalOf = (given: unknown) =>
  Reflect.apply(Quire.open, undefined, [given]).then(
    () => undefined,
    (error: unknown) => error
  )

describe("the validation of engine options (rule host-options)", () => {
  it.each(wrong)(
    "rejects a wrong %s with its name and rule, for a value of any type (case %#)",
    async (option, given) => {
      const error = await refusalOf(given)
      if (!Quire.isQuireError(error, "bad-input")) return assert.fail(`${option} was refused with ${String(error)}`)
      assert.deepStrictEqual([error.tag, error.field], ["OptionInvalid", option])
      assert.match(error.message, new RegExp(`^${option} (?:must be |is not a known option; the options here are )\\S`))
      assert.notInclude(`${error.message}${JSON.stringify(error)}`, "geheim")
    }
  )

  it("accepts percent signs that encode nothing in addresses", async () => {
    const mail = { kind: "smtp", url: "smtp://u:50%off@127.0.0.1:1", from: "a@quire.test" }
    const error = await refusalOf({ ...plain, ...postgres({ url: "postgres://u:50%off@127.0.0.1:1/d%" }), mail })
    assert.isTrue(Quire.isQuireError(error, "unavailable"), String(error))
  })

  it("treats undefined as absent", async () => {
    const names = ["migrate", "appUrl", "fetch", "mail", "emails", "pdf", "sites", "identify", "logger", "layers"]
    const quire = await Reflect.apply(Quire.open, undefined, [
      { ...plain, ...Object.fromEntries(names.map((name) => [name, undefined])) }
    ])
    assert.strictEqual((await quire.handler(new Request("http://quire.test/healthz"))).status, 200)
    await quire.close()
  })
})
