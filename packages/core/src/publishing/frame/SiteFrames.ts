import { Context, Effect, Layer } from "effect"
import { operation } from "../../foundation/operation/Operation.ts"
import { Paging } from "../../foundation/paging/Paging.ts"
import * as PublishedRoots from "../page/PublishedRoots.ts"
import * as References from "../page/References.ts"
import type * as SitePlaces from "../page/SitePlaces.ts"
import type { Publication } from "../publication/Publications.ts"
import * as FrameLinks from "./FrameLinks.ts"
import * as SectionTabs from "./SectionTabs.ts"
import type { SiteFrame } from "./SiteFrame.ts"

/** Tells what stands around the pages of publications. */
export class SiteFrames extends Context.Service<SiteFrames>()("@quire/core/SiteFrames", {
  make: Effect.gen(function* () {
    const { key: signingKey } = yield* Paging
    const rootsOf = yield* PublishedRoots.make

    /** The frame of the pages of a place (rule frame-links). */
    const read = operation("SiteFrames.read")(function* (publication: Publication, place: SitePlaces.SitePlace) {
      const { audience, customizationOf, site, url } = publication.seen
      const customization = customizationOf(place.siteSpace.id)
      const here = { publication, place, openRoot: rootsOf(publication), signingKey }
      const targets = yield* References.resolve(here, FrameLinks.listRefs(customization))
      return {
        title: customization.title ?? site.title,
        url,
        customization,
        tabs: SectionTabs.list(publication, place.section.section?.id),
        header: FrameLinks.seeHeader(publication, customization, targets),
        footer: FrameLinks.seeFooter(customization, targets),
        ...FrameLinks.seeAnnouncement(customization, targets),
        isPreview: audience.preview === true
      } satisfies SiteFrame
    })

    return { read } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
