import type { Nodes } from "@quire/core"

const step = 5

/** The class of a share of the width, to the next 5 %; undefined where it says nothing. */
const widthClass = (percent: number): string | undefined => {
  const rounded = Math.round(percent / step) * step
  return rounded >= step && rounded <= 100 ? `width-${rounded}` : undefined
}

export const percentClass = (length: Nodes.Length | undefined): string | undefined =>
  typeof length === "object" && length.unit === "%" ? widthClass(length.value) : undefined

/** Pixels of a text's width, and of a column at least. */
const [measure, narrowest] = [736, 96] as const

/**
 * Classes for the shares of columns in their sum. Where the width of some is not known, those of the others are shares of
 * the text's width, so that the rest is left to them.
 */
export const shareClasses = (pixels: ReadonlyArray<number | undefined>): ReadonlyArray<string | undefined> => {
  const known = pixels.filter((width) => width !== undefined)
  const sum = known.reduce((all, width) => all + width, 0)
  const others = pixels.length - known.length
  const whole = others === 0 ? sum : Math.max(measure, sum + others * narrowest)
  return pixels.map((width) => (width === undefined || whole === 0 ? undefined : widthClass((100 * width) / whole)))
}
