import { useQueryClient } from "@tanstack/react-query"

/** Reads again what depends on a change request, and returns when that is done. */
export const useRefresh = (space: string): (() => Promise<void>) => {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["spaces", space] }),
      queries.invalidateQueries({ queryKey: ["change-requests"] })
    ])
  }
}
