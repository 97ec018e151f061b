import { createHmac } from "node:crypto"

/** What the parts of a token are made of; texts, so that they may be wrong in every way. */
export interface Parts {
  readonly header: string
  readonly payload: string
  readonly key: string
  readonly hash: "sha256" | "sha384" | "sha512"
}

const encode = (text: string | Buffer): string => Buffer.from(text).toString("base64url")

/** The signature of a text, by Node's own functions. */
export const signatureOf = (text: string, key: string, hash: Parts["hash"] = "sha256"): string =>
  createHmac(hash, key).update(text).digest("base64url")

/** A token whose parts are as given, signed whatever they say. */
export const signParts = (first: string, second: string, key: string, hash: Parts["hash"] = "sha256"): string =>
  `${first}.${second}.${signatureOf(`${first}.${second}`, key, hash)}`

export const tokenOf = ({ hash, header, key, payload }: Parts): string =>
  signParts(encode(header), encode(payload), key, hash)

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const read = (part: string): unknown => {
  const bytes = Buffer.from(part, "base64url")
  if (bytes.toString("base64url") !== part || !Buffer.from(bytes.toString("utf8")).equals(bytes)) return undefined
  try {
    return JSON.parse(bytes.toString("utf8"))
  } catch {
    return undefined
  }
}

export interface Expected {
  readonly key: string
  readonly audiences: ReadonlyArray<string>
  readonly now: number
}

/** Whether a token is to be believed, written from RFC 7515 and 7519 with Node's own functions. */
export const isBelieved = (token: string, { audiences, key, now }: Expected): boolean => {
  const parts = /^([\w-]+)\.([\w-]+)\.([\w-]{43})$/.exec(token)
  if (parts === null || token.length > 8192) return false
  const [, first = "", second = "", signature] = parts
  const [header, payload] = [read(first), read(second)]
  if (!isObject(header) || !isObject(payload) || signature !== signatureOf(`${first}.${second}`, key)) return false
  const { aud, exp, nbf } = payload
  if (header["alg"] !== "HS256" || "crit" in header) return false
  if (typeof exp !== "number" || exp > Number.MAX_VALUE || exp * 1000 <= now) return false
  if ("nbf" in payload && (typeof nbf !== "number" || nbf * 1000 > now)) return false
  if (!("aud" in payload)) return true
  return [aud].flat().some((name) => typeof name === "string" && audiences.includes(name))
}
