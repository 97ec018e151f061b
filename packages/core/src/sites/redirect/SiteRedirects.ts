import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type OpenedSite, OpenedSites } from "../site/OpenedSites.ts"
import * as RedirectPath from "./RedirectPath.ts"
import { RedirectTargets } from "./RedirectTargets.ts"
import { bySource, collection, type SiteRedirect, SiteRedirectId } from "./SiteRedirect.ts"
import * as SiteRedirectInput from "./SiteRedirectInput.ts"
import {
  limits,
  ofCreate,
  patch,
  planUpsert,
  SiteRedirectNotFound,
  SiteRedirectSourceTaken,
  TooManySiteRedirects,
  Upsert
} from "./SiteRedirectInput.ts"
import { view } from "./SiteRedirectView.ts"

const checkCreate = checked(SiteRedirectInput.Create)
const checkPatch = checked(SiteRedirectInput.Patch)
const checkUpsert = checked(Upsert)

const payloadOf = ({ destination, source }: SiteRedirect) => ({ source, destination })

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
        return yield* new SiteRedirectSourceTaken({ source: RedirectPath.encode(source) })
      }
    })

    const requireRoom = Effect.fnUntraced(function* (opened: OpenedSite, more: number) {
      const { id: site, organization } = opened
      const count = yield* redirects.count("inSite", { equals: { organization, site } })
      if (more > 0 && count + more > limits.redirectsPerSite) return yield* new TooManySiteRedirects({ site })
    })

    const make = Effect.fnUntraced(function* (
      { id: site, organization }: OpenedSite,
      given: Pick<SiteRedirect, "source" | "destination">
    ) {
      const id = SiteRedirectId.make(yield* nextId)
      return { id, organization, site, ...given, createdAt: yield* Clock.currentTimeMillis } satisfies SiteRedirect
    })

    /** Sends readers from a path of a site to what is elsewhere. */
    const create = operation("SiteRedirects.create")(function* (
      organization: OrganizationId,
      site: string,
      given: SiteRedirectInput.Create
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
      given: SiteRedirectInput.Patch
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
      const notFound = new SiteRedirectNotFound({ redirect: path })
      const source = Result.getOrElse(RedirectPath.normalize(path), () => "")
      const found = yield* redirects.getBy("source", { site, source })
      if (Option.isNone(found)) return yield* notFound
      const target = yield* targets.urlOf(opened, found.value.value.destination)
      if (target === undefined) return yield* notFound
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
