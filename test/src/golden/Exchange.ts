import { createHash } from "node:crypto"
import { CanonicalJson } from "@quire/core"
import type { Answer, Sent } from "../support/server.ts"

/** One line of a chapter: what was asked and what was answered, or what happened meanwhile. */
export type Line = string

/** Longer texts are told by their beginning and their digest. */
const longest = 320

const shown = (text: string): string => {
  if (text.length <= longest) return text
  const digest = createHash("sha256").update(text).digest("base64url")
  return `${text.slice(0, longest / 2)}… ${text.length} ${digest}`
}

/** What nearly every answer has: told where it is another, or null where it is absent. */
const usual: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "content-type": "application/json",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id of a request is another each time, and the length of a body goes without saying where it is that. */
const isUsual = (name: string, value: string, text: string) => {
  if (name === "x-request-id") return uuid.test(value)
  if (name === "content-length") return value === String(Buffer.byteLength(text))
  return usual[name] === value
}

const unusual = ({ headers, text }: Answer): Readonly<Record<string, string | null>> => {
  const own = [...headers].filter(([name, value]) => !isUsual(name, value, text))
  const absent = [...Object.keys(usual), "x-request-id"].filter((name) => !headers.has(name))
  return Object.fromEntries([...own, ...absent.map((name) => [name, null] as const)].sort())
}

/** Texts in which the address that imports are from is always the same. */
const settled = (source: string) => (text: string) => shown(text.replaceAll(source, "http://source.test"))

/**
 * Writes exchanges and events as lines; `source` is the address that imports are from. Which field of an event comes
 * first is the store's affair, also where the audit log shows it.
 */
export const scribe = (source: string) => {
  const plain = settled(source)
  const sorted = (text: string) => plain(text === "" ? "" : CanonicalJson.stringify(JSON.parse(text)))
  const asked = ({ body, headers, text }: Sent) => ({
    ...(body === undefined && text === undefined ? {} : { sent: plain(text ?? JSON.stringify(body)) }),
    ...(headers === undefined ? {} : { with: headers })
  })
  return {
    exchange: (who: string, request: string, sent: Sent, answer: Answer): Line =>
      JSON.stringify({
        who,
        request,
        ...asked(sent),
        status: answer.status,
        headers: unusual(answer),
        text: request.includes("/audit-log") ? sorted(answer.text) : plain(answer.text)
      }),
    events: (events: ReadonlyArray<unknown>): Line => JSON.stringify({ events: sorted(JSON.stringify(events)) })
  }
}

export type Scribe = ReturnType<typeof scribe>
