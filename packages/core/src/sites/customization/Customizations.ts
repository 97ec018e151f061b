import { Context, Effect, Layer, Option, Schema } from "effect"
import * as FileView from "../../content/file/FileView.ts"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked, describeFields } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { Files } from "../../spaces/file/Files.ts"
import { type OpenedSite, OpenedSites } from "../site/OpenedSites.ts"
import { SiteSpaceNotFound } from "../structure/SiteStructure.ts"
import * as Customization from "./Customization.ts"
import { CustomizationPut, collection, type Overrides } from "./Customization.ts"
import { hasOverrides, merge, ofSite, patch, replace } from "./CustomizationOverrides.ts"
import * as SettingImages from "./SettingImages.ts"

/** The settings that hold for a site-space, and whether any of them was chosen for it. */
export const SiteSpaceCustomizationView = Schema.Struct(
  describeFields(
    {
      ...Customization.Customization.fields,
      hasOverrides: Schema.Boolean
    },
    { hasOverrides: "Whether the site space overrides settings of the site." }
  )
).annotate({ identifier: "SiteSpaceCustomization" })
export type SiteSpaceCustomizationView = typeof SiteSpaceCustomizationView.Type

/** The settings of a site, with their keys in the order of the schema. */
export const view: (self: Customization.Customization) => Customization.Customization = Schema.encodeSync(
  Customization.Customization
)

const inOrder = Schema.encodeSync(SiteSpaceCustomizationView)

export const siteSpaceView = (site: Customization.Customization, chosen: Overrides): SiteSpaceCustomizationView =>
  inOrder({ ...merge(site, chosen), hasOverrides: hasOverrides(chosen) })

const checkPut = checked(CustomizationPut)
const checkPatch = checked(Customization.Patch)
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
    const requireImages = Effect.fnUntraced(function* (opened: OpenedSite, given: Customization.Patch) {
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
      given: Customization.Patch
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

/** The effective settings of a site and, by id, of the site spaces that override some. */
export interface SiteCustomizations {
  readonly site: Customization.Customization
  readonly siteSpaces: ReadonlyMap<string, Customization.Customization>
}

/** Reads customization. The caller has decided already who may have it. */
export class CustomizationReader extends Context.Service<CustomizationReader>()("@quire/core/CustomizationReader", {
  make: Effect.gen(function* () {
    const rows = yield* Repository.make(collection)

    /** Reads all settings of a site. */
    const readCustomizations = Effect.fnUntraced(function* (organization: OrganizationId, site: string) {
      const found = Repository.values(yield* rows.list("inSite", { equals: { organization, site }, limit: noLimit }))
      const own = ofSite(found.find(({ id }) => id === site)?.overrides ?? {})
      const others = found.filter(({ id }) => id !== site)
      return {
        site: own,
        siteSpaces: new Map(others.map(({ id, overrides }) => [id, merge(own, overrides)]))
      } satisfies SiteCustomizations
    })

    return { readCustomizations } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
