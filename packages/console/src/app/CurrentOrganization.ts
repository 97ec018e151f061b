import type { Organization } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useEffect } from "react"
import { type CursorList, useCursorList } from "../api/Lists.ts"
import { collectionQuery, organizationsQuery, spaceQuery } from "../api/Queries.ts"

const storageKey = "quire-organization"

/** The organization that was last shown in this browser; storage may be disabled. */
const readLast = (): string | undefined => {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}

const writeLast = (organization: string): void => {
  try {
    localStorage.setItem(storageKey, organization)
  } catch {
    // The choice is then lost with the page.
  }
}

/** The organization of what is shown, and the others of the caller. */
export interface OrganizationChoice {
  readonly current: Organization | undefined
  readonly list: CursorList<Organization>
}

/** The organization of the address; otherwise the one that was last shown, or the first. */
export const useCurrentOrganization = (): OrganizationChoice => {
  const params = useParams({ strict: false })
  const list = useCursorList(organizationsQuery)
  const space = useQuery({ ...spaceQuery(params.space ?? ""), enabled: params.space !== undefined })
  const collection = useQuery({ ...collectionQuery(params.collection ?? ""), enabled: params.collection !== undefined })
  const addressedId = params.organization ?? space.data?.organization ?? collection.data?.organization
  const isInSpace = params.space !== undefined || params.collection !== undefined
  const isPending = isInSpace && (space.isPending || collection.isPending) && addressedId === undefined
  const byId = (id: string | undefined) => list.items.find((organization) => organization.id === id)
  const current =
    byId(addressedId) ??
    (isPending && !space.isError && !collection.isError ? undefined : (byId(readLast()) ?? list.items[0]))
  const currentId = current?.id
  useEffect(() => {
    if (currentId !== undefined) writeLast(currentId)
  }, [currentId])
  return { current, list }
}
