import { Context, Effect, Layer } from "effect"
import * as ContentRef from "../../content/document/ContentRef.ts"
import * as FileView from "../../content/file/FileView.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Customization from "../customization/Customization.ts"
import type { Targets } from "../published-page/PublishedPage.ts"
import { PublishedRoots } from "../published-page/PublishedRoots.ts"
import * as References from "../published-page/References.ts"
import * as SitePlaces from "../published-page/SitePlaces.ts"
import type * as AudienceSettings from "./AudienceSettings.ts"
import type { Publication } from "./Publications.ts"

/** The targets in settings that an audience can see, with the addresses of their links. */
export interface SettingsView {
  readonly references: Targets
  readonly seeing: AudienceSettings.AudienceVisibility
}

/** Finds the targets in the settings of a site, as an audience at one place of the site sees them. */
export class AudienceSettingsLookup extends Context.Service<AudienceSettingsLookup>()(
  "@quire/core/AudienceSettingsLookup",
  {
    make: Effect.gen(function* () {
      const { base } = yield* Addresses
      const { signer } = yield* SigningKeys
      const { rootsOf } = yield* PublishedRoots

      const findSettings = Effect.fnUntraced(function* (
        publication: Publication,
        place: SitePlaces.SitePlace,
        settings: ReadonlyArray<Customization.Customization>
      ) {
        const refs = settings.flatMap(Customization.listRefs).filter(Customization.isWhole)
        const references = yield* References.resolve(
          { publication, place, openRoot: rootsOf(publication), signer },
          refs
        )
        const leads = (ref: ContentRef.ContentRef) =>
          ref.kind === "url" || (Customization.isWhole(ref) && Object.hasOwn(references, ContentRef.toUrl(ref)))
        const shows = (url: string) => {
          const file = FileView.parse(base, url)
          return file === undefined || SitePlaces.findSpace(publication, file.space) !== undefined
        }
        return { references, seeing: { holds: publication.seen.conditions.holds, leads, shows } } satisfies SettingsView
      })

      return { findSettings } as const
    })
  }
) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([PublishedRoots.layer, SigningKeys.layer]))
}
