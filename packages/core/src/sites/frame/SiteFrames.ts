import { Context, Effect, Layer } from "effect"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { isPublished } from "../../sites/site/Site.ts"
import * as ChangeRequestView from "../../spaces/change-request/ChangeRequestView.ts"
import type { Publication } from "../publication/Publications.ts"
import { PublishedSettings } from "../publication/PublishedSettings.ts"
import type * as SitePlaces from "../published-page/SitePlaces.ts"
import * as FrameLinks from "./FrameLinks.ts"
import * as SectionTabs from "./SectionTabs.ts"
import type { PreviewNotice, SiteFrame } from "./SiteFrame.ts"

const noticeOf = ({ seen: { changeRequest, site, url } }: Publication, app: string): PreviewNotice => ({
  ...(changeRequest === undefined
    ? {}
    : {
        changeRequest: {
          number: changeRequest.number,
          subject: changeRequest.subject,
          url: ChangeRequestView.appUrlOf(app, changeRequest)
        }
      }),
  ...(isPublished(site) && site.visibility !== "share-link" ? { publishedUrl: url } : {})
})

/** Builds the frames around the pages of publications. */
export class SiteFrames extends Context.Service<SiteFrames>()("@quire/core/SiteFrames", {
  make: Effect.gen(function* () {
    const { app } = yield* Addresses
    const settings = yield* PublishedSettings

    /** The frame of the pages of a place; one of another publication is a defect (rules frame-sections and customization-links). */
    const read = operation("SiteFrames.read")(function* (publication: Publication, place: SitePlaces.SitePlace) {
      const { audience, site, url } = publication.seen
      const read = Effect.orDie(settings.read(publication, place.siteSpace.id))
      const { images, references, settings: seen } = yield* read
      return {
        title: seen.title ?? site.title,
        url,
        customization: seen,
        images,
        tabs: SectionTabs.list(publication, place.section.section?.id),
        header: FrameLinks.listHeader(seen, references),
        footer: FrameLinks.listFooter(seen, references),
        ...FrameLinks.describeAnnouncement(seen, references),
        ...(audience.preview === undefined ? {} : { preview: noticeOf(publication, app) })
      } satisfies SiteFrame
    })

    return { read } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(PublishedSettings.layer))
}
