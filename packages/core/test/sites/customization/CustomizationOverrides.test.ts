import { assert, describe, it } from "@effect/vitest"
import { Customization, CustomizationOverrides, Customizations } from "@quire/core/internal"
import { Schema } from "effect"
import * as fc from "fast-check"
import { decoded } from "../faults.ts"
import { at, changes, choices, everything, keys, put } from "./settings.ts"

const { hasOverrides, merge, ofSite, patch, replace } = CustomizationOverrides

const chosen = (given: object) => replace(decoded(Customization.CustomizationPut, given))
const changed = (before: Customization.Overrides, given: object) => patch(before, decoded(Customization.Patch, given))

const key = fc.constantFrom(...keys)
const site = choices.map((given) => ofSite(chosen(given)))
const overrides = choices.map(chosen)

describe("the set of default settings (rule customization-defaults)", () => {
  it("equals the recorded defaults, which leave out unavailable features", () =>
    assert.deepStrictEqual(Customization.defaults, {
      styling: {
        theme: "clean",
        primaryColor: { light: "#346DDB", dark: "#346DDB" },
        infoColor: { light: "#787878", dark: "#787878" },
        successColor: { light: "#00C950", dark: "#00C950" },
        warningColor: { light: "#FE9A00", dark: "#FE9A00" },
        dangerColor: { light: "#FB2C36", dark: "#FB2C36" },
        corners: "rounded",
        depth: "subtle",
        links: "default",
        font: "Inter",
        monospaceFont: "IBMPlexMono",
        background: "plain",
        icons: "regular",
        sidebar: { background: "default", list: "default" },
        search: "subtle"
      },
      internationalization: { locale: "en" },
      favicon: {},
      header: { preset: "default", links: [] },
      footer: { groups: [] },
      themes: { default: "light", toggeable: true },
      pdf: { enabled: true },
      feedback: { enabled: false },
      aiSearch: { enabled: false },
      ai: { mode: "none", pageLinkSummaries: { enabled: false } },
      advancedCustomization: { enabled: true },
      git: { showEditLink: false },
      pageActions: { externalAI: true, markdown: true },
      externalLinks: { target: "self" },
      pagination: { enabled: true },
      trademark: { enabled: false },
      privacyPolicy: {},
      socialPreview: {},
      insights: { trackingCookie: true }
    }))

  it("applies to every key that is not set, and every other key can be set", () => {
    assert.deepStrictEqual(ofSite({}), Customization.defaults)
    assert.deepStrictEqual(ofSite(chosen(everything)), everything)
    for (const path of keys) assert.notDeepEqual(at(Customization.defaults, path), at(everything, path), path.join("."))
  })
})

describe("an override (rule customization-layers)", () => {
  it("leaves the lower layer in effect when empty", () =>
    fc.assert(fc.property(site, (below) => assert.deepStrictEqual(merge(below, {}), below))))

  it("applies key by key, and leaves the neighboring keys unchanged (rule customization-whole-keys)", () =>
    fc.assert(
      fc.property(site, overrides, (below, own) => {
        const holds = merge(below, own)
        for (const path of keys) {
          const expected = at(own, path) ?? at(below, path)
          assert.deepStrictEqual(at(holds, path), expected, path.join("."))
        }
        assert.deepStrictEqual(merge(holds, own), holds)
      })
    ))

  it("changes one key and no other", () =>
    fc.assert(
      fc.property(overrides, key, (before, path) => {
        const value = at(everything, path)
        const after = changed(before, put({}, path, value))
        for (const other of keys) {
          assert.deepStrictEqual(at(after, other), other === path ? value : at(before, other), other.join("."))
        }
      })
    ))

  it("follows the lower layer again when a key is reset", () =>
    fc.assert(
      fc.property(site, overrides, key, (below, before, path) => {
        const after = changed(before, put({}, path, null))
        assert.deepStrictEqual(at(merge(below, after), path), at(below, path))
        for (const other of keys) {
          if (other !== path) assert.deepStrictEqual(at(after, other), at(before, other), other.join("."))
        }
      })
    ))

  it("stays unchanged after an empty change, and after the same change again", () =>
    fc.assert(
      fc.property(overrides, changes, (before, given) => {
        assert.deepStrictEqual(changed(before, {}), before)
        const after = changed(before, given)
        assert.deepStrictEqual(changed(after, given), after)
      })
    ))

  it("exists while a key is set, and disappears when all are reset", () => {
    fc.assert(
      fc.property(overrides, (own) => {
        const isChosen = keys.some((path) => at(own, path) !== undefined)
        assert.strictEqual(hasOverrides(own), isChosen)
        const reset = keys.reduce<object>((tree, path) => put(tree, path, null), {})
        assert.deepStrictEqual(changed(own, reset), {})
      })
    )
    assert.isFalse(hasOverrides(chosen({ styling: { sidebar: {} }, header: {}, ai: { pageLinkSummaries: {} } })))
  })

  it("replaces all settings of a site", () =>
    fc.assert(
      fc.property(choices, (given) => {
        const shown = ofSite(chosen(given))
        for (const path of keys) {
          assert.deepStrictEqual(at(shown, path), at(given, path) ?? at(Customization.defaults, path), path.join("."))
        }
      })
    ))
})

describe("the view of settings", () => {
  const encode = Schema.encodeSync(Customizations.SiteSpaceCustomizationView)

  it("contains all settings, and for a site space whether any is its own", () => {
    const below = ofSite(chosen({ title: "Site", pdf: { enabled: false } }))
    const none = encode(Customizations.siteSpaceView(below, {}))
    assert.deepStrictEqual(none, { ...below, hasOverrides: false })
    const own = chosen({ title: "Space" })
    const shown = encode(Customizations.siteSpaceView(below, own))
    assert.deepStrictEqual(shown, { ...below, title: "Space", hasOverrides: true })
  })
})
