import type { Nodes } from "@quire/core"

const step = 5

/** The class of a share of the width, to the next 5 %; undefined where it says nothing. */
const widthClass = (percent: number): string | undefined => {
  const rounded = Math.round(percent / step) * step
  return rounded >= step && rounded <= 100 ? `width-${rounded}` : undefined
}

export const percentClass = (length: Nodes.Length | undefined): string | undefined =>
  typeof length === "object" && length.unit === "%" ? widthClass(length.value) : undefined

/** Classes for the shares of numbers in their sum. */
export const shareClasses = (widths: ReadonlyArray<number>): ReadonlyArray<string | undefined> => {
  const sum = widths.reduce((all, width) => all + width, 0)
  return widths.map((width) => (sum > 0 ? widthClass((100 * width) / sum) : undefined))
}
