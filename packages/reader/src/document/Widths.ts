import type { Nodes } from "@quire/core"

const step = 5

/** The class of a share of the width, rounded to 5 %; undefined for a value without meaning. */
const widthClass = (percent: number): string | undefined => {
  const rounded = Math.round(percent / step) * step
  return rounded >= step && rounded <= 100 ? `width-${rounded}` : undefined
}

export const percentClass = (length: Nodes.Length | undefined): string | undefined =>
  typeof length === "object" && length.unit === "%" ? widthClass(length.value) : undefined

/** Shapes that frames have, as width by height. */
const shapes = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 3, 4] as const

const classesOfShapes = ["1-2", "3-4", "1-1", "5-4", "3-2", "7-4", "2-1", "3-1", "4-1"] as const

/** The class of the shape that is nearest. */
export const ratioClass = (ratio = 16 / 9): string => {
  const far = shapes.map((shape) => Math.abs(Math.log(shape / ratio)))
  return `ratio-${classesOfShapes[far.indexOf(Math.min(...far))] ?? "7-4"}`
}

/** Pixels of a text's width, and of a column at least. */
const [measure, narrowest] = [736, 96] as const

/**
 * Classes for the shares of columns in their total width. If the width of some columns is unknown, the others get
 * shares of the text width, which leaves the rest to the unknown ones.
 */
export const shareClasses = (pixels: ReadonlyArray<number | undefined>): ReadonlyArray<string | undefined> => {
  const known = pixels.filter((width) => width !== undefined)
  const sum = known.reduce((all, width) => all + width, 0)
  const others = pixels.length - known.length
  const whole = others === 0 ? sum : Math.max(measure, sum + others * narrowest)
  return pixels.map((width) => (width === undefined || whole === 0 ? undefined : widthClass((100 * width) / whole)))
}
