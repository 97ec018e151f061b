import { Effect, Option, Result, Schema } from "effect"
import * as EventLoop from "../../foundation/scheduling/EventLoop.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { Document, findExceededLimit } from "../document/Document.ts"
import * as Page from "../tree/Page.ts"
import type * as Conflict from "./Conflict.ts"
import { type Choices, type Findings, reportConflict } from "./Conflict.ts"
import type { DocumentConflict } from "./DocumentConflict.ts"
import * as DocumentMerge from "./DocumentMerge.ts"
import type { Side, Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"
import * as TreeMerge from "./TreeMerge.ts"

/** The documents that both sides changed, by hash, and where to put merged ones. */
export interface DocumentAccess {
  readonly documents: ReadonlyMap<string, Document>
  /** Merges that were computed before, by the key of the document. */
  readonly merged: ReadonlyMap<string, DocumentMerge.PlainResult>
  /** Stores a document and returns its hash. */
  readonly keep: (document: Document) => string
}

/** The merge of a document that both sides changed, by the key of its conflicts; undefined if there is none. */
export const documentMergeOf = (
  { documents }: Pick<DocumentAccess, "documents">,
  choices: Choices,
  key: string,
  hashes: Sides<string>
): DocumentMerge.PlainInput | undefined => {
  const { base, primary, changed } = MergeSides.map(hashes, (hash) => documents.get(hash))
  if (MergeSides.resolvedSide(hashes) !== undefined || primary === undefined || changed === undefined) return undefined
  const prefix = `${key}/`
  const own = [...choices].flatMap(([name, choice]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), choice] as const] : []
  )
  return { base, primary, changed, choices: new Map(own) }
}

/** The choice for a whole document, if it is one side or a valid document. */
const findChoice = (
  findings: Findings,
  key: string,
  sides: Sides<string>,
  texts: DocumentAccess
): Option.Option<string | undefined> => {
  const choice = findings.choices.get(key)
  if (choice === undefined) return Option.none()
  if (typeof choice === "string") return Option.some(sides[choice])
  return Option.map(Schema.decodeUnknownOption(Document)(choice.content), texts.keep)
}

/** Resolves the whole document by choice, otherwise reports a conflict. */
export const mergeWhole = (
  findings: Findings,
  subject: Conflict.Subject,
  sides: Sides<string>,
  texts: DocumentAccess
): string | undefined => {
  const key = `${subject.key}/document`
  const found = findChoice(findings, key, sides, texts)
  if (Option.isSome(found)) {
    findings.settled.add(key)
    return found.value
  }
  reportConflict(findings, subject, { key, kind: "field", field: "document" }, sides)
  return sides.primary
}

/**
 * Merges the document of a page or reusable content, by hash; block by block if both sides changed it. A choice for the
 * whole document overrides those for its blocks.
 */
export const mergeDocumentField = (
  findings: Findings,
  subject: Conflict.Subject,
  sides: Sides<string>,
  texts: DocumentAccess
): string | undefined => {
  const side = MergeSides.resolvedSide(sides)
  if (side !== undefined) return sides[side]
  const key = `${subject.key}/document`
  const input = documentMergeOf(texts, findings.choices, key, sides)
  if (input === undefined) return mergeWhole(findings, subject, sides, texts)
  const { document, conflicts, used } = texts.merged.get(key) ?? DocumentMerge.mergePlain(input)
  for (const name of used) findings.settled.add(`${key}/${name}`)
  if (conflicts.length === 0 && findExceededLimit(document) === undefined) return texts.keep(document)
  if (conflicts.length === 0 || Option.isSome(findChoice(findings, key, sides, texts))) {
    return mergeWhole(findings, subject, sides, texts)
  }
  for (const conflict of conflicts) {
    const about = { key: `${key}/${conflict.key}`, kind: conflict.kind, field: "document" }
    const block = conflict.block === null ? {} : { block: conflict.block }
    reportConflict(findings, { ...subject, ...block }, about, toSides(conflict))
  }
  return sides.primary
}

const toSides = ({ base, primary, changed }: DocumentConflict): Sides<Json> => ({
  base: base ?? undefined,
  primary: primary ?? undefined,
  changed: changed ?? undefined
})

/** The fields of a stored value by name. */
export type Fields = ReadonlyMap<string, Json>

const isList = (json: Json): json is ReadonlyArray<Json> => Array.isArray(json)

export const fieldsOf = (json: Json): Fields =>
  typeof json === "object" && json !== null && !isList(json) ? new Map(Object.entries(json)) : new Map()

/** Whether a value may be chosen for a field; undefined clears it. */
export type Accepts = (name: string, value: Json | undefined) => boolean

/**
 * Merges one field, by the changes of the sides or otherwise by choice. Without a choice, the conflict is reported and
 * primary's value is used.
 */
export const mergeField = (
  findings: Findings,
  subject: Conflict.Subject,
  name: string,
  sides: Sides<Json>,
  accepts: Accepts
): Json | undefined => {
  const side = MergeSides.resolvedSide(sides)
  if (side !== undefined) return sides[side]
  const key = `${subject.key}/${name}`
  const choice = findings.choices.get(key)
  if (typeof choice === "string") {
    findings.settled.add(key)
    return sides[choice]
  }
  const given = choice === undefined || choice.content === null ? undefined : choice.content
  if (choice !== undefined && accepts(name, given)) {
    findings.settled.add(key)
    return given
  }
  reportConflict(findings, subject, { key, kind: "field", field: name }, sides)
  return sides.primary
}

/** Merges the fields of both sides; `label` maps a field to its name in conflicts. */
export const mergeEachField = (
  findings: Findings,
  subject: Conflict.Subject,
  sides: Sides<Fields>,
  accepts: Accepts,
  label: (name: string) => string = (name) => name
): Map<string, Json> => {
  const names = new Set([sides.base, sides.primary, sides.changed].flatMap((each) => [...(each?.keys() ?? [])]))
  const result = new Map<string, Json>()
  for (const name of names) {
    const own = MergeSides.map(sides, (each) => each.get(name))
    const value = mergeField(findings, subject, label(name), own, (_, given) => accepts(name, given))
    if (value !== undefined) result.set(name, value)
  }
  return result
}

/**
 * Which sides have a resource that remains: `both` means that it is merged, undefined that it is deleted. Editing what
 * the other side deleted is a conflict; until it is resolved, the resource remains (rule merge-table).
 */
export const resolveExistence = (
  findings: Findings,
  subject: Conflict.Subject,
  sides: Sides<Json>
): Side | "both" | undefined => {
  const holder = MergeSides.sideThatHas(sides)
  if (holder === undefined) return sides.primary === undefined ? undefined : "both"
  if (sides.base === undefined) return holder
  if (MergeSides.resolvedSide(sides) !== undefined) return undefined
  const choice = findings.choices.get(subject.key)
  if (typeof choice === "string") {
    findings.settled.add(subject.key)
    return choice === holder ? holder : undefined
  }
  reportConflict(findings, subject, { key: subject.key, kind: "existence" }, sides)
  return holder
}

/** `page`: a page that both sides changed is a conflict; `block`: only changes to the same field or block are. */
export type Strictness = "block" | "page"

export interface Context extends DocumentAccess {
  readonly findings: Findings
  readonly strictness: Strictness
}

/** Fields merged separately, or not part of the content. */
const special: ReadonlySet<string> = new Set([
  "parent",
  "createdAt",
  "updatedAt",
  "slug",
  "slugByHand",
  "layout",
  "document"
])

type Stored = Fields

const plainFields = (stored: Stored): Stored => new Map([...stored].filter(([name]) => !special.has(name)))

const layoutOf = (stored: Stored): Stored => fieldsOf(stored.get("layout") ?? {})

const textField = (stored: Stored, name: string): string | undefined => {
  const value = stored.get(name)
  return typeof value === "string" ? value : undefined
}

const decode = Schema.decodeUnknownResult(Page.PageRecord)

const isPage = (fields: Stored): boolean => Result.isSuccess(decode(Object.fromEntries(fields)))

const withField = (fields: Stored, name: string, value: Json | undefined): Stored => {
  const next = new Map(fields)
  if (value === undefined) next.delete(name)
  else next.set(name, value)
  return next
}

/** The slug set by hand; undefined if it follows the title. */
const slugByHand = (stored: Stored): string | undefined =>
  stored.get("slugByHand") === true ? textField(stored, "slug") : undefined

/** The slug that follows a title: one that a side already has for it, otherwise a new one. */
const slugOf = (title: string, { base, primary, changed }: Sides<Stored>): string => {
  const made = (stored: Stored | undefined) =>
    stored !== undefined && textField(stored, "title") === title && slugByHand(stored) === undefined
      ? textField(stored, "slug")
      : undefined
  const [own, others] = [made(primary), made(changed)]
  const old = base === undefined ? undefined : textField(base, "slug")
  return (own === old ? (others ?? own) : (own ?? others)) ?? Slug.make(title)
}

/** The slug as a user wrote it, without a number added by a move. */
const writtenSlug = (stored: Stored, base: Stored | undefined): string | undefined => {
  const [slug, old] = [slugByHand(stored), base && slugByHand(base)]
  const isMoved = base !== undefined && base.get("parent") !== stored.get("parent")
  return isMoved && slug !== undefined && old !== undefined && Slug.isNumbered(slug, old) ? old : slug
}

/** Merges the slug set by hand; undefined if it follows the title. */
const mergeGivenSlug = (context: Context, about: Conflict.Subject, sides: Sides<Stored>): Json | undefined => {
  const given = MergeSides.map(sides, slugByHand)
  const written = MergeSides.map(sides, (stored) => writtenSlug(stored, sides.base))
  if (MergeSides.resolvedSide(given) === undefined) {
    if (written.primary === written.changed) return written.primary
    const side = MergeSides.resolvedSide(written)
    if (side !== undefined) return given[side]
  }
  return mergeField(context.findings, about, "slug", given, (_, value) => {
    return value === undefined || typeof value === "string"
  })
}

const mergeSlug = (context: Context, about: Conflict.Subject, sides: Sides<Stored>, merged: Stored): Stored => {
  if (sides.primary?.has("slug") !== true) return new Map()
  const given = MergeSides.map(sides, slugByHand)
  const slug = mergeGivenSlug(context, about, sides)
  if (typeof slug !== "string") return new Map([["slug", slugOf(textField(merged, "title") ?? "", sides)]])
  const isKnown = slug === given.primary || slug === given.changed
  return new Map<string, Json>([
    ["slug", isKnown ? slug : Slug.make(slug)],
    ["slugByHand", true]
  ])
}

export const documentOf = (stored: Stored): string | undefined => textField(stored, "document")

/** Merges the document. With strictness `page`, given content replaces it as a whole. */
export const mergeDocument = (context: Context, about: Conflict.Subject, sides: Sides<string>): string | undefined => {
  const choice = context.findings.choices.get(`${about.key}/document`)
  const isGiven = context.strictness === "page" && typeof choice === "object"
  if (isGiven) return mergeWhole(context.findings, about, sides, context)
  return mergeDocumentField(context.findings, about, sides, context)
}

const mergeFields = (context: Context, about: Conflict.Subject, sides: Sides<Stored>): Stored => {
  const { findings } = context
  const own = sides.primary ?? new Map()
  const fields = mergeEachField(findings, about, MergeSides.map(sides, plainFields), (name, value) =>
    isPage(withField(own, name, value))
  )
  const layout = mergeEachField(
    findings,
    about,
    MergeSides.map(sides, layoutOf),
    (name, value) => isPage(withField(own, "layout", Object.fromEntries(withField(layoutOf(own), name, value)))),
    (name) => `layout.${name}`
  )
  if (layout.size > 0) fields.set("layout", Object.fromEntries(layout))
  const document = mergeDocument(context, about, MergeSides.map(sides, documentOf))
  if (document !== undefined) fields.set("document", document)
  for (const [name, value] of mergeSlug(context, about, sides, fields)) fields.set(name, value)
  return fields
}

const isEdited = (before: Page.Page | undefined, after: Page.Page): boolean =>
  before === undefined || Page.changedFields(before, after).some((field) => field !== "parent")

/**
 * The side whose version is used if any change by both sides is a conflict: the chosen one, or primary until a choice
 * is made. Undefined if only one side changed it, if content was given, or if such changes are merged.
 */
export const resolveStrictly = (context: Context, about: Conflict.Subject, stored: Sides<Stored>): Side | undefined => {
  const records = MergeSides.map(stored, (fields) => Object.fromEntries(fields))
  if (context.strictness === "block" || MergeSides.resolvedSide(records) !== undefined) return undefined
  const { findings } = context
  const key = `${about.key}/document`
  const choice = findings.choices.get(key)
  if (typeof choice === "object") return undefined
  if (choice !== undefined) {
    findings.settled.add(key)
    return choice
  }
  const shown = MergeSides.map(stored, documentOf)
  reportConflict(findings, about, { key, kind: "field", field: "document" }, shown)
  return "primary"
}

/** The fields of one side, including its parent and timestamps. */
type Content = Page.Page

const mergeBoth = (
  context: Context,
  id: string,
  sides: Sides<Page.Page>,
  primary: Page.Page,
  changed: Page.Page
): Content => {
  const { findings } = context
  if (!isEdited(sides.base, changed) || !isEdited(primary, changed)) return primary
  if (!isEdited(sides.base, primary)) return changed
  const about = TreeMerge.subjectOf(id, sides)
  if (primary.type !== changed.type) {
    const types = MergeSides.map(sides, ({ type }) => type)
    return mergeField(findings, about, "type", types, () => false) === changed.type ? changed : primary
  }
  const stored = MergeSides.map(sides, (page) => fieldsOf(Page.toStored(page)))
  const side = resolveStrictly(context, about, stored)
  if (side !== undefined) return side === "changed" ? changed : primary
  const merged = mergeFields(context, about, stored)
  const { parent, createdAt, updatedAt } = primary
  return Page.fromFields(id, { ...Object.fromEntries(merged), parent, createdAt, updatedAt })
}

const withStamps = (page: Page.Page, { primary, changed }: Sides<Page.Page>): Page.Page => {
  const all = [primary, changed].filter((each) => each !== undefined)
  const createdAt = Math.min(...all.map((each) => each.createdAt))
  const updatedAt = Math.max(...all.map((each) => each.updatedAt))
  return { ...page, createdAt, updatedAt }
}

/** Merges the changed pages that remain, each under its parent; slugs are as the sides request them. */
export const mergeContents = Effect.fnUntraced(function* (
  context: Context,
  pages: ReadonlyMap<string, Sides<Page.Page>>,
  parents: TreeMerge.Parents
) {
  const found = new Map<string, Page.Page>()
  const settle = Effect.fnUntraced(function* ([id, parent]: readonly [string, string | null]) {
    const sides = pages.get(id)
    const page = sides?.primary ?? sides?.changed
    if (sides === undefined || page === undefined) return
    const isShared = sides.primary !== undefined && sides.changed !== undefined
    const content = isShared ? mergeBoth(context, id, sides, sides.primary, sides.changed) : page
    found.set(id, withStamps({ ...content, parent }, sides))
  })
  yield* EventLoop.forEach(Array.from(parents), settle)
  return found
})
