import { assert, describe, it } from "@effect/vitest"
import { Customization } from "@quire/core"
import { Property } from "@quire/testing"
import * as fc from "fast-check"
import * as Palette from "../../src/theme/Palette.ts"

const { defaults } = Customization

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const anyHex = fc.oneof(
  fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`),
  fc.constantFrom("#fff", "#000", "#ff0", "#00F", "#7f7f7f", "#777777", "no colour")
)

const anyColors = fc.record({ light: anyHex, dark: anyHex })

const anySettings = fc
  .record({
    theme: fc.constantFrom("clean", "muted", "bold", "gradient"),
    primaryColor: anyColors,
    infoColor: anyColors,
    successColor: anyColors,
    warningColor: anyColors,
    dangerColor: anyColors,
    links: fc.constantFrom("default", "accent"),
    tint: fc.option(fc.record({ color: anyColors }), { nil: undefined }),
    preset: fc.constantFrom("default", "bold", "contrast", "custom", "none"),
    backgroundColor: anyColors,
    linkColor: anyColors
  })
  .map(({ backgroundColor, linkColor, preset, tint, ...styling }) => ({
    styling: { ...defaults.styling, ...styling, ...(tint === undefined ? {} : { tint }) },
    header: { ...defaults.header, preset, backgroundColor, linkColor }
  }))

const signals = ["info", "success", "warning", "danger"] as const

const groundsOf = (tones: Palette.Tones) => [
  tones.surface,
  tones.surfaceRaised,
  tones.surfaceSunken,
  tones.codeSurface,
  tones.accentSurface,
  ...signals.map((name) => tones[`${name}Surface`])
]

/** What is read on what, and what is pressed or seen on what, with the ratio that it needs. */
const pairsOf = (tones: Palette.Tones): ReadonlyArray<readonly [string, string, number]> => {
  const plain = [tones.surface, tones.surfaceRaised, tones.surfaceSunken]
  const code = [tones.hlAttr, tones.hlComment, tones.hlKeyword, tones.hlNumber, tones.hlString, tones.hlTitle]
  return [
    ...groundsOf(tones).flatMap((ground) => [
      [tones.text, ground, 7] as const,
      [tones.textMuted, ground, 4.5] as const,
      [tones.link, ground, 4.5] as const
    ]),
    ...[...plain, tones.accentSurface].map((ground) => [tones.accentInk, ground, 4.5] as const),
    ...plain.flatMap((ground) => [[tones.accent, ground, 3] as const, [tones.controlBorder, ground, 3] as const]),
    [tones.accentText, tones.accent, 4.5],
    [tones.headerText, tones.header, 4.5],
    [tones.headerLink, tones.header, 4.5],
    ...code.map((tone) => [tone, tones.codeSurface, 4.5] as const),
    ...signals.flatMap((name) =>
      [...plain, tones[`${name}Surface`]].flatMap((ground) => [
        [tones[name], ground, 3] as const,
        [tones[`${name}Text`], ground, 4.5] as const
      ])
    )
  ]
}

const faultsOf = (tones: Palette.Tones) =>
  pairsOf(tones).filter(([color, ground, ratio]) => contrast(color, ground) < ratio)

describe("the palette", () => {
  it("has sufficient contrast for texts and buttons in both themes, for any chosen colors", () => {
    Property.sync([anySettings], ([settings]) => {
      const { dark, light } = Palette.of(settings)
      assert.deepStrictEqual([...faultsOf(light), ...faultsOf(dark)], [])
    })
  })

  it("contains only colors", () => {
    Property.sync([anySettings], ([settings]) => {
      const { dark, light } = Palette.of(settings)
      for (const tone of [...Object.values(light), ...Object.values(dark)]) assert.match(tone, /^#[0-9a-f]{6}$/)
    })
  })
})
