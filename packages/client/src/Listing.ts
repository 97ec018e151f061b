/** One page of a list. */
export interface ListPage<Item> {
  readonly items: ReadonlyArray<Item>
  /** Where the next page begins; absent on the last. */
  readonly next?: { readonly page: string }
  /** Total number of items, for lists that are counted. */
  readonly count?: number
}

/** A list: awaited it is its first page, iterated it is one page after the other. `More` is what else a page has. */
export type Listing<Item, More = unknown> = Promise<ListPage<Item> & More> &
  AsyncIterable<ListPage<Item> & More> & {
    /** Every item, page after page. */
    readonly items: () => AsyncIterable<Item>
  }

/** A paginated list. Each page is fetched with its cursor once the previous page is consumed. */
export const makeListing = <Item, More = unknown>(
  read: (cursor: string | undefined) => Promise<ListPage<Item> & More>
): Listing<Item, More> => {
  const first = read(undefined)
  const pages = async function* () {
    let page = await first
    yield page
    while (page.next !== undefined) {
      page = await read(page.next.page)
      yield page
    }
  }
  const items = async function* () {
    for await (const page of pages()) yield* page.items
  }
  return Object.assign(first, { [Symbol.asyncIterator]: pages, items })
}
