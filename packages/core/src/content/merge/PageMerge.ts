import { Effect, Result, Schema } from "effect"
import * as Slices from "../../foundation/scheduling/Slices.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import * as Page from "../tree/Page.ts"
import type * as Conflict from "./Conflict.ts"
import { type Findings, reportConflict } from "./Conflict.ts"
import * as DocumentField from "./DocumentField.ts"
import * as FieldMerge from "./FieldMerge.ts"
import type { Side, Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"
import * as TreeMerge from "./TreeMerge.ts"

/** `page`: a page that both sides changed is a conflict; `block`: only changes to the same field or block are. */
export type Strictness = "block" | "page"

export interface Context extends DocumentField.DocumentAccess {
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

type Stored = FieldMerge.Fields

const plainFields = (stored: Stored): Stored => new Map([...stored].filter(([name]) => !special.has(name)))

const layoutOf = (stored: Stored): Stored => FieldMerge.fieldsOf(stored.get("layout") ?? {})

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

/** The slug as somebody wrote it, without a number added by a move. */
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
  return FieldMerge.mergeField(context.findings, about, "slug", given, (_, value) => {
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
export function* mergeDocument(
  context: Context,
  about: Conflict.Subject,
  sides: Sides<string>
): Slices.Steps<string | undefined> {
  const choice = context.findings.choices.get(`${about.key}/document`)
  const isGiven = context.strictness === "page" && typeof choice === "object"
  if (isGiven) return DocumentField.mergeWhole(context.findings, about, sides, context)
  return yield* DocumentField.merge(context.findings, about, sides, context)
}

function* mergeFields(context: Context, about: Conflict.Subject, sides: Sides<Stored>): Slices.Steps<Stored> {
  const { findings } = context
  const own = sides.primary ?? new Map()
  const fields = FieldMerge.mergeFields(findings, about, MergeSides.map(sides, plainFields), (name, value) =>
    isPage(withField(own, name, value))
  )
  const layout = FieldMerge.mergeFields(
    findings,
    about,
    MergeSides.map(sides, layoutOf),
    (name, value) => isPage(withField(own, "layout", Object.fromEntries(withField(layoutOf(own), name, value)))),
    (name) => `layout.${name}`
  )
  if (layout.size > 0) fields.set("layout", Object.fromEntries(layout))
  const document = yield* mergeDocument(context, about, MergeSides.map(sides, documentOf))
  if (document !== undefined) fields.set("document", document)
  for (const [name, value] of mergeSlug(context, about, sides, fields)) fields.set(name, value)
  return fields
}

const isEdited = (before: Page.Page | undefined, after: Page.Page): boolean =>
  before === undefined || Page.changedFields(before, after).some((field) => field !== "parent")

/**
 * The side that wins where any change by both sides is a conflict: the chosen one, or primary until a choice is made.
 * Undefined if only one side changed it, if content was given, or if such changes are merged.
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

function* mergeBoth(
  context: Context,
  id: string,
  sides: Sides<Page.Page>,
  primary: Page.Page,
  changed: Page.Page
): Slices.Steps<Content> {
  const { findings } = context
  if (!isEdited(sides.base, changed) || !isEdited(primary, changed)) return primary
  if (!isEdited(sides.base, primary)) return changed
  const about = TreeMerge.subjectOf(id, sides)
  if (primary.type !== changed.type) {
    const types = MergeSides.map(sides, ({ type }) => type)
    return FieldMerge.mergeField(findings, about, "type", types, () => false) === changed.type ? changed : primary
  }
  const stored = MergeSides.map(sides, (page) => FieldMerge.fieldsOf(Page.toStored(page)))
  const side = resolveStrictly(context, about, stored)
  if (side !== undefined) return side === "changed" ? changed : primary
  const merged = yield* mergeFields(context, about, stored)
  const { parent, createdAt, updatedAt } = primary
  return Page.fromFields(id, { ...Object.fromEntries(merged), parent, createdAt, updatedAt })
}

const withStamps = (page: Page.Page, { primary, changed }: Sides<Page.Page>): Page.Page => {
  const all = [primary, changed].filter((each) => each !== undefined)
  const createdAt = Math.min(...all.map((each) => each.createdAt))
  const updatedAt = Math.max(...all.map((each) => each.updatedAt))
  return { ...page, createdAt, updatedAt }
}

const documentHash = (page: Page.Page | undefined): string | undefined =>
  page?.type === "document" ? page.document : undefined

/** Cost of merging a page: that of its documents, if both sides changed them. */
const weightOf = ({ documents }: Context, sides: Sides<Page.Page> | undefined): number => {
  const hashes = [sides?.base, sides?.primary, sides?.changed].map(documentHash)
  const texts = hashes.flatMap((hash) => documents.get(hash ?? "") ?? [])
  return texts.reduce((sum, text) => sum + Slices.weighItem(text), 1)
}

/** Merges the changed pages that stay, each under its parent; slugs are as the sides want them. */
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
    const content = isShared ? yield* Slices.run(mergeBoth(context, id, sides, sides.primary, sides.changed)) : page
    found.set(id, withStamps({ ...content, parent }, sides))
  })
  const weight = ([id]: readonly [string, unknown]) => weightOf(context, pages.get(id))
  yield* Slices.forEach(Array.from(parents), settle, { weight })
  return found
})
