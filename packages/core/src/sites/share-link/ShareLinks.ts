import { Clock, Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import { digest, Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { toSecretText } from "../../people/token/Checksum.ts"
import { type OpenedSite, OpenedSites } from "../site/OpenedSites.ts"
import * as ShareLink from "./ShareLink.ts"
import {
  collection,
  limits,
  patch,
  ShareLinkId,
  ShareLinkNotFound,
  sealingContext,
  TooManyShareLinks,
  view
} from "./ShareLink.ts"

const checkCreate = checked(ShareLink.Create)
const checkPatch = checked(ShareLink.Patch)

const shownIn = ({ active, name }: ShareLink.ShareLink) => ({ name, active })

/** The links by which a site is read. */
export class ShareLinks extends Context.Service<ShareLinks>()("@quire/core/ShareLinks", {
  make: Effect.gen(function* () {
    const { base } = yield* Addresses
    const events = yield* Events
    const nextId = yield* IdGenerator
    const { paged } = yield* Paging
    const sealing = yield* Sealing
    const secrets = yield* Secrets
    const sites = yield* OpenedSites
    const links = yield* Repository.make(collection)

    /** Only administrators see the key, since anyone who has it can read the site (rule share-link-key). */
    const toView = Effect.fnUntraced(function* ({ isPublished, url, viewer }: OpenedSite, link: ShareLink.ShareLink) {
      if (!isPublished || !viewer.isAdmin) return view(link, base)
      return view(link, base, { published: url, key: yield* sealing.open(sealingContext(link.id), link.sealed) })
    })

    /** By id, which is the order of creation. */
    const list = operation("ShareLinks.list")(function* (
      organization: OrganizationId,
      site: string,
      request: PageRequest
    ) {
      const opened = yield* sites.view(organization, site)
      return yield* paged({
        list: "shareLinks",
        filters: [organization, site],
        request,
        ...links.source("inSite", { equals: { organization, site } }),
        view: (rows) => Effect.forEach(rows, ({ value }) => toView(opened, value))
      })
    })

    /** A link with which others may read a site. */
    const get = operation("ShareLinks.get")(function* (organization: OrganizationId, site: string, id: string) {
      const opened = yield* sites.view(organization, site)
      const found = Option.filter(yield* links.get(id), ({ value }) => value.site === opened.id)
      if (Option.isNone(found)) return yield* new ShareLinkNotFound({ shareLink: id })
      return yield* toView(opened, found.value.value)
    })

    /** Creates a link with which others can read a site. */
    const create = operation("ShareLinks.create")(function* (
      organization: OrganizationId,
      site: string,
      given: ShareLink.Create
    ) {
      const { name } = yield* checkCreate(given)
      return yield* sites.change(organization, site, (opened) =>
        Effect.gen(function* () {
          const count = yield* links.count("inSite", { equals: { organization, site } })
          if (count >= limits.linksPerSite) return yield* new TooManyShareLinks({ site })
          const key = toSecretText(yield* secrets.random(32))
          const id = ShareLinkId.make(yield* nextId)
          const made: ShareLink.ShareLink = {
            id,
            organization,
            site: opened.id,
            name,
            active: true,
            digest: digest(key),
            sealed: yield* sealing.seal(sealingContext(id), key),
            createdAt: yield* Clock.currentTimeMillis
          }
          yield* links.insert(made)
          yield* events.announce({
            type: "shareLinks.create",
            organization,
            subjects: [site, id],
            after: shownIn(made)
          })
          return yield* toView(opened, made)
        })
      )
    })

    const lock = Effect.fnUntraced(function* (opened: OpenedSite, id: string) {
      const seen = (yield* links.lock([id])).get(id)
      if (seen === undefined || seen.value.site !== opened.id) return yield* new ShareLinkNotFound({ shareLink: id })
      return seen
    })

    /** Changes the given fields. */
    const update = operation("ShareLinks.update")(function* (
      organization: OrganizationId,
      site: string,
      id: string,
      given: ShareLink.Patch
    ) {
      const changes = yield* checkPatch(given)
      return yield* sites.change(organization, site, (opened) =>
        Effect.gen(function* () {
          const seen = yield* lock(opened, id)
          const next = patch(seen.value, changes)
          const written = yield* links.update(seen, next)
          if (written.version !== seen.version) {
            yield* events.announce({
              type: "shareLinks.update",
              organization,
              subjects: [site, id],
              before: shownIn(seen.value),
              after: shownIn(next)
            })
          }
          return yield* toView(opened, next)
        })
      )
    })

    /** False if there is none. */
    const remove = operation("ShareLinks.remove")(function* (organization: OrganizationId, site: string, id: string) {
      return yield* sites.change(organization, site, (opened) =>
        Effect.gen(function* () {
          const seen = yield* lock(opened, id)
          yield* links.remove([id])
          yield* events.announce({
            type: "shareLinks.delete",
            organization,
            subjects: [site, id],
            before: shownIn(seen.value)
          })
          return true
        }).pipe(Effect.catchTag("ShareLinkNotFound", () => Effect.succeed(false)))
      )
    })

    return { list, get, create, update, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, OpenedSites.layer, Paging.layer, Sealing.layer])
  )
}
