import type { Customization } from "@quire/core"

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
