import type { Customization } from "@quire/core"
import * as AssetTexts from "./AssetTexts.ts"
import * as Palette from "./Palette.ts"

type Styling = Customization.Customization["styling"]

const sans = "ui-sans-serif,system-ui,sans-serif"
const serif = "ui-serif,Georgia,serif"
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"

const families = {
  ABCFavorit: ["ABC Favorit", sans],
  Inter: ["Inter", sans],
  Roboto: ["Roboto", sans],
  RobotoSlab: ["Roboto Slab", serif],
  OpenSans: ["Open Sans", sans],
  SourceSansPro: ["Source Sans 3", sans],
  Lato: ["Lato", sans],
  Ubuntu: ["Ubuntu", sans],
  Raleway: ["Raleway", sans],
  Merriweather: ["Merriweather", serif],
  Overpass: ["Overpass", sans],
  NotoSans: ["Noto Sans", sans],
  IBMPlexSerif: ["IBM Plex Serif", serif],
  Poppins: ["Poppins", sans],
  FiraSans: ["Fira Sans", sans],
  FiraCode: ["Fira Code", mono],
  IBMPlexMono: ["IBM Plex Mono", mono],
  JetBrainsMono: ["JetBrains Mono", mono],
  SourceCodePro: ["Source Code Pro", mono],
  RobotoMono: ["Roboto Mono", mono],
  SpaceMono: ["Space Mono", mono],
  DMMono: ["DM Mono", mono],
  Inconsolata: ["Inconsolata", mono]
} as const

/** Only letters, digits and separators: a family name cannot end the string that contains it. */
const quote = (family: string): string => {
  const name = family.replace(/[^\p{L}\p{N} _-]/gu, "").trim()
  return name === "" ? "" : `"${name}",`
}

const stackOf = (font: Styling["font"] | Styling["monospaceFont"], others: string): string => {
  if (typeof font !== "string") return `${quote(font.fontFamily)}${others}`
  const [family, fallback] = families[font]
  return `"${family}",${fallback}`
}

/** The font families of a site, with fallbacks for readers who do not have them installed. No fonts are loaded. */
export const of = ({ font, monospaceFont }: Styling): { readonly text: string; readonly mono: string } => ({
  text: stackOf(font, sans),
  mono: stackOf(monospaceFont, mono)
})

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
  const fonts = of(styling)
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
