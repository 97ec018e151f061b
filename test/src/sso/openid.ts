import { constants, createHmac, generateKeyPairSync, type KeyObject, sign as signBytes } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export const keys = {
  rsa: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  weak: generateKeyPairSync("rsa", { modulusLength: 1024 }),
  ec: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  ed: generateKeyPairSync("ed25519"),
  stranger: generateKeyPairSync("rsa", { modulusLength: 2048 })
} as const

type Pair = (typeof keys)[keyof typeof keys]

export const published = ({ publicKey }: Pair, kid: string, more: Fields = {}): Fields => ({
  ...publicKey.export({ format: "jwk" }),
  kid,
  use: "sig",
  ...more
})

export const keySet: ReadonlyArray<Fields> = [
  published(keys.rsa, "rsa"),
  published(keys.ec, "ec"),
  published(keys.ed, "ed")
]

export type Fields = Readonly<Record<string, unknown>>

const encode = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")

const signature = (algorithm: string, text: string, key: KeyObject | string): string => {
  const bytes = Buffer.from(text)
  if (typeof key === "string") return createHmac("sha256", key).update(text).digest("base64url")
  const padding = constants.RSA_PKCS1_PSS_PADDING
  const made = {
    RS256: () => signBytes("sha256", bytes, key),
    RS384: () => signBytes("sha384", bytes, key),
    RS512: () => signBytes("sha512", bytes, key),
    RS1: () => signBytes("sha1", bytes, key),
    PS256: () => signBytes("sha256", bytes, { key, padding, saltLength: 32 }),
    ES256: () => signBytes("sha256", bytes, { key, dsaEncoding: "ieee-p1363" }),
    EdDSA: () => signBytes(null, bytes, key)
  }[algorithm]
  return made === undefined ? "" : made().toString("base64url")
}

/** A token as compact JWS; whatever the header says, it is signed by `by`. */
export const token = (
  claims: unknown,
  header: Fields = { alg: "RS256", kid: "rsa" },
  key: KeyObject | string = keys.rsa.privateKey,
  by: string = String(header["alg"])
): string => {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${signature(by, text, key)}`
}

export interface Asked {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly form: URLSearchParams
}

/** What the provider answers for one tenant. */
export interface Tenant {
  readonly document?: Fields
  readonly keys?: unknown
  /** Of the answer to a code. */
  readonly token?: string
  /** What the answer to a code has besides. */
  readonly given?: Fields
  /** The claims of the person, in place of none. */
  readonly person?: unknown
  /** In place of the whole answer to a path. */
  readonly instead?: Readonly<Record<string, (response: ServerResponse) => void>>
}

/** An OpenID provider that responds as the test says; each tenant has a separate issuer. */
export interface Provider {
  readonly base: string
  readonly issuerOf: (tenant: string) => string
  readonly tenants: Map<string, Tenant>
  readonly asked: Array<Asked>
  readonly close: () => Promise<void>
}

const configuration = "/.well-known/openid-configuration"

export const listen = async (): Promise<Provider> => {
  const tenants = new Map<string, Tenant>()
  const asked: Array<Asked> = []
  const respond = (base: string, url: string, response: ServerResponse) => {
    const [, name = "", ...rest] = url.split("/")
    const path = `/${rest.join("/")}`
    const tenant = tenants.get(name) ?? {}
    const issuer = `${base}/${name}`
    const json = (value: unknown) => response.setHeader("content-type", "application/json").end(JSON.stringify(value))
    const instead = tenant.instead?.[path]
    if (instead !== undefined) return instead(response)
    if (path === configuration) {
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize?tenant=a%20b`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        ...tenant.document
      })
    }
    if (path === "/keys") return json({ keys: tenant.keys ?? keySet })
    if (path === "/token") {
      return json({ access_token: "opaque", token_type: "Bearer", id_token: tenant.token, ...tenant.given })
    }
    if (path === "/userinfo" && tenant.person !== undefined) return json(tenant.person)
    return response.writeHead(404).end()
  }
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { headers, url = "" } = request
      asked.push({ path: url, headers, form: new URLSearchParams(Buffer.concat(chunks).toString()) })
      respond(`http://${headers.host}`, url, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    base,
    issuerOf: (tenant) => `${base}/${tenant}`,
    tenants,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
