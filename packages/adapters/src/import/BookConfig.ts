import type { ImportWarning } from "@quire/core"
import { Predicate } from "effect"
import * as Frontmatter from "../markdown/Frontmatter.ts"
import * as Names from "./Names.ts"
import * as SourceText from "./SourceText.ts"

type Files = ReadonlyMap<string, Uint8Array>

/** An old address that leads to a page of the source, as written. */
export interface Redirect {
  readonly from: string
  readonly target: string
}

/** The files of a source as its `.gitbook.yaml` arranges them. */
export interface BookConfig {
  /** The files below the root, by their path there. */
  readonly files: Files
  /** The number of files that are outside of the root, or that only configure the source. */
  readonly omitted: number
  /** The configuration itself, in which warnings name lines. */
  readonly text: string
  readonly readme?: string
  readonly summary?: string
  readonly redirects: ReadonlyArray<Redirect>
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

const fileName = ".gitbook.yaml"

export const limits = {
  /** Redirects of one source. */
  redirects: 10_000,
  /** Lines that are parsed at once. */
  lines: 100
} as const

type Fields = { readonly [name: string]: unknown }

interface Section {
  readonly lines: ReadonlyArray<string>
  /** The number of its first line, counted from 1. */
  readonly line: number
}

/** The lines of each entry at the top of a mapping, by its name. */
const sectionsOf = (text: string): ReadonlyMap<string, Section> => {
  const sections = new Map<string, Section>()
  let open: Array<string> = []
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const name = /^([\w-]{1,64})[ \t]*:/.exec(line)?.[1]
    if (name !== undefined) {
      open = []
      sections.set(name, { lines: open, line: index + 1 })
    }
    if (line.trim() !== "" && !line.trimStart().startsWith("#")) open.push(line)
  }
  return sections
}

/** The value of an entry, parsed in pieces of bounded length. */
const readSection = (lines: ReadonlyArray<string>, name: string, warn: (reason: string) => void): unknown => {
  const [first = "", ...rest] = lines
  const parse = (yaml: string): unknown => Frontmatter.fieldsOf(yaml, (_, reason) => warn(reason))?.[name]
  if (rest.length === 0) return parse(first)
  const fields: Array<Fields> = []
  for (let at = 0; at < Math.min(rest.length, limits.redirects); at += limits.lines) {
    const value = parse([first, ...rest.slice(at, at + limits.lines)].join("\n"))
    if (Predicate.isReadonlyObject(value)) fields.push(value)
  }
  return Object.fromEntries(fields.flatMap((each) => Object.entries(each)))
}

const pathOf = (value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined
  const path = Names.join(value.trim())
  return path === "" ? undefined : path
}

const known = new Set(["root", "structure", "redirects"])

/** Reads the configuration of a book at the top of an archive, and drops what is outside of its root. */
export const apply = (files: Files): BookConfig => {
  const bytes = files.get(fileName)
  const text = bytes === undefined || SourceText.isTooLarge(bytes, false) ? undefined : SourceText.decode(bytes)?.text
  if (text === undefined) return { files, omitted: 0, text: "", redirects: [], warnings: [] }
  const warnings: Array<ImportWarning.ImportWarning> = []
  const sections = sectionsOf(text)
  const warn = (name: string, reason: string) => {
    const line = sections.get(name)?.line
    warnings.push({ kind: "settings", path: fileName, ...(line === undefined ? {} : { line }), reason })
  }
  const values = new Map(
    Array.from(sections, ([name, { lines }]) => [name, readSection(lines, name, (reason) => warn(name, reason))])
  )
  for (const name of values.keys())
    if (!known.has(name)) warn(name, `the option ${name} is not supported and was ignored`)
  const root = pathOf(values.get("root"))
  const inner = Array.from(files).flatMap(([path, content]): ReadonlyArray<readonly [string, Uint8Array]> => {
    if (path === fileName) return []
    if (root === undefined) return [[path, content]]
    return path.startsWith(`${root}/`) ? [[path.slice(root.length + 1), content]] : []
  })
  const outside = files.size - inner.length - 1
  if (root !== undefined && inner.length === 0) {
    warn("root", `the root "${root}" has no files and was ignored`)
    return {
      files: new Map(Array.from(files).filter(([path]) => path !== fileName)),
      omitted: 1,
      text,
      redirects: [],
      warnings
    }
  }
  if (outside > 0) warn("root", `${outside} ${outside === 1 ? "file" : "files"} outside of the root "${root}" skipped`)
  const structure = values.get("structure")
  const [readme, summary] = Predicate.isReadonlyObject(structure)
    ? [pathOf(structure["readme"]), pathOf(structure["summary"])]
    : []
  const redirects = values.get("redirects")
  return {
    files: new Map(inner),
    omitted: outside + 1,
    text,
    ...(readme === undefined ? {} : { readme }),
    ...(summary === undefined ? {} : { summary }),
    redirects: Object.entries(Predicate.isReadonlyObject(redirects) ? redirects : {}).flatMap(([from, target]) =>
      typeof target === "string" ? [{ from, target }] : []
    ),
    warnings
  }
}
