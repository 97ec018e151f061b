import type { ReactNode } from "react"
import type { CursorList } from "../api/Lists.ts"
import { messages } from "../messages/Messages.ts"
import { Button } from "./Button.tsx"
import { ErrorText, Loading } from "./States.tsx"

interface CursorItemsProps<Item> {
  readonly list: CursorList<Item>
  /** Shown if the list has no items. */
  readonly empty: ReactNode
  readonly children: (items: ReadonlyArray<Item>) => ReactNode
  readonly lines?: number
}

/** A list of the API: while it is read, if it is empty or failed, and with a button that reads more. */
export const CursorItems = <Item,>({ children, empty, lines = 3, list: { items, query } }: CursorItemsProps<Item>) => {
  if (query.isPending) return <Loading lines={lines} />
  if (query.isError && items.length === 0) {
    return (
      <div className="list-error">
        <ErrorText error={query.error} />
        <Button onClick={() => void query.refetch()}>{messages.retry}</Button>
      </div>
    )
  }
  return (
    <>
      {items.length === 0 && !query.hasNextPage ? empty : children(items)}
      {query.hasNextPage ? (
        <div className="more">
          <Button onClick={() => void query.fetchNextPage()} isBusy={query.isFetchingNextPage}>
            {messages.more}
          </Button>
        </div>
      ) : null}
    </>
  )
}
