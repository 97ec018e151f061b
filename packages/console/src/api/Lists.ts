import type { ListPage } from "@quire/client"
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  type UseInfiniteQueryResult,
  useInfiniteQuery
} from "@tanstack/react-query"

/** Parameters of one page of a list. */
export interface ListCursor {
  readonly page: string | undefined
  readonly limit: number
}

const noCursor = (): string | undefined => undefined

/** A list of the API, read page after page by its cursor. */
export const listOptions = <Item>(
  queryKey: QueryKey,
  read: (cursor: ListCursor, options: { readonly signal: AbortSignal }) => Promise<ListPage<Item>>,
  limit = 50
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: noCursor(),
    queryFn: ({ pageParam, signal }) => read({ page: pageParam, limit }, { signal }),
    getNextPageParam: (last: ListPage<Item>) => last.next?.page
  })

/** The items of a list that were read so far, and how to read more. */
export interface CursorList<Item> {
  readonly items: ReadonlyArray<Item>
  readonly query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>, unknown>, Error>
}

export const useCursorList = <Item>(options: ReturnType<typeof listOptions<Item>>): CursorList<Item> => {
  const query = useInfiniteQuery(options)
  return { items: query.data?.pages.flatMap((page) => page.items) ?? [], query }
}
