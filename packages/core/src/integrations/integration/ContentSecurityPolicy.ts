/** Characters that a policy may have, which is sent as one header. */
export const limits = { length: 4096 } as const

/** All directives of Content Security Policy levels 1 to 3 and companion specifications. */
export const directives: ReadonlySet<string> = new Set([
  "base-uri",
  "block-all-mixed-content",
  "child-src",
  "connect-src",
  "default-src",
  "fenced-frame-src",
  "font-src",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "img-src",
  "manifest-src",
  "media-src",
  "object-src",
  "prefetch-src",
  "report-to",
  "report-uri",
  "require-trusted-types-for",
  "sandbox",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
  "trusted-types",
  "upgrade-insecure-requests",
  "worker-src"
])

const quoted =
  /^'(?:self|none|unsafe-inline|unsafe-eval|unsafe-hashes|strict-dynamic|report-sample|wasm-unsafe-eval|inline-speculation-rules|allow-duplicates|script|nonce-[\w+/-]+={0,2}|sha(?:256|384|512)-[\w+/-]+={0,2})'$/iu

/** Printable ASCII without quotes and without the separators of directives and policies. */
const bare = /^[!#-&(-+\--:<-~]+$/u

const isSource = (token: string): boolean => bare.test(token) || quoted.test(token)

const tokensOf = (text: string): ReadonlyArray<string> => text.split(" ").filter((token) => token !== "")

const control = /[^ -~]/u

const sourcesFault = (text: string): string | undefined => {
  const other = tokensOf(text).find((token) => !isSource(token))
  return other === undefined ? undefined : `${JSON.stringify(other)} is not a source of a content security policy`
}

const nameFault = (name: string): string | undefined =>
  directives.has(name.toLowerCase())
    ? undefined
    : `${JSON.stringify(name)} is not a directive of a content security policy`

const directiveFault = (text: string): string | undefined => {
  const [name = "", ...sources] = tokensOf(text)
  return nameFault(name) ?? sourcesFault(sources.join(" "))
}

/** Returns the error of a policy given as text; undefined if it is valid (rule integration-policy). */
export const fault = (policy: string): string | undefined => {
  if (control.test(policy)) return "must be one line of printable ASCII"
  if (policy.length > limits.length) return `must be at most ${limits.length} characters`
  const parts = policy.split(";").filter((part) => part.trim() !== "")
  const names = parts.map((part) => (tokensOf(part)[0] ?? "").toLowerCase())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return `must not repeat the directive ${twice}`
  return parts.map(directiveFault).find((found) => found !== undefined)
}

/** A policy by the names of its directives. */
export type Directives = Readonly<Record<string, string>>

/** Returns a policy given by directives as text. */
export const join = (policy: Directives): string =>
  Object.entries(policy)
    .map(([name, sources]) => [name, ...tokensOf(sources)].join(" "))
    .join("; ")

/** Returns the error of one directive; its value must not start another directive. */
const entryFault = ([name, sources]: readonly [string, string]) => {
  const issue = nameFault(name) ?? (control.test(sources) ? "must be one line of printable ASCII" : undefined)
  const found = issue ?? (/[;,]/u.test(sources) ? "must not contain ; or ," : sourcesFault(sources))
  return found === undefined ? [] : [{ path: [name], issue: found }]
}

/** Returns the first error of a policy given by directives, with its path. */
export const directivesFault = (policy: Directives) => {
  const [found] = Object.entries(policy).flatMap(entryFault)
  if (found !== undefined) return found
  const issue = fault(join(policy))
  return issue === undefined ? undefined : { path: [], issue }
}
