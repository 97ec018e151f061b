import type * as PrintWidths from "./PrintWidths.ts"

/** Points between the margins of a sheet that is turned. */
const sideways = 717

/** Text sizes of tables with the inset of their cells, from the largest to the smallest. */
const tableSizes = [
  { size: 9, inset: 6 },
  { size: 8, inset: 4 },
  { size: 7, inset: 3 }
] as const

/** The same for tables that fit at none of them, whose words are broken anywhere. */
const smallest = { size: 6, inset: 2 } as const

interface Layout {
  readonly size: number
  readonly inset: number
  /** Width of each column including its insets; none where all columns may be as wide as their cells. */
  readonly widths: ReadonlyArray<number>
  readonly isSideways: boolean
}

export const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

/** Distributes the space beyond the minimum widths according to how much each column would use. */
const share = (least: ReadonlyArray<number>, wanted: ReadonlyArray<number>, width: number): ReadonlyArray<number> => {
  const more = least.map((own, at) => Math.max(0.1, Math.min(width, wanted[at] ?? 0) - own))
  const [left, total] = [width - sum(least), sum(more)]
  return least.map((own, at) => own + (left * (more[at] ?? 0)) / total)
}

/**
 * The columns of a table. Words are kept whole where they fit; otherwise the text is made smaller, and then the sheet
 * is turned to landscape.
 */
export const layOut = (
  columns: ReadonlyArray<PrintWidths.Extent>,
  given: ReadonlyArray<number>,
  width: number,
  mayTurn: boolean
): Layout => {
  const total = sum(given)
  const at = ({ inset, size }: { size: number; inset: number }, isSideways: boolean, key: "word" | "part") => {
    const room = isSideways ? sideways : width
    const least = columns.map((column) => column[key] * size + 2 * inset)
    const wanted = columns.map(({ line }, index) =>
      total === 0 ? line * size + 2 * inset : (room * (given[index] ?? 0)) / total
    )
    if (sum(least) > room) return undefined
    const widths = total === 0 && sum(wanted) <= room ? [] : share(least, wanted, room)
    return { size, inset, isSideways, widths }
  }
  const [first, ...smaller] = tableSizes
  const upright = at(first, false, "word") ?? at(first, false, "part")
  const tries = (isSideways: boolean) => smaller.map((each) => at(each, isSideways, "part"))
  const found = [upright, ...tries(false), ...(mayTurn ? [at(first, true, "part"), ...tries(true)] : [])]
  const turned = mayTurn && columns.length > 8
  return (
    found.find((layout) => layout !== undefined) ?? {
      ...smallest,
      isSideways: turned,
      widths: columns.map(() => (turned ? sideways : width) / columns.length)
    }
  )
}
