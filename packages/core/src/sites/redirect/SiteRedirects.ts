import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as Root from "../../content/tree/Root.ts"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { ContentBase } from "../../spaces/commit/ContentBase.ts"
import { type OpenedSite, OpenedSites, type SitePlaces } from "../site/OpenedSites.ts"
import * as SiteRedirect from "./SiteRedirect.ts"
import {
  bySource,
  collection,
  limits,
  ofCreate,
  patch,
  planUpsert,
  SiteRedirectId,
  SiteRedirectNotFound,
  SiteRedirectSourceTaken,
  TooManySiteRedirects,
  Upsert,
  view
} from "./SiteRedirect.ts"

/** A destination, and the field that names it. */
export interface NamedDestination {
  readonly destination: SiteRedirect.Destination
  readonly field: string
}

const missing = (field: string, id: string) => new ReferenceNotFound({ field, id })

/** The refusal of a destination that is no part of the site. */
const findStranger = (places: SitePlaces, { destination, field }: NamedDestination): ReferenceNotFound | undefined => {
  if (destination.kind === "site-section") {
    const { siteSectionId: id } = destination
    return places.sectionUrl(id) === undefined ? missing(`${field}.siteSectionId`, id) : undefined
  }
  const { siteSpaceId: id } = destination
  return places.siteSpace(id) === undefined ? missing(`${field}.siteSpaceId`, id) : undefined
}

const encodePath = (path: string) => path.split("/").map(encodeURIComponent).join("/")

/** The targets of redirects of a site, as their caller may see them. */
export class RedirectTargets extends Context.Service<RedirectTargets>()("@quire/core/RedirectTargets", {
  make: Effect.gen(function* () {
    const sites = yield* OpenedSites
    const base = yield* ContentBase

    /** Refuses destinations that name nothing that the caller may view. */
    const require = Effect.fnUntraced(function* (opened: OpenedSite, named: ReadonlyArray<NamedDestination>) {
      const places = yield* sites.places(opened)
      const stranger = named.map((each) => findStranger(places, each)).find((refusal) => refusal !== undefined)
      if (stranger !== undefined) return yield* stranger
      const pages = named.flatMap(({ destination, field }) => {
        const place = destination.kind === "site-page" ? places.siteSpace(destination.siteSpaceId) : undefined
        if (destination.kind !== "site-page" || place === undefined) return []
        return [{ space: place.space, page: destination.pageId, field: `${field}.pageId` }]
      })
      const spaces = [...new Set(pages.map(({ space }) => space))]
      const heads = yield* base.heads(opened.viewer, opened.organization, spaces)
      const known = new Map<string, ReadonlySet<string>>()
      for (const space of spaces) {
        const head = heads.get(space)
        const ids = pages.filter((each) => each.space === space).map(({ page }) => page)
        known.set(space, new Set(head === undefined ? [] : (yield* Root.pages(head.root, ids)).keys()))
      }
      const lost = pages.find(({ page, space }) => known.get(space)?.has(page) !== true)
      if (lost !== undefined) return yield* missing(lost.field, lost.page)
    })

    /** The address of a destination; undefined if it was deleted or if the caller may not view it. */
    const urlOf = Effect.fnUntraced(function* (opened: OpenedSite, destination: SiteRedirect.Destination) {
      const places = yield* sites.places(opened)
      if (destination.kind === "site-section") return places.sectionUrl(destination.siteSectionId)
      const place = places.siteSpace(destination.siteSpaceId)
      if (place === undefined || destination.kind === "site-space") return place?.url
      const heads = yield* base.heads(opened.viewer, opened.organization, [place.space])
      const head = heads.get(place.space)
      if (head === undefined) return undefined
      const path = (yield* PagePath.pathsOf(head.root, [destination.pageId])).get(destination.pageId)
      return path === undefined ? undefined : `${place.url}${encodePath(path)}`
    })

    return { require, urlOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([ContentBase.layer, OpenedSites.layer]))
}

const checkCreate = checked(SiteRedirect.Create)
const checkPatch = checked(SiteRedirect.Patch)
const checkUpsert = checked(Upsert)

const payloadOf = ({ destination, source }: SiteRedirect.SiteRedirect) => ({ source, destination })

/** The redirects of sites. */
export class SiteRedirects extends Context.Service<SiteRedirects>()("@quire/core/SiteRedirects", {
  make: Effect.gen(function* () {
    const events = yield* Events
    const nextId = yield* IdGenerator
    const { paged } = yield* Paging
    const sites = yield* OpenedSites
    const targets = yield* RedirectTargets
    const redirects = yield* Repository.make(collection)

    /** By id, which is the order of creation. */
    const list = operation("SiteRedirects.list")(function* (
      organization: OrganizationId,
      site: string,
      request: PageRequest
    ) {
      yield* sites.view(organization, site)
      return yield* paged({
        list: "siteRedirects",
        filters: [organization, site],
        request,
        ...redirects.source("inSite", { equals: { organization, site } }),
        view: (rows) => Effect.succeed(rows.map(({ value }) => view(value)))
      })
    })

    /** A redirect of a site. */
    const get = operation("SiteRedirects.get")(function* (organization: OrganizationId, site: string, id: string) {
      const opened = yield* sites.view(organization, site)
      const found = Option.filter(yield* redirects.get(id), ({ value }) => value.site === opened.id)
      if (Option.isNone(found)) return yield* new SiteRedirectNotFound({ redirect: id })
      return view(found.value.value)
    })

    const requireFree = Effect.fnUntraced(function* (site: string, source: string) {
      if (Option.isSome(yield* redirects.getBy("source", { site, source }))) {
        return yield* new SiteRedirectSourceTaken({ source: SiteRedirect.encode(source) })
      }
    })

    const requireRoom = Effect.fnUntraced(function* (opened: OpenedSite, more: number) {
      const { id: site, organization } = opened
      const count = yield* redirects.count("inSite", { equals: { organization, site } })
      if (more > 0 && count + more > limits.redirectsPerSite) return yield* new TooManySiteRedirects({ site })
    })

    const make = Effect.fnUntraced(function* (
      { id: site, organization }: OpenedSite,
      given: Pick<SiteRedirect.SiteRedirect, "source" | "destination">
    ) {
      const id = SiteRedirectId.make(yield* nextId)
      return {
        id,
        organization,
        site,
        ...given,
        createdAt: yield* Clock.currentTimeMillis
      } satisfies SiteRedirect.SiteRedirect
    })

    /** Sends readers from a path of a site to what is elsewhere. */
    const create = operation("SiteRedirects.create")(function* (
      organization: OrganizationId,
      site: string,
      given: SiteRedirect.Create
    ) {
      const input = yield* checkCreate(given)
      return yield* sites.change(organization, site, (opened) =>
        Effect.gen(function* () {
          yield* targets.require(opened, [{ destination: input.destination, field: "destination" }])
          const made = yield* make(opened, ofCreate(input))
          yield* requireFree(site, made.source)
          yield* requireRoom(opened, 1)
          yield* redirects.insert(made)
          yield* events.announce({
            type: "siteRedirects.create",
            organization,
            subjects: [site, made.id],
            after: payloadOf(made)
          })
          return view(made)
        })
      )
    })

    const lock = Effect.fnUntraced(function* (opened: OpenedSite, id: string) {
      const seen = (yield* redirects.lock([id])).get(id)
      if (seen === undefined || seen.value.site !== opened.id) return yield* new SiteRedirectNotFound({ redirect: id })
      return seen
    })

    /** Changes the given fields. */
    const update = operation("SiteRedirects.update")(function* (
      organization: OrganizationId,
      site: string,
      id: string,
      given: SiteRedirect.Patch
    ) {
      const changes = yield* checkPatch(given)
      return yield* sites.change(organization, site, (opened) =>
        Effect.gen(function* () {
          const seen = yield* lock(opened, id)
          const { destination } = changes
          if (destination !== undefined) yield* targets.require(opened, [{ destination, field: "destination" }])
          const next = patch(seen.value, changes)
          if (next.source !== seen.value.source) yield* requireFree(site, next.source)
          const written = yield* redirects.update(seen, next)
          if (written.version !== seen.version) {
            yield* events.announce({
              type: "siteRedirects.update",
              organization,
              subjects: [site, id],
              before: payloadOf(seen.value),
              after: payloadOf(next)
            })
          }
          return view(next)
        })
      )
    })

    /** False if there is none. */
    const remove = operation("SiteRedirects.remove")(function* (
      organization: OrganizationId,
      site: string,
      id: string
    ) {
      return yield* sites.change(organization, site, (opened) =>
        Effect.gen(function* () {
          const seen = yield* lock(opened, id)
          yield* redirects.remove([id])
          yield* events.announce({
            type: "siteRedirects.delete",
            organization,
            subjects: [site, id],
            before: payloadOf(seen.value)
          })
          return true
        }).pipe(Effect.catchTag("SiteRedirectNotFound", () => Effect.succeed(false)))
      )
    })

    /** Finds the redirect of a path, with the address of its target (rule redirect-unique). */
    const find = operation("SiteRedirects.find")(function* (organization: OrganizationId, site: string, path: string) {
      const opened = yield* sites.view(organization, site)
      const notFound = () => new SiteRedirectNotFound({ redirect: path })
      const source = Result.getOrElse(SiteRedirect.normalize(path), () => "")
      const found = yield* redirects.getBy("source", { site, source })
      if (Option.isNone(found)) return yield* notFound()
      const target = yield* targets.urlOf(opened, found.value.value.destination)
      if (target === undefined) return yield* notFound()
      return { redirect: view(found.value.value), target }
    })

    /** Stores the result of an upsert and returns the redirects that it created or updated. */
    const write = Effect.fnUntraced(function* (opened: OpenedSite, plan: ReturnType<typeof planUpsert>) {
      const created = yield* Effect.forEach(plan.created, (each) => make(opened, each))
      const written = [...created, ...plan.changed.map(({ after }) => after)]
      if (written.length === 0) return written
      yield* redirects.insertAll(created)
      const rows = yield* redirects.lock(plan.changed.map(({ before }) => before.id))
      const updates = plan.changed.flatMap(({ after }) => {
        const seen = rows.get(after.id)
        return seen === undefined ? [] : [{ seen, next: after }]
      })
      yield* redirects.updateAll(updates)
      yield* events.announce({
        type: "siteRedirects.update",
        organization: opened.organization,
        subjects: [opened.id, ...written.map(({ id }) => id)],
        before: plan.changed.map(({ before }) => payloadOf(before)),
        after: written.map(payloadOf)
      })
      return written
    })

    /** Creates several redirects, or updates existing ones; all or none (rule redirect-upsert). */
    const upsert = operation("SiteRedirects.upsert")(function* (
      organization: OrganizationId,
      site: string,
      given: Upsert
    ) {
      const input = yield* checkUpsert(given)
      const named = input.redirects.map(({ destination }, at) => ({
        destination,
        field: `redirects.${at}.destination`
      }))
      return yield* sites.change(organization, site, (opened) =>
        Effect.gen(function* () {
          yield* targets.require(opened, named)
          const present = { equals: { organization, site }, limit: limits.redirectsPerSite }
          const before = bySource(Repository.values(yield* redirects.list("inSite", present)))
          const plan = planUpsert(before, input)
          yield* requireRoom(opened, plan.created.length)
          const after = new Map([...before, ...bySource(yield* write(opened, plan))])
          const held = input.redirects.flatMap((each) => after.get(ofCreate(each).source) ?? [])
          return { redirects: held.map(view) }
        })
      )
    })

    return { list, get, create, update, remove, find, upsert } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, OpenedSites.layer, Paging.layer, RedirectTargets.layer])
  )
}
