import { createHash, createHmac, randomFillSync } from "node:crypto"

/** Maximum length of a URL in characters. */
const mostCharacters = 65_536

const partsOf = ({
  hash,
  host,
  hostname,
  href,
  origin,
  password,
  pathname,
  port,
  protocol,
  search,
  username
}: URL): string =>
  JSON.stringify({ hash, host, hostname, href, origin, password, pathname, port, protocol, search, username })

export const parseUrl = (text: string, base: string | undefined): string | undefined => {
  if (text.length > mostCharacters || (base ?? "").length > mostCharacters || !URL.canParse(text, base))
    return undefined
  return partsOf(new URL(text, base))
}

const settable = [
  "hash",
  "host",
  "hostname",
  "href",
  "password",
  "pathname",
  "port",
  "protocol",
  "search",
  "username"
] as const

export const changeUrl = (href: string, part: string, value: string): string => {
  const url = new URL(href)
  const known = settable.find((name) => name === part)
  if (known !== undefined && value.length <= mostCharacters) url[known] = value
  return partsOf(url)
}

export const encodingOf = (label: string): string | undefined => {
  try {
    return new TextDecoder(label.slice(0, 100)).encoding
  } catch {
    return undefined
  }
}

export const decode = (
  encoding: string,
  bytes: ArrayBuffer,
  fatal: boolean,
  ignoreBOM: boolean
): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal, ignoreBOM }).decode(bytes)
  } catch {
    return undefined
  }
}

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

export const latin = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString("latin1")

export const random = (length: number): Uint8Array =>
  randomFillSync(new Uint8Array(Math.min(65_536, Math.max(0, Math.trunc(length)))))

const hashes: Readonly<Record<string, string>> = {
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512"
}

const hashOf = (name: string): string => hashes[name] ?? "sha256"

export const digest = (hash: string, bytes: ArrayBuffer): Uint8Array =>
  createHash(hashOf(hash)).update(new Uint8Array(bytes)).digest()

export const hmac = (hash: string, key: ArrayBuffer, bytes: ArrayBuffer): Uint8Array =>
  createHmac(hashOf(hash), new Uint8Array(key)).update(new Uint8Array(bytes)).digest()
