import { useQueryClient } from "@tanstack/react-query"

/** Reads again what depends on the sites of an organization: their lists, and the addresses of published spaces. */
export const useSiteRefresh = (organization: string): (() => Promise<void>) => {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: ["organizations", organization] })
    await queries.invalidateQueries({ queryKey: ["spaces"] })
    await queries.invalidateQueries({ queryKey: ["site-previews", organization] })
  }
}
