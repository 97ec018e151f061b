import type { Paging } from "@quire/core"
import { Effect } from "effect"

/** Every item of a list, page by page. */
export const readAll = Effect.fnUntraced(function* <A, E, R>(
  list: (request: Paging.PageRequest) => Effect.Effect<Paging.Page<A>, E, R>
) {
  const items: Array<A> = []
  for (let page: string | undefined, isFirst = true; isFirst || page !== undefined; isFirst = false) {
    const read: Paging.Page<A> = yield* list({ limit: 100, page })
    items.push(...read.items)
    page = read.next?.page
  }
  return items
})

type Row = { readonly [column: string]: string | null }

const table = (titles: ReadonlyArray<string>, rows: ReadonlyArray<Row>): string => {
  const lines = [titles, ...rows.map((row) => Object.values(row).map((cell) => cell ?? "-"))]
  const widths = titles.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? "").length)))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .map((line) => `${line}\n`)
    .join("")
}

/** Prints rows as a table, or as one JSON array. */
export const print = (titles: ReadonlyArray<string>, rows: ReadonlyArray<Row>, isJson: boolean): Effect.Effect<void> =>
  Effect.sync(() => void process.stdout.write(isJson ? `${JSON.stringify(rows, null, 2)}\n` : table(titles, rows)))
