import { Customization, Recent } from "@quire/core"
import { type Color, fromHex, inkOn, reach, toHex } from "./Color.ts"

type Mode = "light" | "dark"
type Settings = Pick<Customization.Customization, "styling" | "header">

/** Contrast ratios required for text and for controls (WCAG 2.2, AA). */
export const ratios = { text: 4.5, control: 3 } as const

/** The colours of one theme, as `#` and 6 digits. */
export interface Tones {
  readonly surface: string
  readonly surfaceRaised: string
  readonly surfaceSunken: string
  readonly border: string
  readonly controlBorder: string
  readonly text: string
  readonly textMuted: string
  /** Fills controls. */
  readonly accent: string
  /** On `accent`. */
  readonly accentText: string
  /** As text on any surface. */
  readonly accentInk: string
  readonly accentSurface: string
  readonly link: string
  readonly codeSurface: string
  readonly header: string
  readonly headerText: string
  readonly headerLink: string
  readonly headerBorder: string
  readonly info: string
  readonly infoSurface: string
  readonly infoText: string
  readonly success: string
  readonly successSurface: string
  readonly successText: string
  readonly warning: string
  readonly warningSurface: string
  readonly warningText: string
  readonly danger: string
  readonly dangerSurface: string
  readonly dangerText: string
  readonly hlComment: string
  readonly hlKeyword: string
  readonly hlString: string
  readonly hlNumber: string
  readonly hlTitle: string
  readonly hlAttr: string
}

/** The colours of a site in both themes. */
export interface Palette {
  readonly light: Tones
  readonly dark: Tones
}

const colorOf = (hex: string, byDefault: string): Color => fromHex(hex) ?? fromHex(byDefault) ?? { l: 0, c: 0, h: 0 }

/** Lightness of surfaces: the page, raised and sunken surfaces, borders, and code. */
const levels = {
  light: { surface: 1, raised: 1, sunken: 0.975, border: 0.915, code: 0.98, soft: 0.955, ink: 0.24, muted: 0.5 },
  dark: { surface: 0.18, raised: 0.225, sunken: 0.205, border: 0.32, code: 0.215, soft: 0.26, ink: 0.94, muted: 0.72 }
} as const

/** Greys, with the hue of the tint if there is one. */
const neutralOf = ({ styling }: Settings, mode: Mode): ((l: number, strength?: number) => Color) => {
  const tint = styling.tint === undefined ? undefined : fromHex(styling.tint.color[mode])
  const primary = colorOf(styling.primaryColor[mode], Customization.defaults.styling.primaryColor[mode])
  const { h } = tint ?? primary
  const c = tint === undefined ? Math.min(primary.c, 0.004) : Math.min(tint.c, 0.15) * 0.07
  return (l, strength = 1) => ({ l, c: c * strength, h })
}

const surfacesOf = (settings: Settings, mode: Mode) => {
  const level = levels[mode]
  const grey = neutralOf(settings, mode)
  const isMuted = settings.styling.theme === "muted"
  const sunken = toHex(grey(isMuted && mode === "light" ? level.sunken - 0.01 : level.sunken, 1.6))
  return {
    surface: isMuted && mode === "light" ? toHex(grey(0.985, 1.4)) : toHex(grey(level.surface)),
    surfaceRaised: toHex(grey(level.raised)),
    surfaceSunken: sunken,
    border: toHex(grey(level.border, 1.6)),
    codeSurface: toHex(grey(isMuted && mode === "light" ? 1 : level.code, 1.4))
  }
}

/** The variants of a semantic color: as an icon, as a background, and as text on it. */
const signalOf = (hex: string, byDefault: string, mode: Mode, grounds: ReadonlyArray<string>) => {
  const color = colorOf(hex, byDefault)
  const ground = toHex({ ...color, l: levels[mode].soft, c: Math.min(color.c, mode === "light" ? 0.03 : 0.05) })
  const on = [...grounds, ground]
  return { sign: reach(color, on, ratios.control), ground, text: reach(color, on, ratios.text) }
}

const headerGround = ({ header, styling }: Settings, mode: Mode, tones: Pick<Tones, "surface" | "surfaceSunken">) => {
  const primary = toHex(colorOf(styling.primaryColor[mode], Customization.defaults.styling.primaryColor[mode]))
  const custom = header.backgroundColor === undefined ? undefined : fromHex(header.backgroundColor[mode])
  if (header.preset === "custom" && custom !== undefined) return toHex(custom)
  if (header.preset === "bold" || (header.preset === "default" && styling.theme === "bold")) return primary
  if (header.preset === "contrast") return toHex(neutralOf({ header, styling }, mode)(mode === "light" ? 0.22 : 0.95))
  return styling.theme === "muted" ? tones.surfaceSunken : tones.surface
}

const headerOf = (
  settings: Settings,
  mode: Mode,
  tones: Pick<Tones, "border" | "surface" | "surfaceSunken" | "text">
) => {
  const { header } = settings
  const ground = headerGround(settings, mode, tones)
  const isPlain = ground === tones.surface || ground === tones.surfaceSunken
  const ink = isPlain ? tones.text : inkOn(ground)
  const custom = header.linkColor === undefined ? undefined : fromHex(header.linkColor[mode])
  return {
    header: ground,
    headerText: ink,
    headerLink: header.preset === "custom" && custom !== undefined ? reach(custom, [ground], ratios.text) : ink,
    headerBorder: isPlain ? tones.border : ground
  }
}

/** Hues of the parts of code. */
const hues = { keyword: 300, string: 150, number: 50, title: 255, attr: 210 } as const

const codeOf = (muted: Color, mode: Mode, ground: string) => {
  const tone = (h: number) => reach({ l: mode === "light" ? 0.52 : 0.78, c: 0.13, h }, [ground], ratios.text)
  return {
    hlComment: reach(muted, [ground], ratios.text),
    hlKeyword: tone(hues.keyword),
    hlString: tone(hues.string),
    hlNumber: tone(hues.number),
    hlTitle: tone(hues.title),
    hlAttr: tone(hues.attr)
  }
}

const tonesOf = (settings: Settings, mode: Mode): Tones => {
  const { defaults } = Customization
  const { styling } = settings
  const surfaces = surfacesOf(settings, mode)
  const primary = colorOf(styling.primaryColor[mode], defaults.styling.primaryColor[mode])
  const grey = neutralOf(settings, mode)
  const accentSurface = toHex({
    ...primary,
    l: levels[mode].soft,
    c: Math.min(primary.c, mode === "light" ? 0.03 : 0.05)
  })
  const plain = [surfaces.surface, surfaces.surfaceRaised, surfaces.surfaceSunken, surfaces.codeSurface]
  const info = signalOf(styling.infoColor[mode], defaults.styling.infoColor[mode], mode, plain)
  const success = signalOf(styling.successColor[mode], defaults.styling.successColor[mode], mode, plain)
  const warning = signalOf(styling.warningColor[mode], defaults.styling.warningColor[mode], mode, plain)
  const danger = signalOf(styling.dangerColor[mode], defaults.styling.dangerColor[mode], mode, plain)
  const soft = [accentSurface, info.ground, success.ground, warning.ground, danger.ground]
  const text = reach(grey(levels[mode].ink, 1.5), [...plain, ...soft], 7)
  const accent = reach(primary, plain, ratios.control)
  const accentInk = reach(primary, [...plain, accentSurface], ratios.text)
  return {
    ...surfaces,
    controlBorder: reach(grey(mode === "light" ? 0.72 : 0.5), plain, ratios.control),
    text,
    textMuted: reach(grey(levels[mode].muted, 1.5), [...plain, ...soft], ratios.text),
    accent,
    accentText: inkOn(accent),
    accentInk,
    accentSurface,
    link: styling.links === "accent" ? text : reach(primary, [...plain, ...soft], ratios.text),
    ...headerOf(settings, mode, { ...surfaces, text }),
    info: info.sign,
    infoSurface: info.ground,
    infoText: info.text,
    success: success.sign,
    successSurface: success.ground,
    successText: success.text,
    warning: warning.sign,
    warningSurface: warning.ground,
    warningText: warning.text,
    danger: danger.sign,
    dangerSurface: danger.ground,
    dangerText: danger.text,
    ...codeOf(grey(levels[mode].muted, 1.5), mode, surfaces.codeSurface)
  }
}

/** `kept`: size limit, in characters, of the cached settings and their colors. */
export const limits = { kept: 1_000_000 } as const

/** Estimated length of one palette. */
const paletteLength = 2000

const known = Recent.make<Palette>(limits.kept)

/** The colours that the settings ask for, each moved in its lightness until it can be read. */
export const of = ({ header, styling }: Settings): Palette => {
  const key = JSON.stringify([styling, header])
  const found = known.get(key)
  if (found !== undefined) return found
  const settings = { header, styling }
  const palette = { light: tonesOf(settings, "light"), dark: tonesOf(settings, "dark") }
  known.put(key, palette, key.length + paletteLength)
  return palette
}
