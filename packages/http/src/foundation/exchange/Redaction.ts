import { Predicate, Redacted } from "effect"

const placeholder = "[redacted]"

/** Names whose values are never logged, compared without case, `-` and `_`. */
const sensitiveNames = new Set([
  "apikey",
  "apitoken",
  "authorization",
  "clientsecret",
  "code",
  "cookie",
  "jwt",
  "jwttoken",
  "password",
  "privatekey",
  "proxyauthorization",
  "secret",
  "secrets",
  "setcookie",
  "sharekey",
  "signingkey",
  "token",
  "visitorauthtoken",
  "visitortoken"
])

const isSensitive = (name: string): boolean => sensitiveNames.has(name.toLowerCase().replace(/[-_]/g, ""))

/** Shorter values are not redacted by content: replacing them everywhere would garble logs and hide nothing. */
const shortest = 6

const add = (text: string, secrets: Set<string>): void => {
  if (text.length >= shortest) secrets.add(text)
}

/** Secrets to redact from log lines. They are collected only when the first line is written. */
export class Secrets {
  private readonly known = new Set<string>()
  private pending: Array<(known: Set<string>) => void> = []

  add(text: string): void {
    add(text, this.known)
  }

  /** Collects secrets from a request's headers and query. */
  addRequest(headers: { readonly [name: string]: string | undefined }, query: string): void {
    this.pending.push((known) => collectRequest(headers, query, known))
  }

  /** Adds texts that are computed only when needed. */
  addListed(list: () => ReadonlyArray<string>): void {
    this.pending.push((known) => {
      for (const text of list()) add(text, known)
    })
  }

  /** Collects the values of sensitive names in a parsed body. */
  addBody(body: unknown): void {
    this.pending.push((known) => collect(body, known))
  }

  get texts(): ReadonlySet<string> {
    const found = this.pending
    this.pending = []
    for (const collectInto of found) collectInto(this.known)
    return this.known
  }
}

/** How many values of a body are inspected, in breadth-first order, and how many secrets are collected from it. */
export const limits = { values: 10_000, texts: 100 } as const

const childrenOf = (value: object): ReadonlyArray<readonly [name: string, child: unknown]> =>
  Array.isArray(value) ? value.slice(0, limits.values).map((child) => ["", child]) : Object.entries(value)

/** Adds texts below sensitive names to `secrets`. */
const collect = (body: unknown, secrets: Set<string>): void => {
  const most = secrets.size + limits.texts
  const open: Array<{ readonly value: unknown; readonly isSecret: boolean }> = [{ value: body, isSecret: false }]
  for (const { isSecret, value } of open) {
    if (secrets.size >= most) return
    if (typeof value === "string") {
      if (isSecret) add(value, secrets)
    } else if (typeof value === "object" && value !== null) {
      for (const [name, child] of childrenOf(value).slice(0, limits.values - open.length)) {
        open.push({ value: child, isSecret: isSecret || isSensitive(name) })
      }
    }
  }
}

/** Adds credentials without their schemes, cookies, and the sensitive parameters of the query. */
const collectRequest = (
  headers: { readonly [name: string]: string | undefined },
  query: string,
  secrets: Set<string>
): void => {
  for (const name of ["authorization", "proxy-authorization"]) {
    const header = headers[name] ?? ""
    add(header.slice(header.indexOf(" ") + 1).trim(), secrets)
  }
  for (const cookie of (headers["cookie"] ?? "").split(";")) add(cookie.slice(cookie.indexOf("=") + 1).trim(), secrets)
  for (const pair of query.split(/[?&]/)) {
    const cut = pair.indexOf("=")
    if (cut === -1 || !isSensitive(pair.slice(0, cut))) continue
    add(pair.slice(cut + 1), secrets)
    add(new URLSearchParams(pair).values().next().value ?? "", secrets)
  }
}

const names =
  "api[-_]?key|authorization|client[-_]?secret|code|cookie|jwt(?:[-_]token)?|password|private[-_]?key|secrets?|set-cookie|share[-_]?key|signing[-_]?key|token"

/** A slash in a URL, or in a parameter that holds one. */
const slash = "(?:/|%2F)"
const tilde = "(?:~|%7E)"

const patterns: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${placeholder}`],
  [/\b((?:set-)?cookie["']?\s*[:=]\s*["']?)[^\r\n"']+/gi, `$1${placeholder}`],
  [
    new RegExp(`\\b((?:${names})["']?\\s*[=:]\\s*["']?)(?!\\[redacted\\]|\\d{3}\\b)[^\\s"'&,;})\\]]+`, "gi"),
    `$1${placeholder}`
  ],
  [new RegExp(`(${slash}${tilde}?files?${slash}[\\w-]+${slash}[\\w-]+${slash})[\\w-]+`, "gi"), `$1${placeholder}`],
  [new RegExp(`(${slash}${tilde}(?:share|preview)${slash})[\\w.-]+`, "gi"), `$1${placeholder}`]
]

/** Every match of a pattern contains one of these words, which most values of a log line do not. */
const sensitiveWord = /bearer|basic|cookie|key|authorization|secret|code|jwt|password|token|file|share|preview/i

/** Redacts known secrets and everything that looks like a credential. */
export const redactText = (raw: string, secrets: ReadonlySet<string>): string => {
  let clean = raw
  for (const secret of secrets) clean = clean.replaceAll(secret, placeholder)
  if (!sensitiveWord.test(clean)) return clean
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement)
  return clean
}

/** Redacts a record by name and by content. */
export const redactFields = (
  raw: object,
  secrets: ReadonlySet<string>,
  depth = 0
): { readonly [name: string]: unknown } =>
  Object.fromEntries(
    Object.entries(raw).map(([name, child]) => [
      name,
      isSensitive(name) ? placeholder : redactValue(child, secrets, depth + 1)
    ])
  )

/** Redacts a value by name and by content, as JSON; errors become their names and messages. */
export const redactValue = (raw: unknown, secrets: ReadonlySet<string>, depth = 0): unknown => {
  if (typeof raw === "string") return redactText(raw, secrets)
  if (typeof raw === "number" || typeof raw === "boolean" || raw === null || raw === undefined) return raw
  if (Redacted.isRedacted(raw)) return placeholder
  if (Predicate.isError(raw)) return redactText(`${raw.name}: ${raw.message}`, secrets)
  if (typeof raw !== "object" || depth > 8) return redactText(String(raw), secrets)
  return Array.isArray(raw)
    ? raw.map((item) => redactValue(item, secrets, depth + 1))
    : redactFields(raw, secrets, depth)
}
