import type { Answer, Sent } from "../support/server.ts"

/** Numbers in names begin here, so that they can be told from all others. */
export const firstNumber = 7_000_000

/** The longest text of one field, and of one line. */
const longest = { field: 120, line: 320 } as const

/** Headers that nearly every response has: shown where the value is another, or where they are missing. */
const usual: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "content-type": "application/json",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

const isUsual = (name: string, value: string, text: string) => {
  if (name === "x-request-id") return uuid.test(value)
  if (name === "content-length") return value === String(Buffer.byteLength(text))
  return usual[name] === value
}

const headersOf = ({ headers, text }: Answer): ReadonlyArray<string> => [
  ...[...headers].filter(([name, value]) => !isUsual(name, value, text)).map(([name, value]) => `${name}: ${value}`),
  ...[...Object.keys(usual), "x-request-id"].filter((name) => !headers.has(name)).map((name) => `no ${name}`)
]

/** An id, a number in a name, or a token, digest, cursor or key of a block: values that differ from run to run. */
const opaque = new RegExp(
  `a\\d{26}|\\b7\\d{6}\\b|${uuid.source}|(?=[A-Za-z_-]*(?:\\d|[A-Z]{2}))(?:[A-Za-z0-9_-]{32,}|\\b[A-Za-z0-9]{20}\\b)`,
  "g"
)

const shorten = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length)}… ${text.length} characters`

/** The same structure with each text in it, and each name of a field, mapped. */
const mapTexts = (value: unknown, map: (text: string) => string): unknown => {
  if (typeof value === "string") return map(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [map(key), mapTexts(member, map)]))
}

const inLine = (value: unknown) => shorten(JSON.stringify(value), longest.line)

/** JSON with a top-level field in each line, and an item in each where the field is a list. */
const formatFields = (value: object): ReadonlyArray<string> => [
  "{",
  ...Object.entries(value).flatMap(([key, member]) =>
    key === "items" && Array.isArray(member)
      ? [`  ${key}: [`, ...member.map((item) => `    ${inLine(item)}`), "  ]"]
      : [`  ${key}: ${inLine(member)}`]
  ),
  "}"
]

/** Names opaque values by the order in which they appear, and times and addresses that depend on the run. */
const normalizer = (source: string, domain: string) => {
  const names = new Map<string, string>()
  return (text: string): string =>
    text
      .replaceAll(source, "http://source.test")
      .replaceAll(domain, "acme.test")
      .replace(opaque, (value) => {
        const known = names.get(value)
        if (known !== undefined) return known
        const kind = /^a\d{26}$/.test(value) ? "id" : /^7\d{6}$/.test(value) ? "number" : "opaque"
        const name = `<${kind} ${[...names.values()].filter((each) => each.startsWith(`<${kind} `)).length + 1}>`
        names.set(value, name)
        return name
      })
}

/** One request and its response. */
export interface Exchange {
  readonly who: string
  readonly request: string
  readonly sent: Sent
  readonly answer: Answer
}

/** Writes exchanges as text that a person can review; `source` and `domain` are addresses of this run. */
export const format = (exchanges: ReadonlyArray<Exchange>, source: string, domain: string): string => {
  const normalize = normalizer(source, domain)
  const readable = (value: unknown) => mapTexts(value, (text) => shorten(normalize(text), longest.field))
  const formatBody = ({ headers, status, text }: Answer): ReadonlyArray<string> => {
    if (text === "") return []
    const type = headers.get("content-type") ?? ""
    if (type !== "application/json") return [`${text.length} characters of ${type}`]
    const body = readable(JSON.parse(text))
    if (status >= 400) return [JSON.stringify(body)]
    return Array.isArray(body) ? formatFields({ items: body }) : formatFields(Object(body))
  }
  const blocks = exchanges.map(({ answer, request, sent: { body }, who }) => {
    const asked = normalize(request)
    const sent = body === undefined ? [] : [`sent: ${JSON.stringify(readable(body))}`]
    return [
      `${asked} as ${who} → ${answer.status}`,
      ...sent,
      ...headersOf(answer).map(normalize),
      ...formatBody(answer)
    ]
  })
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`
}
