/** The target of an address in the application (rule content-lookup). */
export type ContentAddress =
  | { readonly kind: "collection"; readonly collection: string }
  | {
      readonly kind: "space"
      readonly space: string
      /** The number or id of a change request. */
      readonly changeRequest?: string
      readonly revision?: string
      readonly page?: string
    }

const collectionPattern = /^\/c\/([^/]+)\/?$/
const spacePattern = /^\/s\/([^/]+)(?:\/(cr|r)\/([^/]+))?(?:\/p\/([^/]+))?\/?$/

/** Parses an address; undefined if it is not one of the application. */
export const parse = (address: string, app: string): ContentAddress | undefined => {
  if (!URL.canParse(address) || !URL.canParse(app)) return undefined
  const [url, own] = [new URL(address), new URL(app)]
  if (url.host !== own.host || !url.pathname.startsWith(own.pathname)) return undefined
  const path = url.pathname.slice(own.pathname.replace(/\/$/, "").length)
  const collection = collectionPattern.exec(path)?.[1]
  if (collection !== undefined) return { kind: "collection", collection }
  const [, space, form, id, page] = spacePattern.exec(path) ?? []
  if (space === undefined) return undefined
  return {
    kind: "space",
    space,
    ...(form === "cr" && id !== undefined ? { changeRequest: id } : {}),
    ...(form === "r" && id !== undefined ? { revision: id } : {}),
    ...(page === undefined ? {} : { page })
  }
}
