import { Context, Effect, Layer, Option } from "effect"
import { LinkIndex } from "../../content/link-index/LinkIndex.ts"
import { idOf, type LinkSource, targetOf } from "../../content/link-index/LinkSource.ts"
import * as LinkTarget from "../../content/link-index/LinkTarget.ts"
import * as Root from "../../content/tree/Root.ts"
import { PageNotFound } from "../../content/tree/TreeRefusal.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import { Access } from "../../people/access/Access.ts"
import { isActive, collection as placementCollection } from "../../people/placement/Placement.ts"
import { ContentBase, type ContentSelector, type OpenedContent } from "../commit/ContentBase.ts"
import { FileNotFound, ReusableContentNotFound } from "../content/Contents.ts"
import * as JudgedLinks from "./JudgedLinks.ts"
import type { LinkView, LocationView, MetaLinksView } from "./LinkView.ts"
import * as Locations from "./Locations.ts"
import * as PageNeighbours from "./PageNeighbours.ts"

const keyset = ({ at, source }: JudgedLinks.JudgedLink): Keyset => ({ order: [at], id: source.id })

const isPast = (after: Keyset | undefined) => {
  const last = after === undefined ? -1 : Number(after.order[0])
  return ({ at }: JudgedLinks.JudgedLink): boolean => at > last
}

/** The location of a source, at the block of one of its links. */
const targetOfSource = ({ kind, owner, space }: LinkSource, node: string | undefined): Locations.LocationTarget =>
  kind === "page" ? { kind, space, page: owner, node } : { kind, space, reusableContent: owner }

/** Lists links, backlinks and neighbors of pages, in primary content and in change requests. */
export class Links extends Context.Service<Links>()("@quire/core/Links", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const contents = yield* ContentBase
    const index = yield* LinkIndex
    const { paged } = yield* Paging
    const judge = yield* JudgedLinks.LinkJudge
    const locations = yield* Locations.Locations
    const placements = yield* Repository.make(placementCollection)

    const toViews = Effect.fnUntraced(function* (opened: OpenedContent, rows: ReadonlyArray<JudgedLinks.JudgedLink>) {
      const places = rows.map(({ link, source }) => ({
        target: targetOf(source, link),
        place: targetOfSource(source, link.node)
      }))
      const locate = yield* locations.makeLocator(
        opened,
        places.flatMap(({ place, target }) => [place, target])
      )
      return rows.map(({ link: { relation }, status }, at): LinkView => {
        const [target, place] = [places[at]?.target, places[at]?.place].map((each) => each && locate(each))
        return {
          status,
          relation,
          ...(target === undefined ? {} : { targetReference: target }),
          locationReferences: place === undefined ? [] : [place]
        }
      })
    })

    /** The next sources, of the content or of a change request's breakage, with links that pass the filter. */
    const sourcesAfter = (
      judged: JudgedLinks.JudgedLinks,
      filter: JudgedLinks.LinkFilter,
      after: string | undefined,
      limit: number
    ) => {
      const { breakage = new Map() } = judged
      if (filter.brokenContext === "change-request") {
        const ids = [...breakage.keys()]
          .filter((id) => after === undefined || CodePoint.compare(id, after) > 0)
          .sort(CodePoint.compare)
        return Effect.map(index.sourcesOf(judged.links, ids), (found) => ids.flatMap((id) => found.get(id) ?? []))
      }
      const spare = filter.brokenContext === undefined ? 0 : breakage.size
      return index.list(judged.links, { after, limit: limit + spare }, JudgedLinks.marksFor(judged, filter))
    }

    /** Every link of the content, by page id and then in order of occurrence; `stats` covers all links. */
    const list = operation("Links.list")(function* (
      base: ContentSelector,
      filter: JudgedLinks.LinkFilter,
      request: PageRequest
    ) {
      const opened = yield* contents.open(base)
      const judged = yield* judge.ofContent(opened)
      const isWanted = JudgedLinks.makeFilter(judged, filter)
      const linksOf = (source: LinkSource) => JudgedLinks.judgeSource(source, judged.found).filter(isWanted)
      const load = Effect.fnUntraced(function* (after: Keyset | undefined, limit: number) {
        const begun = after === undefined ? [] : [...(yield* index.sourcesOf(judged.links, [after.id])).values()]
        const rest = begun.flatMap(linksOf).filter(isPast(after))
        const next = yield* sourcesAfter(judged, filter, after?.id, limit)
        return [...rest, ...next.flatMap(linksOf)].slice(0, limit)
      })
      const page = yield* paged({
        list: "links",
        filters: [base.space, base.changeRequest ?? null, filter.status ?? null, filter.brokenContext ?? null],
        request,
        count: Effect.succeed(JudgedLinks.countOf(judged, filter)),
        load,
        keyset,
        view: (rows) => toViews(opened, rows)
      })
      return { ...page, stats: JudgedLinks.statsOf(judged) }
    })

    const openPage = Effect.fnUntraced(function* (base: ContentSelector, id: string) {
      const opened = yield* contents.open(base)
      const { root } = yield* contents.expanded(opened)
      const page = yield* Root.page(root, id)
      if (Option.isNone(page)) return yield* new PageNotFound({ page: id })
      return { opened, root, page: page.value }
    })

    /** The links of one page in order of occurrence; `stats` covers the page. */
    const ofPage = operation("Links.ofPage")(function* (
      base: ContentSelector,
      page: string,
      filter: JudgedLinks.LinkFilter,
      request: PageRequest
    ) {
      const { opened } = yield* openPage(base, page)
      const id = idOf({ space: opened.space.value.id, kind: "page", owner: page })
      const judged = yield* judge.ofOne(opened, id)
      const all = judged.source === undefined ? [] : JudgedLinks.judgeSource(judged.source, judged.found)
      const wanted = all.filter(JudgedLinks.makeFilter(judged, filter))
      const listed = yield* paged({
        list: "page.links",
        filters: [base.space, base.changeRequest ?? null, page, filter.status ?? null],
        request,
        count: Effect.succeed(wanted.length),
        load: (after, limit) => Effect.succeed(wanted.filter(isPast(after)).slice(0, limit)),
        keyset,
        view: (rows) => toViews(opened, rows)
      })
      return { ...listed, stats: JudgedLinks.statsOfSource(all, judged.breakage) }
    })

    /** Other spaces that link to content of this one and that the caller may view. */
    const findLinkingSpaces = Effect.fnUntraced(function* ({ access: viewer, space }: OpenedContent) {
      const ids = yield* index.linking(space.value.id)
      if (ids.length === 0) return []
      const placed = Array.from((yield* placements.getMany(ids)).values(), ({ value }) => value)
      const here = placed.filter((each) => each.organization === space.value.organization && isActive(each))
      const roles = yield* access.rolesOn(viewer, here)
      return ids.filter((id) => roles.has(id))
    })

    const backlinks = Effect.fnUntraced(function* (
      base: ContentSelector,
      opened: OpenedContent,
      key: string,
      request: PageRequest
    ) {
      const at = yield* judge.at(opened)
      const others = yield* findLinkingSpaces(opened)
      const nodeOf = (source: LinkSource) =>
        source.links.find((link) => LinkTarget.lookupKeys(targetOf(source, link), source).includes(key))?.node
      return yield* paged({
        list: "backlinks",
        filters: [base.space, base.changeRequest ?? null, key],
        request,
        count: index.countReferring(at, others, key),
        load: (after, limit) => index.referring(at, others, key, { after: after?.id, limit }),
        keyset: ({ id }) => ({ order: [], id }),
        view: Effect.fnUntraced(function* (rows: ReadonlyArray<LinkSource>) {
          const places = rows.map((source) => targetOfSource(source, nodeOf(source)))
          const locate = yield* locations.makeLocator(opened, places)
          return places.map(locate).filter((place): place is LocationView => place !== undefined)
        })
      })
    })

    /** Links to a page: from other pages and reusable contents, of this space and of other viewable spaces; by id. */
    const pageBacklinks = operation("Links.pageBacklinks")(function* (
      base: ContentSelector,
      page: string,
      request: PageRequest
    ) {
      const { opened } = yield* openPage(base, page)
      return yield* backlinks(base, opened, LinkTarget.pageKey(opened.space.value.id, page), request)
    })

    /** Uses of a file, by id. */
    const fileBacklinks = operation("Links.fileBacklinks")(function* (
      base: ContentSelector,
      id: string,
      request: PageRequest
    ) {
      const opened = yield* contents.open(base)
      if (Option.isNone(yield* Root.file(opened.root, id))) return yield* new FileNotFound({ id })
      return yield* backlinks(base, opened, LinkTarget.fileKey(opened.space.value.id, id), request)
    })

    /** Uses of a reusable content, by id. */
    const reusableContentBacklinks = operation("Links.reusableContentBacklinks")(function* (
      base: ContentSelector,
      id: string,
      request: PageRequest
    ) {
      const opened = yield* contents.open(base)
      if (Option.isNone(yield* Root.reusable(opened.root, id))) return yield* new ReusableContentNotFound({ id })
      return yield* backlinks(base, opened, LinkTarget.reusableKey(opened.space.value.id, id), request)
    })

    /** The previous page, the next page and the parent. */
    const metaLinks = operation("Links.metaLinks")(function* (base: ContentSelector, id: string) {
      const { opened, page, root } = yield* openPage(base, id)
      const previous = yield* PageNeighbours.findNeighbour(root, page, "back")
      const next = yield* PageNeighbours.findNeighbour(root, page, "forward")
      const ids = { previous: previous?.id, next: next?.id, parent: page.parent ?? undefined }
      const targetsOf = (of: string | undefined): ReadonlyArray<Locations.LocationTarget> =>
        of === undefined ? [] : [{ kind: "page", space: root.reader.space, page: of }]
      const locate = yield* locations.makeLocator(opened, Object.values(ids).flatMap(targetsOf))
      const locationField = (name: keyof typeof ids) => {
        const [place] = targetsOf(ids[name])
        const found = place === undefined ? undefined : locate(place)
        return found?.kind === "page" ? { [name]: found } : {}
      }
      return {
        ...locationField("previous"),
        ...locationField("next"),
        ...locationField("parent")
      } satisfies MetaLinksView
    })

    return { list, ofPage, pageBacklinks, fileBacklinks, reusableContentBacklinks, metaLinks } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      ContentBase.layer,
      JudgedLinks.LinkJudge.layer,
      LinkIndex.layer,
      Locations.Locations.layer,
      Paging.layer
    ])
  )
}
