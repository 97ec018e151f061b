/** Tags that contain the content up to their end tag. All other tags are void, whether or not an end tag follows. */
const containers = new Set([
  "api-method",
  "api-method-body-parameters",
  "api-method-description",
  "api-method-form-data-parameters",
  "api-method-headers",
  "api-method-parameter",
  "api-method-path-parameters",
  "api-method-query-parameters",
  "api-method-request",
  "api-method-response",
  "api-method-response-example",
  "api-method-response-example-description",
  "api-method-spec",
  "api-method-summary",
  "code",
  "code-tabs",
  "code-tabs-item",
  "column",
  "columns",
  "content-ref",
  "embed",
  "file",
  "hint",
  "if",
  "method",
  "openapi",
  "openapi-operation",
  "openapi-schemas",
  "openapi-webhook",
  "prompt",
  "step",
  "stepper",
  "swagger",
  "swagger-description",
  "swagger-parameter",
  "swagger-response",
  "tab",
  "tabs",
  "update",
  "updates",
  "youtube"
])

/** Containers that may also be void: without an end tag they are complete. */
const alone = new Set([
  "embed",
  "file",
  "openapi",
  "openapi-operation",
  "openapi-schemas",
  "openapi-webhook",
  "swagger",
  "youtube"
])

/** Tags without content that have a meaning. */
const voids = new Set([
  "common",
  "drawing",
  "elif",
  "else",
  "elseif",
  "include",
  "page-ref",
  "reusable-content",
  "sample"
])

/** Whether a tag has a meaning in some place. */
export const isKnown = (name: string): boolean => containers.has(name) || voids.has(name) || name.startsWith("@")

/** The warning for a tag that has no meaning where it is. */
export const notUnderstood = (name: string): string =>
  `the tag ${name} was not understood: it was removed and its content was kept`

export const isContainer = (name: string): boolean => containers.has(name)

export const isBlockTag = (name: string): boolean => !containers.has(name) || alone.has(name)

/** Whether a tag in a printed text is followed by its end tag. */
export const isPrintedWithEnd = (name: string): boolean => containers.has(name) && name !== "embed" && name !== "file"

/** A line `{% name attributes %}`, or `{% endname %}`. */
export interface Tag {
  readonly name: string
  readonly isEnd: boolean
  /** By name as written; a word alone has the value `true`. */
  readonly attributes: ReadonlyMap<string, string>
  /** Everything after the name. */
  readonly rest: string
}

const line = /^\{%-?([^\n]*?)-?%\}$/
const head = /^(@?[A-Za-z][\w-]*(?:\/[\w-]+)?)(?:\s+|$)/
const attribute =
  /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|'([^']*)'|([^\s"']+))|(?<!\\)"((?:\\.|[^"\\])*)"|([\w:.-]+)/g

/** The attribute that holds an unnamed value, as in `{% include "a.md" %}`. */
export const unnamed = ""

const entities = new Map([
  ["&quot;", '"'],
  ["&#10;", "\n"],
  ["&#92;", "\\"],
  ["&amp;", "&"]
])

const decode = (text: string): string =>
  text.replace(/\\"|&(?:quot|#10|#92|amp);/g, (found) => (found === '\\"' ? '"' : (entities.get(found) ?? found)))

const encode = (text: string): string =>
  text
    .replace(/&(?=quot;|#10;|#92;|amp;)/g, "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;")
    .replace(/\r/g, " ")
    .replaceAll("\\", "&#92;")

/** A text for an attribute that people read, in which Markdown would decode nothing. */
export const escapeText = (text: string | undefined): string | undefined =>
  text?.replace(/\\(?=[!-/:-@[-`{-~])|&(?=#?\w{1,40};)/g, "\\$&")

const attributesOf = (text: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [, name, double, single, bare, alone, word] of text.matchAll(attribute)) {
    if (name !== undefined) found.set(name, decode(double ?? single ?? bare ?? ""))
    else if (alone !== undefined) found.set(unnamed, decode(alone))
    else if (word !== undefined) found.set(word, "true")
  }
  return found
}

/** The tag in a node of type html; undefined for HTML. */
export const parse = (value: string): Tag | undefined => {
  const inner = line.exec(value.trim())?.[1]?.trim()
  const name = inner === undefined ? undefined : head.exec(inner)?.[1]
  if (inner === undefined || name === undefined) return undefined
  const rest = inner.slice(name.length).trim()
  const isEnd = name.startsWith("end") && name.length > 3
  return { name: isEnd ? name.slice(3) : name, isEnd, attributes: attributesOf(rest), rest }
}

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** A tag as a line; attributes that are undefined or false are omitted. */
export const print = (name: string, attributes: Attributes = {}): string => {
  const parts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === false
      ? []
      : [key === unnamed ? `"${encode(String(value))}"` : `${key}="${encode(String(value))}"`]
  )
  return `{% ${[name, ...parts].join(" ")} %}`
}

export const printEnd = (name: string): string => `{% end${name} %}`
