import { Schema } from "effect"
import type { WarningName } from "../../content/document/Markdown.ts"

/** What a warning is about. A report counts warnings by it. */
export const WarningKind = Schema.Literals([
  "address",
  "anchor",
  "attribute",
  "block",
  "code",
  "comment",
  "contents",
  "encoding",
  "file",
  "front-matter",
  "heading",
  "html",
  "image",
  "limit",
  "link",
  "list",
  "note",
  "settings",
  "table",
  "tag",
  "title",
  "word"
])
export type WarningKind = typeof WarningKind.Type

/** The kind of each warning about the syntax of a page. */
export const kindOfSyntax: { readonly [name in WarningName]: WarningKind } = {
  annotation: "block",
  attribute: "attribute",
  "block-moved": "block",
  "code-meta": "code",
  comment: "comment",
  frontmatter: "front-matter",
  "heading-id": "heading",
  "heading-level": "heading",
  html: "html",
  "image-title": "image",
  "inline-flattened": "block",
  "link-title": "link",
  list: "list",
  nesting: "block",
  tag: "tag",
  table: "table",
  "title-format": "title",
  "too-complex": "limit",
  "unused-definition": "note",
  url: "link",
  word: "word"
}

/** A part of the source that was not imported unchanged. */
export interface ImportWarning {
  readonly kind: WarningKind
  /** Location in the source: a path, or the name of a source without paths. */
  readonly path: string
  /** The line of a text, from 1, where it is known; a construct of several lines may begin a few lines earlier. */
  readonly line?: number
  /** A clause in English. */
  readonly reason: string
}

/** The number of warnings listed; the rest are only counted. */
export const maxWarnings = 1000

/** The number of warnings of one kind. */
export interface KindCount {
  readonly kind: WarningKind
  readonly count: number
}

/** The warnings of one import: at most `maxWarnings` of them, and the number of each kind (rule import-warnings). */
export class ImportWarnings {
  #listed: Array<ImportWarning> = []
  #counts = new Map<WarningKind, number>()

  static of(warnings: Iterable<ImportWarning>): ImportWarnings {
    const made = new ImportWarnings()
    made.add(warnings)
    return made
  }

  add(warnings: Iterable<ImportWarning>): void {
    for (const warning of warnings) {
      if (this.#listed.length < maxWarnings) this.#listed.push(warning)
      this.#count(warning.kind, 1)
    }
  }

  /** Removes all, then adds those of another part of the import. */
  reset(other: ImportWarnings): void {
    this.#listed = []
    this.#counts = new Map()
    this.append(other)
  }

  /** Adds those of another part of the import. */
  append(other: ImportWarnings): void {
    this.#listed.push(...other.#listed.slice(0, maxWarnings - this.#listed.length))
    for (const [kind, count] of other.#counts) this.#count(kind, count)
  }

  #count(kind: WarningKind, count: number): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count)
  }

  /** The first warnings, in the order in which they were added. */
  get listed(): ReadonlyArray<ImportWarning> {
    return this.#listed
  }

  /** The number of warnings of each kind, the most frequent first. */
  get counts(): ReadonlyArray<KindCount> {
    return Array.from(this.#counts, ([kind, count]) => ({ kind, count })).toSorted(
      (left, right) => right.count - left.count
    )
  }
}
