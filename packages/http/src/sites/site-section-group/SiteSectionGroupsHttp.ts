import { Addresses, PublishedProfiles, SiteSectionGroups, type SiteSectionGroupView } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withLocationOf } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { readBy } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(Api, "siteSectionGroups", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const groups = yield* SiteSectionGroups.SiteSectionGroups
      const profiles = yield* PublishedProfiles.PublishedProfiles
      const { base } = yield* Addresses.Addresses
      const list = readBy(groups.list, profiles.sectionGroups)
      const get = readBy(groups.get, profiles.sectionGroup)
      /** `Location` of a group, whose view has no URL. */
      const located = (path: { readonly organizationId: string; readonly siteId: string }) =>
        withLocationOf<SiteSectionGroupView.SiteSectionGroupView>(
          ({ id }) => `${base}/v1/orgs/${path.organizationId}/sites/${path.siteId}/section-groups/${id}`
        )
      return handlers
        .handle(
          "listSiteSectionGroups",
          answering(({ params: path, query }) => list(path.organizationId, path.siteId, query))
        )
        .handle(
          "addSectionGroupToSite",
          answering(({ params: path, payload }) =>
            located(path)(onWire(groups.create(path.organizationId, path.siteId, payload)))
          )
        )
        .handle(
          "getSiteSectionGroupById",
          answering(({ params: path }) => get(path.organizationId, path.siteId, path.siteSectionGroupId))
        )
        .handle(
          "deleteSiteSectionGroupById",
          answering(({ params: path }) =>
            respondRemoved(onWire(groups.remove(path.organizationId, path.siteId, path.siteSectionGroupId)))
          )
        )
        .handle(
          "updateSiteSectionGroupById",
          answering(({ params: path, payload }) =>
            onWire(groups.update(path.organizationId, path.siteId, path.siteSectionGroupId, payload))
          )
        )
        .handle(
          "addSectionToGroup",
          answering(({ params: path, payload }) =>
            located(path)(onWire(groups.addSection(path.organizationId, path.siteId, path.siteSectionGroupId, payload)))
          )
        )
        .handle(
          "removeSectionFromGroup",
          answering(({ params: path }) =>
            respondRemoved(
              onWire(
                groups.removeSection(path.organizationId, path.siteId, path.siteSectionGroupId, path.siteSectionId)
              )
            )
          )
        )
        .handle(
          "moveSiteSectionGroup",
          answering(({ params: path, payload }) =>
            onWire(groups.move(path.organizationId, path.siteId, path.siteSectionGroupId, payload))
          )
        )
    })
  )
)
