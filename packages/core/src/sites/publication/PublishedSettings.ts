import { Context, Effect, Layer } from "effect"
import * as FileView from "../../content/file/FileView.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import type { Customization } from "../customization/Customization.ts"
import * as SettingImages from "../customization/SettingImages.ts"
import type { Targets } from "../published-page/PublishedPage.ts"
import * as References from "../published-page/References.ts"
import * as SitePlaces from "../published-page/SitePlaces.ts"
import { SiteSpaceNotFound } from "../structure/SiteStructure.ts"
import * as AudienceSettings from "./AudienceSettings.ts"
import { AudienceSettingsLookup } from "./AudienceSettingsLookup.ts"
import type { Publication } from "./Publications.ts"

/**
 * A site space as one audience sees it. All of its content was filtered for that audience, as for a `PublishedPage`.
 */
export interface PublishedSettingsView {
  readonly settings: Customization
  /** Targets of its links, as in `PublishedPage`; external addresses are not included. */
  readonly references: Targets
  /** Paths below the site of images that are files of its spaces, by their addresses in the settings. */
  readonly images: { readonly [address: string]: string }
}

/** Reads how published sites look. */
export class PublishedSettings extends Context.Service<PublishedSettings>()("@quire/core/PublishedSettings", {
  make: Effect.gen(function* () {
    const { base } = yield* Addresses
    const { findSettings } = yield* AudienceSettingsLookup

    /** The settings of a site that its pages are drawn by. */
    const read = operation("PublishedSettings.read")(function* (publication: Publication, siteSpace: string) {
      const place = SitePlaces.list(publication).find((each) => each.siteSpace.id === siteSpace)
      if (place === undefined) return yield* new SiteSpaceNotFound({ id: siteSpace })
      const given = publication.seen.customizationOf(siteSpace)
      const { references, seeing } = yield* findSettings(publication, place, [given])
      const settings = AudienceSettings.cut(seeing, given)
      const images = SettingImages.list(settings).flatMap(({ url }) => {
        const file = FileView.parse(base, url)
        return file === undefined ? [] : [[url, References.filePathOf(file)] as const]
      })
      return { settings, references, images: Object.fromEntries(images) } satisfies PublishedSettingsView
    })

    return { read } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(AudienceSettingsLookup.layer))
}
