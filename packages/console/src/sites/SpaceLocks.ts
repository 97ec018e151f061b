import type { Space } from "@quire/client"
import { api } from "../api/Client.ts"
import type { SiteAddress } from "../api/SiteQueries.ts"
import type { VisibilityChoice } from "./VisibilityField.tsx"

/** Whether the spaces of a published site must be locked: readers then see reviewed changes only. */
export const requiresLock = (visibility: VisibilityChoice): boolean =>
  visibility === "public" || visibility === "unlisted"

/** Locks the pages of a space, so that they are changed by change requests. */
export const lockSpace = async ({ editMode, id }: Space): Promise<void> => {
  if (editMode === "live") await api.spaces.update({ spaceId: id, body: { editMode: "locked" } })
}

/** Locks the pages of every space of a site. */
export const lockSpacesOf = async ({ organization, site }: SiteAddress): Promise<void> => {
  for await (const { space } of api.siteSpaces.list({ organizationId: organization, siteId: site }).items()) {
    await lockSpace(space)
  }
}
