import type { Markdown } from "@quire/core"
import { Predicate, Result } from "effect"
import { parse, stringify } from "yaml"

export const mostCharacters = 16_384

/** Characters that are read in a few milliseconds. */
export const soonCharacters = 4_096

/** How often anchors of YAML may be repeated; a few of them suffice to make a text that grows without end. */
const maxAliasCount = 20

/** Aliases that front matter may contain: for each, the parser searches all of it. */
export const mostAliases = 100

/** Limit on open brackets, items and indentations: the time that the parser takes grows with their cube. */
export const mostOpen = 20

const alias = /(?<=^|[ \t[{,:-])\*[^\s,[\]{}*]/gm

const sign = /[[\]{}]|(?<=^|[ \t[{,])[-?:](?=[ \t]|$)/g

const isTooDeep = (yaml: string): boolean => {
  /** The columns at which each line, item and key starts and in which the next one may be nested. */
  const columns: Array<number> = []
  let brackets = 0
  for (const line of yaml.split("\n")) {
    const begin = line.search(/[^ \t]/)
    if (begin === -1) continue
    while ((columns.at(-1) ?? -1) >= begin) columns.pop()
    columns.push(begin)
    for (const { 0: found, index } of line.matchAll(sign)) {
      if (found === "[" || found === "{") brackets++
      else if (found === "]" || found === "}") brackets = Math.max(0, brackets - 1)
      else if (index > begin) columns.push(index)
      if (columns.length + brackets > mostOpen) return true
    }
    if (columns.length + brackets > mostOpen) return true
  }
  return false
}

const hasManyAliases = (yaml: string): boolean => {
  let count = 0
  for (const _ of yaml.matchAll(alias)) if (++count > mostAliases) return true
  return false
}

/** Reports what is wrong with front matter, or with one of its fields. */
export type Warn = (name: "frontmatter", reason: string, field?: string) => void

const wellFormed = (value: unknown): unknown => {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\u0000", "\ufffd")
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), wellFormed(member)]))
}

/** The values of a head; undefined, with a warning, when it is not a mapping. */
export const fieldsOf = (yaml: string, warn: Warn): { readonly [name: string]: unknown } | undefined => {
  if (yaml.length > mostCharacters || hasManyAliases(yaml) || isTooDeep(yaml)) {
    warn("frontmatter", "the frontmatter is too large and was kept as a code block")
    return undefined
  }
  const value = Result.getOrUndefined(
    Result.try((): unknown => wellFormed(parse(yaml, { maxAliasCount, logLevel: "silent", prettyErrors: false })))
  )
  if (value === null) return {}
  if (Predicate.isReadonlyObject(value)) return value
  warn("frontmatter", "the frontmatter is not a YAML mapping and was kept as a code block")
  return undefined
}

const strings = ["title", "description", "icon", "emoji", "slug", "cover"] as const

const own = (fields: { readonly [name: string]: unknown }, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : undefined

/** A cover may be one for each theme, which is read with the page. */
const isRead = (name: string, value: unknown): boolean => name === "cover" && Predicate.isReadonlyObject(value)

/** The head of a page from YAML; undefined where it cannot be read. */
export const read = (yaml: string, warn: Warn): Markdown.Frontmatter | undefined => {
  const fields = fieldsOf(yaml, warn)
  if (fields === undefined) return undefined
  const known: Array<readonly [string, string]> = []
  for (const name of strings) {
    const [value, text] = [own(fields, name), textOf(own(fields, name))]
    if (text !== undefined) known.push([name, text])
    else if (value !== undefined && value !== null && !isRead(name, value))
      warn("frontmatter", `the field ${name} is not a string and was ignored`, name)
  }
  return { ...Object.fromEntries(known), fields }
}

/** YAML between its fences, or nothing when there are no values. */
export const print = (fields: { readonly [name: string]: unknown }): string =>
  Object.keys(fields).length === 0 ? "" : `---\n${stringify(fields, { lineWidth: 0 })}---\n\n`
