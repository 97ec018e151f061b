import type { Customization } from "@quire/core"
import * as AssetTexts from "./AssetTexts.ts"
import * as Fonts from "./Fonts.ts"
import * as Palette from "./Palette.ts"

const corners = {
  straight: { radius: "0", large: "0", round: "0" },
  rounded: { radius: ".5rem", large: ".75rem", round: ".5rem" },
  circular: { radius: ".75rem", large: "1.25rem", round: "99rem" }
} as const

const shadows = {
  subtle: "0 1px 2px rgb(0 0 0/.05),0 4px 12px rgb(0 0 0/.06)",
  flat: "none"
} as const

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const colorsOf = ({ dark, light }: Palette.Palette): ReadonlyArray<string> => {
  const darks = new Map(Object.entries(dark))
  return Object.entries(light).map(([name, color]) => {
    const other = darks.get(name)
    return `--${kebab(name)}:${color === other ? color : `light-dark(${color},${other})`}`
  })
}

/** The custom properties that a site's settings come to. */
const propertiesOf = (customization: Customization.Customization): string => {
  const { styling } = customization
  const { large, radius, round } = corners[styling.corners]
  const fonts = Fonts.of(styling)
  const all = [
    ...colorsOf(Palette.of(customization)),
    `--radius:${radius}`,
    `--radius-large:${large}`,
    `--radius-round:${round}`,
    `--shadow:${shadows[styling.depth]}`,
    `--font:${fonts.text}`,
    `--font-mono:${fonts.mono}`
  ]
  return `:root{${all.join(";")}}`
}

/** The one stylesheet of a site. */
export const print = (customization: Customization.Customization): string =>
  `${propertiesOf(customization)}${AssetTexts.style}`
