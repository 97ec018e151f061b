import { useParams } from "@tanstack/react-router"
import type { ContentVersion } from "../api/Queries.ts"

/** The version of content that the address names: that of a space, or of one of its change requests. */
export const useContentVersion = (): ContentVersion => {
  const { number, space = "" } = useParams({ strict: false })
  return number === undefined ? { space } : { space, changeRequest: number }
}
