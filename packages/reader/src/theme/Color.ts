/** A colour in OKLCH: lightness from 0 to 1, chroma from 0, hue in degrees. */
export interface Color {
  readonly l: number
  readonly c: number
  readonly h: number
}

type Triple = readonly [number, number, number]

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

const fromLinear = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055

const parse = (hex: string): Triple | undefined => {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex)?.[1]
  if (digits === undefined) return undefined
  const whole = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits
  const at = (position: number) => Number.parseInt(whole.slice(position, position + 2), 16) / 255
  return [at(0), at(2), at(4)]
}

const toOklab = ([red, green, blue]: Triple): Triple => {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  ]
}

/** A color in the RGB space of displays; colors with a channel outside 0 to 1 cannot be displayed. */
const toDisplay = ({ c, h, l: lightness }: Color): Triple => {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  ]
}

const isShowable = (channels: Triple): boolean => channels.every((channel) => channel > -0.0005 && channel < 1.0005)

/** The strongest chroma up to that of the colour that a display can show. */
const fit = (color: Color): Color => {
  if (isShowable(toDisplay(color))) return color
  let [low, high] = [0, color.c]
  for (let round = 0; round < 16; round++) {
    const middle = (low + high) / 2
    if (isShowable(toDisplay({ ...color, c: middle }))) low = middle
    else high = middle
  }
  return { ...color, c: low }
}

/** Reads `#` with 3 or 6 hexadecimal digits; undefined for any other text. */
export const fromHex = (hex: string): Color | undefined => {
  const channels = parse(hex)
  if (channels === undefined) return undefined
  const [l, a, b] = toOklab(channels)
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}

/** `#` and 6 digits; the nearest colour of the same lightness and hue that displays can show. */
export const toHex = (color: Color): string => {
  if (color.l >= 1) return "#ffffff"
  if (color.l <= 0) return "#000000"
  const digits = toDisplay(fit(color)).map((channel) =>
    Math.round(Math.min(1, Math.max(0, channel)) * 255)
      .toString(16)
      .padStart(2, "0")
  )
  return `#${digits.join("")}`
}

const luminance = (hex: string): number => {
  const [red, green, blue] = parse(hex) ?? [0, 0, 0]
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

/** The contrast of two colours as WCAG defines it, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const step = 0.01

/**
 * The color, made darker or lighter until it has the given contrast ratio to every ground. Black or white where its hue
 * does not reach the ratio; if neither reaches it, the one that is closer.
 */
export const reach = (color: Color, grounds: ReadonlyArray<string>, ratio: number): string => {
  const least = (hex: string) => Math.min(...grounds.map((ground) => contrast(hex, ground)))
  const isDarker = least("#000000") >= least("#ffffff")
  for (let { l } = color; l > 0 && l < 1; l += isDarker ? -step : step) {
    const hex = toHex({ ...color, l })
    if (least(hex) >= ratio) return hex
  }
  return isDarker ? "#000000" : "#ffffff"
}

/** Black or white, whichever has the higher contrast; always at least 4.5. */
export const inkOn = (ground: string): string =>
  contrast("#000000", ground) > contrast("#ffffff", ground) ? "#000000" : "#ffffff"
