import { Effect, Option, Result, Schema } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import type { Document } from "../document/Document.ts"
import type { ContentDraft } from "../tree/ContentDraft.ts"
import * as DocumentNode from "../tree/DocumentNode.ts"
import * as File from "../tree/File.ts"
import * as IdList from "../tree/IdList.ts"
import * as Page from "../tree/Page.ts"
import * as RadixMap from "../tree/RadixMap.ts"
import * as Reusable from "../tree/Reusable.ts"
import * as Root from "../tree/Root.ts"
import * as SlugClaims from "../tree/SlugClaims.ts"
import * as Compute from "./Compute.ts"
import type * as Conflict from "./Conflict.ts"
import { type Choices, type Findings, makeFindings as findingsOf, reportConflict, unusedChoices } from "./Conflict.ts"
import type * as DocumentMerge from "./DocumentMerge.ts"
import * as Neighbourhood from "./Neighbourhood.ts"
import * as PageMerge from "./PageMerge.ts"
import * as SiblingOrder from "./SiblingOrder.ts"
import type { Side, Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"
import * as TreeMerge from "./TreeMerge.ts"

type Stored = PageMerge.Fields

/** Merges resources that both sides have with `both`; other cases are decided by existence. */
const mergeAll = (
  findings: Findings,
  sides: ReadonlyMap<string, Sides<Json>>,
  subjectOf: (id: string, sides: Sides<Json>) => Conflict.Subject,
  both: (subject: Conflict.Subject, sides: Sides<Stored>) => Stored
): RadixMap.Changes => {
  const changes = new Map<string, Json | undefined>()
  for (const [id, own] of sides) {
    const subject = subjectOf(id, own)
    const present = PageMerge.resolveExistence(findings, subject, own)
    const next =
      present === "both"
        ? Object.fromEntries(both(subject, MergeSides.map(own, PageMerge.fieldsOf)))
        : present === undefined
          ? undefined
          : own[present]
    if (!CanonicalJson.equals(next, own.primary)) changes.set(id, next)
  }
  return changes
}

const titleFrom = (sides: Sides<Json>, field: string): Pick<Conflict.Subject, "title"> => {
  const name = PageMerge.fieldsOf(sides.primary ?? sides.changed ?? sides.base ?? null).get(field)
  return typeof name === "string" ? { title: name } : {}
}

const toStoredSides = <A>(all: ReadonlyMap<string, Sides<A>>, toStored: (value: A) => Json) =>
  new Map(Array.from(all, ([id, sides]) => [id, MergeSides.map(sides, toStored)] as const))

const decodeFile = Schema.decodeUnknownResult(File.FileEntry)

/** Fields that describe the bytes of a file and change with them. */
const byteFields: ReadonlySet<string> = new Set(["blob", "size", "contentType", "dimensions"])

/** Groups the fields that describe the bytes into one. */
const pack = (file: Stored): Stored => {
  const blob = Object.fromEntries([...file].filter(([name]) => byteFields.has(name)))
  return new Map<string, Json>([...[...file].filter(([name]) => !byteFields.has(name)), ["blob", blob]])
}

const unpack = (file: Stored): Stored =>
  new Map([...[...file].filter(([name]) => name !== "blob"), ...PageMerge.fieldsOf(file.get("blob") ?? {})])

/** Merges the files; name and bytes are independent. */
export const mergeFiles = (findings: Findings, all: ReadonlyMap<string, Sides<File.File>>): RadixMap.Changes =>
  mergeAll(
    findings,
    toStoredSides(all, File.toStored),
    (id, sides) => ({ key: `file/${id}`, file: id, ...titleFrom(sides, "name") }),
    (subject, sides) =>
      unpack(
        PageMerge.mergeEachField(findings, subject, MergeSides.map(sides, pack), (name, value) => {
          const next = new Map(pack(sides.primary ?? new Map()))
          if (value === undefined) next.delete(name)
          else next.set(name, value)
          return Result.isSuccess(decodeFile(Object.fromEntries(unpack(next))))
        })
      )
  )

/** Merges the reusable contents. */
export const mergeReusable = (
  context: PageMerge.Context,
  all: ReadonlyMap<string, Sides<Reusable.Reusable>>
): RadixMap.Changes =>
  mergeAll(
    context.findings,
    toStoredSides(all, Reusable.toStored),
    (id, sides) => ({ key: `reusable-content/${id}`, reusableContent: id, ...titleFrom(sides, "title") }),
    (subject, sides) => {
      const side = PageMerge.resolveStrictly(context, subject, sides)
      if (side !== undefined) return sides[side] ?? new Map()
      const titles = MergeSides.map(sides, (stored): Stored => new Map([["title", stored.get("title") ?? ""]]))
      const fields = PageMerge.mergeEachField(
        context.findings,
        subject,
        titles,
        (_, value) => typeof value === "string"
      )
      const document = PageMerge.mergeDocument(context, subject, MergeSides.map(sides, PageMerge.documentOf))
      if (document !== undefined) fields.set("document", document)
      return fields
    }
  )

/** Merges the values of custom fields, each as a whole. */
export const mergeValues = (findings: Findings, all: ReadonlyMap<string, Sides<Json>>): RadixMap.Changes => {
  const changes = new Map<string, Json | undefined>()
  for (const [name, sides] of all) {
    const value = PageMerge.mergeField(findings, { key: "value" }, name, sides, (_, given) => given !== undefined)
    if (!CanonicalJson.equals(value, sides.primary)) changes.set(name, value)
  }
  return changes
}

type Contents = ReadonlyMap<string, Page.Page>

const keyOf = (page: Page.Page | undefined): string | undefined =>
  page !== undefined && Page.isPlaced(page) ? Slug.keyOf(page.parent, page.slug) : undefined

/** A page whose slug key differs from primary's. */
interface Rekeyed {
  readonly page: Extract<Page.Page, { readonly slug: string }>
  readonly from: string | undefined
  readonly wanted: string
}

const findRekeyed = (near: Neighbourhood.Neighbourhood, contents: Contents): ReadonlyArray<Rekeyed> =>
  Array.from(contents).flatMap(([id, page]) => {
    if (!Page.isPlaced(page)) return []
    const from = keyOf(near.pages.get(id)?.primary)
    const wanted = Slug.keyOf(page.parent, page.slug)
    return from === wanted ? [] : [{ page, from, wanted }]
  })

/** The keys in primary that pages release. */
const freedKeys = (
  near: Neighbourhood.Neighbourhood,
  contents: Contents,
  moving: ReadonlyArray<Rekeyed>
): ReadonlySet<string> => {
  const gone = [...near.pages].flatMap(([id, { primary }]) => (contents.has(id) ? [] : (keyOf(primary) ?? [])))
  return new Set([...gone, ...moving.flatMap(({ from }) => from ?? [])])
}

/**
 * Pages that are the only ones to claim a free key come first, so that they are certain to get it; then the others;
 * each group in the order of ids.
 */
const orderClaims = Effect.fnUntraced(function* (
  root: Root.Root,
  moving: ReadonlyArray<Rekeyed>,
  freed: ReadonlySet<string>
) {
  const wanted = moving.map((each) => each.wanted).filter((key) => !freed.has(key))
  const taken = yield* RadixMap.getMany(root.reader, root.maps.slugs, wanted)
  const byId = moving.toSorted((left, right) => (left.page.id < right.page.id ? -1 : 1))
  const first = new Map<string, string>()
  for (const { page, wanted } of byId) if (!first.has(wanted)) first.set(wanted, page.id)
  const isFree = ({ page, wanted }: Rekeyed) => !taken.has(wanted) && first.get(wanted) === page.id
  return [...byId.filter(isFree), ...byId.filter((each) => !isFree(each))]
})

/** Assigns the pages their slugs. */
const assignSlugs = Effect.fnUntraced(function* (
  root: Root.Root,
  contents: Contents,
  moving: ReadonlyArray<Rekeyed>,
  freed: ReadonlySet<string>
) {
  const turns = yield* orderClaims(root, moving, freed)
  const claims = turns.map(({ page }) => {
    const slug = page.slugByHand ? page.slug : Slug.make(page.title)
    return { parent: page.parent, slug, keep: page.slug }
  })
  const claimed = yield* SlugClaims.claim(root, claims, freed)
  const settled = new Map(contents)
  for (const [index, { page }] of turns.entries()) settled.set(page.id, { ...page, slug: claimed[index] ?? page.slug })
  return settled
})

/** Whether the other side moved a page away from its base key, and so decides about a redirect from there. */
const isLeft = ({ pages }: Neighbourhood.Neighbourhood, id: string, key: string): boolean => {
  const sides = pages.get(id)
  return keyOf(sides?.base) === key && sides?.changed !== undefined && keyOf(sides.changed) !== key
}

/**
 * Copies the other side's former keys where primary did not change them; no former key may lead to the key that its
 * page has.
 */
const joinRedirects = (near: Neighbourhood.Neighbourhood, settled: Contents): Map<string, Json | undefined> => {
  const moved = new Map<string, Json | undefined>()
  for (const [key, { base, primary, changed }] of near.moved) {
    if (!CanonicalJson.equals(base, primary) || CanonicalJson.equals(changed, primary)) continue
    const id = changed ?? base
    const standing = typeof id === "string" ? keyOf(settled.get(id)) : undefined
    if (changed !== undefined) {
      if (standing !== key) moved.set(key, changed)
      continue
    }
    const elsewhere = typeof id === "string" ? keyOf(near.pages.get(id)?.changed) : undefined
    if (standing === undefined || standing === elsewhere) moved.set(key, undefined)
  }
  return moved
}

/**
 * Merges the former keys. Keys that the merge releases take precedence, then existing former keys, then keys that were
 * requested but not available.
 */
const makeRedirects = Effect.fnUntraced(function* (
  near: Neighbourhood.Neighbourhood,
  settled: Contents,
  moving: ReadonlyArray<Rekeyed>
) {
  const moved = joinRedirects(near, settled)
  const ways = moving.map((way) => ({ ...way, id: way.page.id, to: keyOf(settled.get(way.page.id)) ?? way.wanted }))
  const { reader, maps } = near.primary
  const targets = ways.flatMap(({ to, wanted }) => [to, wanted])
  const known = yield* RadixMap.getMany(reader, maps.moved, targets)
  for (const { id, to } of ways) if (known.get(to) === id && !moved.has(to)) moved.set(to, undefined)
  for (const { id, from, to } of ways) {
    if (from !== undefined && from !== to && !isLeft(near, id, from)) moved.set(from, id)
  }
  for (const { id, to, wanted } of ways) {
    if (wanted !== to && !known.has(wanted) && !moved.has(wanted)) moved.set(wanted, id)
  }
  return moved
})

/** The changes of merged pages to primary's maps of pages, slugs and former slugs. */
export const ofPages = Effect.fnUntraced(function* (near: Neighbourhood.Neighbourhood, contents: Contents) {
  const moving = findRekeyed(near, contents)
  const freed = freedKeys(near, contents, moving)
  const settled = yield* assignSlugs(near.primary, contents, moving, freed)
  const slugs = new Map<string, Json | undefined>(Array.from(freed, (key) => [key, undefined]))
  for (const { page } of moving) {
    const key = keyOf(settled.get(page.id))
    if (key !== undefined) slugs.set(key, page.id)
  }
  const pages = new Map<string, Json | undefined>()
  for (const [id, { primary }] of near.pages) {
    const next = settled.get(id)
    if (CanonicalJson.equals(next, primary)) continue
    pages.set(id, next === undefined ? undefined : Page.toStored(next))
  }
  return { pages, slugs, moved: yield* makeRedirects(near, settled, moving) }
})

const listOf = (parent: string | null): string => parent ?? ""

/** Parents whose children in the result differ from those on a side, with the children that this side lacks there. */
const findDisturbed = (
  { pages }: Neighbourhood.Neighbourhood,
  parents: TreeMerge.Parents,
  side: Side
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  const listFor = (parent: string) => {
    const ids = found.get(parent) ?? []
    found.set(parent, ids)
    return ids
  }
  for (const [id, sides] of pages) {
    const [before, after] = [sides[side]?.parent, parents.get(id)]
    if (before === after) continue
    if (before !== undefined) listFor(listOf(before))
    if (after !== undefined) listFor(listOf(after)).push(id)
  }
  return found
}

/** The children of one parent. */
interface Family {
  readonly parent: string
  readonly lists: SiblingOrder.Lists
  /** Children in the result that are in none of the lists. */
  readonly others: ReadonlyArray<string>
}

const isPermutation = (ids: ReadonlyArray<Json>, of: ReadonlyArray<string>): ids is ReadonlyArray<string> => {
  const wanted = new Set<Json>(of)
  return ids.length === of.length && ids.every((id) => wanted.delete(id))
}

const isList = (json: Json): json is ReadonlyArray<Json> => Array.isArray(json)

const subjectOf = ({ pages, above }: Neighbourhood.Neighbourhood, parent: string): Conflict.Subject => {
  const key = `order/${parent}`
  const sides = pages.get(parent)
  if (sides !== undefined) return { ...TreeMerge.subjectOf(parent, sides), key }
  const title = above.get(parent)?.title
  return { key, ...(parent === "" ? {} : { page: parent }), ...(title === undefined ? {} : { title }) }
}

/** Orders the children of one parent; reports contradictory reorders as a conflict. */
export const arrange = (
  findings: Findings,
  about: Conflict.Subject,
  { lists, others }: Family
): ReadonlyArray<string> => {
  const merged = SiblingOrder.merge(lists)
  if (Option.isSome(merged)) return [...merged.value, ...others]
  const choice = findings.choices.get(about.key)
  const own = [...SiblingOrder.preferring(lists, "primary"), ...others]
  if (typeof choice === "string") {
    findings.settled.add(about.key)
    return choice === "primary" ? own : [...SiblingOrder.preferring(lists, choice), ...others]
  }
  if (choice !== undefined && isList(choice.content) && isPermutation(choice.content, own)) {
    findings.settled.add(about.key)
    return choice.content
  }
  const shown = { ...lists, primary: own, changed: [...SiblingOrder.preferring(lists, "changed"), ...others] }
  reportConflict(findings, about, { key: about.key, kind: "order" }, shown)
  return own
}

type Refs = Sides<Json>

const idsOf = (lists: ReadonlyMap<string, ReadonlyArray<string>>, ref: Json | undefined): ReadonlyArray<string> =>
  typeof ref === "string" ? (lists.get(ref) ?? []) : []

const isRef = (ref: Json | undefined) => typeof ref === "string"

/** Reads the lists to merge, on each side. */
const readContested = Effect.fnUntraced(function* (near: Neighbourhood.Neighbourhood, parents: ReadonlyArray<string>) {
  const unknown = parents.filter((parent) => !near.order.has(parent))
  const known = yield* Root.childLists(near.primary, unknown)
  const refsOf = (parent: string): Refs => {
    const ref = known.get(parent)
    return near.order.get(parent) ?? { base: ref, primary: ref, changed: ref }
  }
  const refs = parents.map((parent) => [parent, refsOf(parent)] as const)
  const all = refs.flatMap(([, { base, primary, changed }]) => [base, primary, changed].filter(isRef))
  const lists = yield* IdList.readMany(near.primary.reader, all)
  return refs.map(([parent, { base, primary, changed }]) => {
    const before = { base: idsOf(lists, base), primary: idsOf(lists, primary), changed: idsOf(lists, changed) }
    return { parent, before }
  })
})

/**
 * Merges the lists of children into changes of primary's. If only one side changed a list, and the result has the same
 * children, its list is reused unread.
 */
export const mergeOrders = Effect.fnUntraced(function* (
  draft: ContentDraft,
  near: Neighbourhood.Neighbourhood,
  parents: TreeMerge.Parents,
  findings: Findings
) {
  const own = findDisturbed(near, parents, "primary")
  const others = findDisturbed(near, parents, "changed")
  const isGone = (parent: string) => near.pages.has(parent) && !parents.has(parent)
  const changes = new Map<string, Json | undefined>()
  const toMerge: Array<string> = []
  for (const parent of new Set([...near.order.keys(), ...own.keys()])) {
    const refs = near.order.get(parent)
    const [isOwn, isOther] = [refs?.primary !== refs?.base, refs?.changed !== refs?.base]
    if (isGone(parent)) changes.set(parent, undefined)
    else if (!isOther && !own.has(parent)) continue
    else if (refs !== undefined && !isOwn && !others.has(parent)) changes.set(parent, refs.changed)
    else toMerge.push(parent)
  }
  const parentOf = (id: string, list: string) => {
    const parent = near.pages.has(id) ? parents.get(id) : list
    return parent === null ? "" : parent
  }
  for (const { parent, before } of yield* readContested(near, toMerge)) {
    const stays = (id: string) => parentOf(id, parent) === parent
    const lists = {
      base: before.base.filter(stays),
      primary: before.primary.filter(stays),
      changed: before.changed.filter(stays)
    }
    const listed = new Set([...lists.primary, ...lists.changed])
    const missing = (own.get(parent) ?? []).filter((id) => !listed.has(id))
    const ids = arrange(findings, subjectOf(near, parent), { parent, lists, others: missing.sort() })
    if (!SiblingOrder.isSame(ids, before.primary)) changes.set(parent, (yield* IdList.make(draft, ids)) ?? undefined)
  }
  return changes satisfies RadixMap.Changes
})

/** Roots by hash; `""` is empty content. */
export interface MergeInput {
  readonly base: string
  /** The space's content, on which the result is built. */
  readonly primary: string
  /** The content of the change request. */
  readonly changed: string
  /** Choices for conflicts, by conflict key. */
  readonly choices?: Choices
  readonly strictness?: PageMerge.Strictness
}

export type MergeResult =
  | {
      readonly _tag: "Clean"
      readonly root: string
      /** Keys of choices that match no conflict, independent of the other choices; sorted. */
      readonly unused: ReadonlyArray<string>
    }
  | {
      readonly _tag: "Conflicts"
      /** All conflicts, sorted by key. */
      readonly conflicts: ReadonlyArray<Conflict.Conflict>
    }

/** The result if one side changed nothing or both made the same change. */
const findShortcut = ({ base, primary, changed }: MergeInput): string | undefined => {
  if (base === changed || primary === changed) return primary
  return base === primary ? changed : undefined
}

/** Orders conflicts by their keys. */
export const byKey = (left: Conflict.Conflict, right: Conflict.Conflict) => CodePoint.compare(left.key, right.key)

/** The merges of large documents, by the key of their conflicts. */
const mergeLarge = Effect.fnUntraced(function* (near: Neighbourhood.Neighbourhood, choices: Choices) {
  const hashOf = (page: Page.Page) => (page.type === "document" ? page.document : undefined)
  const shared = [
    ...Array.from(near.pages, ([id, sides]) => [`page/${id}/document`, MergeSides.map(sides, hashOf)] as const),
    ...Array.from(near.reusable, ([id, sides]) => {
      return [`reusable-content/${id}/document`, MergeSides.map(sides, ({ document }) => document)] as const
    })
  ]
  const merged = new Map<string, DocumentMerge.PlainResult>()
  for (const [key, hashes] of shared) {
    const input = PageMerge.documentMergeOf(near, choices, key, hashes)
    if (input !== undefined && Compute.isLarge(input)) merged.set(key, yield* Compute.merge(input))
  }
  return merged
})

/** Like `merge`, except that `unused` also names the choices that another choice made unnecessary. */
export const mergeWithChoices: (draft: ContentDraft, merging: MergeInput) => Effect.Effect<MergeResult> =
  Effect.fnUntraced(function* (draft: ContentDraft, merging: MergeInput) {
    const choices: Choices = merging.choices ?? new Map()
    const findings = findingsOf(choices)
    const standing = findShortcut(merging)
    if (standing !== undefined)
      return { _tag: "Clean", root: standing, unused: unusedChoices(findings) } satisfies MergeResult

    const near = yield* Neighbourhood.load(draft, merging, choices)
    const context: PageMerge.Context = {
      findings,
      strictness: merging.strictness ?? "block",
      documents: near.documents,
      merged: merging.strictness === "page" ? new Map() : yield* mergeLarge(near, choices),
      keep: (document: Document) => DocumentNode.put(draft, document)
    }
    const parents = TreeMerge.place(near, findings)
    const contents = yield* PageMerge.mergeContents(context, near.pages, parents)
    const order = yield* mergeOrders(draft, near, parents, findings)
    const files = mergeFiles(findings, near.files)
    const reusable = mergeReusable(context, near.reusable)
    const values = mergeValues(findings, near.values)
    if (findings.conflicts.length > 0) {
      return { _tag: "Conflicts", conflicts: findings.conflicts.sort(byKey) } satisfies MergeResult
    }
    const changes = { ...(yield* ofPages(near, contents)), order, files, reusable, values }
    const root = yield* Root.apply(draft, merging.primary, changes)
    return { _tag: "Clean", root, unused: unusedChoices(findings) } satisfies MergeResult
  })

/** The keys among `keys` of conflicts that choices lead to, starting with those that occur without any choice. */
const findReported = Effect.fnUntraced(function* (draft: ContentDraft, merging: MergeInput, keys: ReadonlySet<string>) {
  const reported = new Set<string>()
  for (;;) {
    const choices = new Map(Array.from(merging.choices ?? []).filter(([key]) => reported.has(key)))
    const merged = yield* mergeWithChoices(draft, { ...merging, choices })
    const before = reported.size
    if (merged._tag === "Conflicts") {
      for (const { key } of merged.conflicts) if (keys.has(key)) reported.add(key)
    }
    if (reported.size === before) return reported
  }
})

/**
 * Merges the changes of two sides to one base. Used for merging into the space and for updating a change request. The
 * cost grows with what both sides changed. Deletions against edits, different values of one field, and contradictory
 * orders and moves are conflicts. `choices` resolves conflicts; a choice may lead to new ones.
 */
export const merge: (draft: ContentDraft, merging: MergeInput) => Effect.Effect<MergeResult> = Effect.fnUntraced(
  function* (draft: ContentDraft, merging: MergeInput) {
    const merged = yield* mergeWithChoices(draft, merging)
    if (merged._tag === "Conflicts" || merged.unused.length === 0) return merged
    const reported = yield* findReported(draft, merging, new Set(merging.choices?.keys()))
    return { ...merged, unused: merged.unused.filter((key) => !reported.has(key)) } satisfies MergeResult
  }
)
