import { Context, Effect, Layer, Option } from "effect"
import * as FileView from "../../content/file/FileView.ts"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { Files } from "../../spaces/file/Files.ts"
import { type OpenedSite, OpenedSites } from "../site/OpenedSites.ts"
import { SiteSpaceNotFound } from "../structure/SiteStructureErrors.ts"
import { collection, type Overrides } from "./Customization.ts"
import * as CustomizationInput from "./CustomizationInput.ts"
import { CustomizationPut } from "./CustomizationInput.ts"
import { hasOverrides, ofSite, patch, replace } from "./CustomizationOverrides.ts"
import { siteSpaceView, view } from "./CustomizationView.ts"
import * as SettingImages from "./SettingImages.ts"

const checkPut = checked(CustomizationPut)
const checkPatch = checked(CustomizationInput.Patch)
const nothing: Overrides = {}

/** Appearance and behavior of sites (rule customization-layers). */
export class Customizations extends Context.Service<Customizations>()("@quire/core/Customizations", {
  make: Effect.gen(function* () {
    const { base } = yield* Addresses
    const events = yield* Events
    const files = yield* Files
    const sites = yield* OpenedSites
    const rows = yield* Repository.make(collection)

    const chosenFor = Effect.fnUntraced(function* (site: string, siteSpace: string) {
      const found = yield* rows.getMany([site, siteSpace])
      return {
        site: ofSite(found.get(site)?.value.overrides ?? nothing),
        own: found.get(siteSpace)?.value.overrides ?? nothing
      }
    })

    const requireSiteSpace = Effect.fnUntraced(function* (opened: OpenedSite, id: string) {
      const places = yield* sites.places(opened)
      if (places.siteSpace(id) === undefined) return yield* new SiteSpaceNotFound({ id })
    })

    /** Refuses files of this server that are no images of the site's spaces (rule customization-images). */
    const requireImages = Effect.fnUntraced(function* (opened: OpenedSite, given: CustomizationInput.Patch) {
      const named = SettingImages.list(given).flatMap(({ field, url }) => {
        const address = FileView.parse(base, url)
        return address === undefined ? [] : [{ field, address }]
      })
      if (named.length === 0) return
      const { hasSpace } = yield* sites.places(opened)
      yield* Effect.forEach(
        named,
        Effect.fnUntraced(function* ({ address: { file, key, space }, field }) {
          const invalid = new ReferenceNotFound({ field, id: file, rule: "must be an image of a space of this site" })
          if (!hasSpace(space)) return yield* invalid
          const { contentType } = yield* Effect.mapError(files.find(space, file, key), () => invalid)
          if (!contentType.startsWith("image/")) return yield* invalid
        })
      )
    })

    /** Stores what is chosen for a site or site-space, and whether that is something else than before. */
    const store = Effect.fnUntraced(function* (
      { organization, id: site }: OpenedSite,
      id: string,
      choose: (before: Overrides) => Overrides
    ) {
      const seen = (yield* rows.lock([id])).get(id)
      const before = seen?.value.overrides ?? nothing
      const after = choose(before)
      if (CanonicalJson.equals(before, after)) return false
      const row = { id, organization, site, overrides: after }
      if (seen === undefined) yield* rows.insert(row)
      else if (hasOverrides(after)) yield* rows.update(seen, row)
      else yield* rows.remove([id])
      yield* events.announce({
        type: "siteCustomizations.update",
        organization,
        subjects: id === site ? [site] : [site, id],
        before,
        after
      })
      return true
    })

    /** The settings of a site, with defaults for those that are not set. */
    const get = operation("Customizations.get")(function* (organization: OrganizationId, site: string) {
      const opened = yield* sites.view(organization, site)
      const row = yield* rows.get(opened.id)
      return view(ofSite(Option.isSome(row) ? row.value.value.overrides : nothing))
    })

    /** Replaces the settings of a site. */
    const put = operation("Customizations.put")(function* (
      organization: OrganizationId,
      site: string,
      given: CustomizationPut
    ) {
      const settings = yield* checkPut(given)
      const chosen = replace(settings)
      yield* sites.change(organization, site, (opened) =>
        Effect.andThen(
          requireImages(opened, settings),
          store(opened, opened.id, () => chosen)
        )
      )
      return view(ofSite(chosen))
    })

    /** The settings of a space on a site that override those of the site. */
    const getOfSiteSpace = operation("Customizations.getOfSiteSpace")(function* (
      organization: OrganizationId,
      site: string,
      siteSpace: string
    ) {
      const opened = yield* sites.view(organization, site)
      yield* requireSiteSpace(opened, siteSpace)
      const found = yield* chosenFor(opened.id, siteSpace)
      return siteSpaceView(found.site, found.own)
    })

    /** Changes settings of a site space key by key; null resets a key to the value of the site. */
    const patchOfSiteSpace = operation("Customizations.patchOfSiteSpace")(function* (
      organization: OrganizationId,
      site: string,
      siteSpace: string,
      given: CustomizationInput.Patch
    ) {
      const changes = yield* checkPatch(given)
      return yield* sites.change(organization, site, (opened) =>
        Effect.gen(function* () {
          yield* requireSiteSpace(opened, siteSpace)
          yield* requireImages(opened, changes)
          yield* store(opened, siteSpace, (before) => patch(before, changes))
          const found = yield* chosenFor(opened.id, siteSpace)
          return siteSpaceView(found.site, found.own)
        })
      )
    })

    /** Resets all settings of a site space to those of its site; false if it had none, or does not exist. */
    const removeOfSiteSpace = operation("Customizations.removeOfSiteSpace")(function* (
      organization: OrganizationId,
      site: string,
      siteSpace: string
    ) {
      return yield* sites.change(organization, site, (opened) =>
        Effect.gen(function* () {
          const places = yield* sites.places(opened)
          return places.siteSpace(siteSpace) !== undefined && (yield* store(opened, siteSpace, () => nothing))
        })
      )
    })

    return { get, put, getOfSiteSpace, patchOfSiteSpace, removeOfSiteSpace } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, Files.layer, OpenedSites.layer])
  )
}
