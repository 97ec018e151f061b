import { Result } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import type { ContentRef } from "../document/ContentRef.ts"
import * as Page from "./Page.ts"
import type { Cover, PageLayout } from "./PageLayout.ts"
import { FieldNotOfPage } from "./TreeRefusal.ts"

type AssignedField = "parent" | "slug" | "slugByHand" | "createdAt" | "updatedAt"

interface Identified {
  readonly id: string
}

/** `slug` is set by hand; without it the slug follows the title (rule page-slug). */
interface WithPages extends Identified {
  readonly slug?: string
  readonly pages?: ReadonlyArray<NewPage>
}

export interface NewDocument extends Omit<typeof Page.Document.Encoded, AssignedField>, WithPages {}
export interface NewGroup extends Omit<typeof Page.Group.Encoded, AssignedField>, WithPages {}
export interface NewLink extends Omit<typeof Page.Link.Encoded, AssignedField>, Identified {}
export interface NewComputed extends Omit<typeof Page.ComputedPage.Encoded, AssignedField>, Identified {}

/** A page to insert with its descendants; fields with defaults may be omitted. */
export type NewPage = NewDocument | NewGroup | NewLink | NewComputed

export const pagesBelow = (input: NewPage): ReadonlyArray<NewPage> =>
  input.type === "document" || input.type === "group" ? (input.pages ?? []) : []

/** Creates a page in its position; `slug` is the one assigned to it. */
export const create = (
  input: NewPage,
  place: { readonly parent: string | null; readonly slug: string | undefined; readonly now: number }
): Page.Page => {
  const { id, ...fields } = input
  const slug =
    place.slug === undefined ? {} : { slug: place.slug, slugByHand: "slug" in input && input.slug !== undefined }
  return Page.fromFields(id, { ...fields, ...slug, parent: place.parent, createdAt: place.now, updatedAt: place.now })
}

/** New values of fields: absent fields stay, null clears. A null `slug` makes it follow the title again. */
export interface Patch {
  readonly title?: string
  readonly slug?: string | null
  readonly emoji?: string | null
  readonly icon?: string | null
  readonly description?: string | null
  /** Hash of the document. */
  readonly document?: string | null
  readonly layout?: Partial<PageLayout>
  readonly cover?: Cover | null
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly target?: ContentRef
  readonly computed?: Json
  readonly computedSeed?: string | null
}

const every = ["title", "emoji", "icon"]
const placed = [...every, "slug", "hidden", "noIndex", "noRobotsIndex"]

const fieldsOf: { readonly [type in Page.PageType]: ReadonlySet<string> } = {
  document: new Set([...placed, "description", "document", "layout", "cover", "computed", "computedSeed"]),
  group: new Set(placed),
  link: new Set([...every, "target", "hidden"]),
  computed: new Set([...every, "computed", "computedSeed"])
}

/** The first of the given fields that pages of this type do not have. */
export const findForeignField = (type: Page.PageType, fields: Iterable<string>): string | undefined =>
  Array.from(fields).find((field) => !fieldsOf[type].has(field))

/** A patched page, except for its slug; `slug` is the one to claim if it changes. */
export interface PatchedPage {
  readonly before: Page.Page
  readonly after: Page.Page
  readonly slug: string | undefined
}

/** Applies a patch; fails if pages of this type lack one of the fields. */
export const patch = (before: Page.Page, patch: Patch): Result.Result<PatchedPage, FieldNotOfPage> => {
  const { slug: given, layout, ...fields } = patch
  const foreign = findForeignField(before.type, Object.keys(patch))
  if (foreign !== undefined) return Result.fail(new FieldNotOfPage({ page: before.id, field: foreign }))
  const next = new Map<string, unknown>(Object.entries(Page.toFields(before)))
  for (const [field, value] of Object.entries(fields)) {
    if (value === null) next.delete(field)
    else next.set(field, value)
  }
  const { byHand, wanted } = afterPatch(before, patch.title ?? before.title, given)
  if (Page.isPlaced(before)) next.set("slugByHand", byHand)
  if (before.type === "document") next.set("layout", { ...before.layout, ...layout })
  return Result.succeed({ before, after: Page.fromFields(before.id, Object.fromEntries(next)), slug: wanted })
}

/** The slug that a new page requests; undefined for types without slugs (rule page-slug). */
export const ofNewPage = (input: NewPage): string | undefined =>
  input.type === "document" || input.type === "group" ? Slug.make(input.slug ?? input.title) : undefined

/**
 * The slug that a page requests after a patch, undefined if it is unchanged, and whether a user chose it. A slug that
 * no user chose follows the title; null makes it follow the title again.
 */
export const afterPatch = (before: Page.Page, title: string, given: string | null | undefined) => {
  if (!Page.isPlaced(before)) return { byHand: false, wanted: undefined }
  const follows = given === null || (given === undefined && !before.slugByHand)
  const wanted = follows ? Slug.make(title) : Slug.make(given ?? before.slug)
  const current = follows && !before.slugByHand ? Slug.make(before.title) : before.slug
  return { byHand: !follows, wanted: wanted === current ? undefined : wanted }
}
