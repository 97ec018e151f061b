import { Addresses, PublishedProfiles, SiteSectionGroups, type SiteSectionGroupView } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withLocationOf } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { readBy } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(
  Api,
  "siteSectionGroups",
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
    return {
      listSiteSectionGroups: ({ params: path, query }) => list(path.organizationId, path.siteId, query),
      addSectionGroupToSite: ({ params: path, payload }) =>
        located(path)(groups.create(path.organizationId, path.siteId, payload)),
      getSiteSectionGroupById: ({ params: path }) => get(path.organizationId, path.siteId, path.siteSectionGroupId),
      deleteSiteSectionGroupById: ({ params: path }) =>
        respondRemoved(groups.remove(path.organizationId, path.siteId, path.siteSectionGroupId)),
      updateSiteSectionGroupById: ({ params: path, payload }) =>
        groups.update(path.organizationId, path.siteId, path.siteSectionGroupId, payload),
      addSectionToGroup: ({ params: path, payload }) =>
        located(path)(groups.addSection(path.organizationId, path.siteId, path.siteSectionGroupId, payload)),
      removeSectionFromGroup: ({ params: path }) =>
        respondRemoved(
          groups.removeSection(path.organizationId, path.siteId, path.siteSectionGroupId, path.siteSectionId)
        ),
      moveSiteSectionGroup: ({ params: path, payload }) =>
        groups.move(path.organizationId, path.siteId, path.siteSectionGroupId, payload)
    }
  })
)
