import { Context, Effect, Layer, Schema } from "effect"
import * as LinkEntries from "../../content/link-index/LinkEntries.ts"
import { LinkIndex, type LinksAt } from "../../content/link-index/LinkIndex.ts"
import { type Link, type LinkSource, type LinkStatus, targetOf } from "../../content/link-index/LinkSource.ts"
import * as LinkTarget from "../../content/link-index/LinkTarget.ts"
import * as Root from "../../content/tree/Root.ts"
import { type OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ComputedRoots } from "../../openapi/computed/ComputedRoots.ts"
import { KnownSpecs } from "../../openapi/spec/KnownSpecs.ts"
import { Access } from "../../people/access/Access.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { collection as memberCollection, rowId } from "../../people/member/Member.ts"
import { isActive, collection as placementCollection } from "../../people/placement/Placement.ts"
import { mergeBase } from "../change-request/ChangeRequest.ts"
import { ComputedReindexing } from "../commit/ComputedReindexing.ts"
import { ContentBase, type OpenedContent } from "../commit/ContentBase.ts"
import { Revisions } from "../revision/Revisions.ts"
import { collection as spaceCollection } from "../space/Space.ts"
import type { BrokenContext, LinkStats } from "./LinkView.ts"

const isUserId = Schema.is(UserId)

/**
 * Decides which link targets outside a space exist: in other spaces' heads, among collections, members and specs.
 * Targets that the caller may not view count as missing, so that no status distinguishes the two.
 */
export class ExternalLinkTargets extends Context.Service<ExternalLinkTargets>()("@quire/core/ExternalLinkTargets", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const contents = yield* ContentBase
    const revisions = yield* Revisions
    const roots = yield* ComputedRoots
    const placements = yield* Repository.make(placementCollection)
    const spaces = yield* Repository.make(spaceCollection)
    const members = yield* Repository.make(memberCollection)
    const knownSpecs = yield* KnownSpecs

    const findInContent = Effect.fnUntraced(function* (
      targets: ReadonlyArray<LinkTarget.LinkTarget>,
      active: ReadonlySet<string>
    ) {
      const bySpace = LinkTarget.groupBySpace(targets)
      const rows = yield* spaces.getMany([...bySpace.keys()].filter((id) => active.has(`space ${id}`)))
      const heads = yield* revisions.getMany(Array.from(rows.values(), ({ value }) => value.revision))
      const opened = yield* Effect.forEach(rows.values(), ({ value: { id, organization, revision } }) =>
        Effect.map(Root.open(contents.reader(id), heads.get(revision)?.value.root ?? Root.empty), (root) => ({
          organization,
          root
        }))
      )
      const found: Array<string> = []
      for (const { root } of yield* roots.expandAll(opened)) {
        found.push(...(yield* LinkEntries.findExisting(root, bySpace.get(root.reader.space) ?? [])))
      }
      return found
    })

    const findViewable = Effect.fnUntraced(function* (
      organization: OrganizationId,
      viewer: Viewer,
      ids: ReadonlyArray<string>
    ) {
      const placed = Array.from((yield* placements.getMany(ids)).values(), ({ value }) => value)
      const here = placed.filter((each) => each.organization === organization && isActive(each))
      const roles = here.length === 0 ? new Map() : yield* access.rolesOn(viewer, here)
      return new Set(here.flatMap(({ id, kind }) => (roles.has(id) ? [`${kind} ${id}`] : [])))
    })

    /** The keys of the targets that exist for the caller. */
    const findExisting = Effect.fnUntraced(function* (
      organization: OrganizationId,
      viewer: Viewer,
      all: Iterable<LinkTarget.LinkTarget>
    ) {
      const targets = [...new Map(Array.from(all, (target) => [LinkTarget.keyOf(target), target])).values()]
      const placed = targets.flatMap((target) =>
        target.kind === "collection" ? [target.collection] : "space" in target ? [target.space] : []
      )
      const active = yield* findViewable(organization, viewer, placed)
      const people = targets.flatMap((target) => (target.kind === "user" ? [target.user] : [])).filter(isUserId)
      const known = yield* members.getMany(people.map((id) => rowId(organization, id)))
      const users = new Set(Array.from(known.values(), ({ value }): string => value.user))
      const slugs = targets.flatMap((target) => (target.kind === "openapi" ? [target.spec] : []))
      const specs = yield* knownSpecs.find(organization, viewer, slugs)
      const inSpaces = targets.filter((target) => LinkTarget.contentSpace(target) !== undefined)
      const found = new Set(inSpaces.length === 0 ? [] : yield* findInContent(inSpaces, active))
      for (const target of targets) {
        const isThere =
          (target.kind === "space" && active.has(`space ${target.space}`)) ||
          (target.kind === "collection" && active.has(`collection ${target.collection}`)) ||
          (target.kind === "user" && users.has(target.user)) ||
          (target.kind === "openapi" && specs.has(target.spec))
        if (isThere) found.add(LinkTarget.keyOf(target))
      }
      return found
    })

    return { findExisting } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, ComputedRoots.layer, ContentBase.layer, KnownSpecs.layer, Revisions.layer])
  )
}

/** A link with its status; `at` is its index among the links of its source. */
export interface JudgedLink {
  readonly source: LinkSource
  readonly at: number
  readonly link: Link
  readonly status: LinkStatus
}

export interface LinkFilter {
  readonly status?: LinkStatus | undefined
  /** Only broken links, broken in this context. */
  readonly brokenContext?: BrokenContext | undefined
}

/** Links of a change request that are broken but were not at its base: their keys by source. */
export type Breakage = ReadonlyMap<string, ReadonlySet<string>>

/** The links of one opened content, with what is needed to judge them. */
export interface JudgedLinks {
  readonly links: LinksAt
  /** Keys of the targets elsewhere that exist. */
  readonly found: ReadonlySet<string>
  /** Only for change requests. */
  readonly breakage: Breakage | undefined
}

/** The links of a source with their statuses. */
export const judgeSource = (source: LinkSource, found: ReadonlySet<string>): ReadonlyArray<JudgedLink> =>
  source.links.map((link, at): JudgedLink => {
    if (link.standing !== "elsewhere") return { source, at, link, status: link.standing }
    const isThere = found.has(LinkTarget.keyOf(targetOf(source, link)))
    return { source, at, link, status: isThere ? "ok" : "broken" }
  })

const brokenKeys = (source: LinkSource | undefined, found: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    source === undefined
      ? []
      : judgeSource(source, found).flatMap(({ link, status }) =>
          status === "broken" ? [LinkEntries.keyOf(link, source)] : []
        )
  )

/** The links that are broken now and were not before, of sources that may differ. */
export const breakageOf = (
  now: ReadonlyMap<string, LinkSource>,
  before: ReadonlyMap<string, LinkSource>,
  found: ReadonlySet<string>
): Breakage => {
  const broken = new Map<string, ReadonlySet<string>>()
  for (const [id, source] of now) {
    const old = brokenKeys(before.get(id), found)
    const fresh = [...brokenKeys(source, found)].filter((key) => !old.has(key))
    if (fresh.length > 0) broken.set(id, new Set(fresh))
  }
  return broken
}

const sizeOf = (breakage: Breakage): number => Array.from(breakage.values()).reduce((sum, { size }) => sum + size, 0)

/** Creates a predicate for the links that a filter selects. */
export const makeFilter =
  ({ breakage }: Pick<JudgedLinks, "breakage">, { brokenContext, status }: LinkFilter) =>
  ({ link, source, status: own }: JudgedLink): boolean => {
    if (status !== undefined && own !== status) return false
    if (brokenContext === undefined) return true
    const isFresh = breakage?.get(source.id)?.has(LinkEntries.keyOf(link, source)) === true
    return own === "broken" && isFresh === (brokenContext === "change-request")
  }

interface StatusCounts {
  readonly ok: number
  readonly broken: number
  readonly "in-app": number
}

const countByStatus = ({ found, links: { totals } }: JudgedLinks): StatusCounts => {
  const missing = totals.elsewhere.filter(({ target }) => !found.has(LinkTarget.keyOf(target)))
  const broken = missing.reduce((sum, { links }) => sum + links, totals.broken)
  return { ok: totals.total - broken - totals.inApp, broken, "in-app": totals.inApp }
}

/** The number of links in the whole content that pass a filter. */
export const countOf = (self: JudgedLinks, { brokenContext, status }: LinkFilter): number => {
  const all = countByStatus(self)
  if (brokenContext !== undefined) {
    if (status !== undefined && status !== "broken") return 0
    const fresh = sizeOf(self.breakage ?? new Map())
    return brokenContext === "change-request" ? fresh : all.broken - fresh
  }
  return status === undefined ? self.links.totals.total : all[status]
}

export const statsOf = (self: JudgedLinks): LinkStats => ({
  total: self.links.totals.total,
  broken: {
    total: countByStatus(self).broken,
    ...(self.breakage === undefined ? {} : { changeRequest: sizeOf(self.breakage) })
  }
})

/** Stats of the links of one source. */
export const statsOfSource = (links: ReadonlyArray<JudgedLink>, breakage: Breakage | undefined): LinkStats => ({
  total: links.length,
  broken: {
    total: links.filter(({ status }) => status === "broken").length,
    ...(breakage === undefined ? {} : { changeRequest: sizeOf(breakage) })
  }
})

/** The marks by which sources with links of a status are found; undefined for all sources. */
export const marksFor = (
  self: JudgedLinks,
  { brokenContext, status }: LinkFilter
): ReadonlyArray<string> | undefined => {
  const wanted = brokenContext === undefined ? status : "broken"
  if (wanted === undefined || wanted === "in-app") return wanted === undefined ? undefined : ["in-app"]
  const keys = self.links.totals.elsewhere.map(({ target }) => LinkTarget.keyOf(target))
  return [wanted, ...keys.filter((key) => self.found.has(key) === (wanted === "ok"))]
}

/** Opens and judges the links of content; the links of a change request are also compared with its base. */
export class LinkJudge extends Context.Service<LinkJudge>()("@quire/core/LinkJudge", {
  make: Effect.gen(function* () {
    const contents = yield* ContentBase
    const index = yield* LinkIndex
    const reindexing = yield* ComputedReindexing
    const elsewhere = yield* ExternalLinkTargets

    /** The links of a content, of which computed pages are targets where readers see them. */
    const linksAt = (organization: OrganizationId, root: Root.Root) =>
      index.at(root.reader, root.hash, (indexed) => reindexing.compare(organization, root.reader, indexed, root))

    const at = ({ root, space }: OpenedContent) => linksAt(space.value.organization, root)

    const atBase = Effect.fnUntraced(function* ({ changeRequest, space }: OpenedContent) {
      if (changeRequest === undefined) return undefined
      const root = yield* contents.rootOf(space.value.id, mergeBase(changeRequest.value))
      return yield* linksAt(space.value.organization, root)
    })

    const judge = Effect.fnUntraced(function* (
      opened: OpenedContent,
      links: LinksAt,
      base: LinksAt | undefined,
      ids: ReadonlyArray<string>,
      targets: ReadonlyArray<LinkTarget.LinkTarget>
    ) {
      const now = base === undefined ? new Map<string, LinkSource>() : yield* index.sourcesOf(links, ids)
      const before = base === undefined ? new Map<string, LinkSource>() : yield* index.sourcesOf(base, ids)
      const found = yield* elsewhere.findExisting(opened.space.value.organization, opened.access, targets)
      const breakage = base === undefined ? undefined : breakageOf(now, before, found)
      return { links, found, breakage } satisfies JudgedLinks
    })

    /** The links of the whole content. */
    const ofContent = Effect.fnUntraced(function* (opened: OpenedContent) {
      const links = yield* at(opened)
      const base = yield* atBase(opened)
      const differing = base === undefined ? [] : [...links.added.keys(), ...base.added.keys(), ...base.removed]
      const targets = [links, ...(base === undefined ? [] : [base])].flatMap(({ totals }) =>
        totals.elsewhere.map(({ target }) => target)
      )
      return yield* judge(opened, links, base, [...new Set(differing)], targets)
    })

    /** The links of one source, which may be absent. */
    const ofOne = Effect.fnUntraced(function* (opened: OpenedContent, id: string) {
      const links = yield* at(opened)
      const base = yield* atBase(opened)
      const source = (yield* index.sourcesOf(links, [id])).get(id)
      const targets = source === undefined ? [] : source.links.map((link) => targetOf(source, link))
      const away = targets.filter((target) => target.kind !== "url" && LinkTarget.contentSpace(target) !== links.space)
      return { source, ...(yield* judge(opened, links, base, [id], away)) }
    })

    return { at, ofContent, ofOne } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ComputedReindexing.layer, ContentBase.layer, ExternalLinkTargets.layer, LinkIndex.layer])
  )
}
