import { assert, describe, it } from "@effect/vitest"
import { InstallationConfiguration, IntegrationInstallation, Reach } from "@quire/core/internal"
import * as fc from "fast-check"
import { faultsOf } from "../../sites/faults.ts"

const declared = {
  properties: {
    key: { type: "string" },
    region: { type: "string", enum: ["eu", "us"] },
    size: { type: "number" },
    on: { type: "boolean" },
    connect: { type: "button" }
  },
  required: ["key", "size"]
} as const

const faultOf = (
  configuration: InstallationConfiguration.Configuration,
  declaration: typeof declared | undefined = declared
) => InstallationConfiguration.findFault(configuration, declaration)?.message

const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.integer()))
const names = ["key", "region", "size", "on", "connect", "other"] as const
const configurations = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.constantFrom("eu", "us", ""), value))

describe("a configuration", () => {
  it("contains the declared properties, each of its type and options (rule installation-configuration)", () => {
    assert.strictEqual(faultOf({ key: "k", region: "eu", size: 1.5, on: false }), undefined)
    assert.strictEqual(faultOf({ size: "1" }), "configuration.size: must be a number")
    assert.strictEqual(faultOf({ region: "asia" }), 'configuration.region: must be one of "eu", "us"')
    assert.strictEqual(faultOf({ connect: { access_token: "t", expires_at: 1 } }), undefined)
    assert.strictEqual(faultOf({ kay: "k" }), "configuration.kay: is not declared by the integration")
    assert.strictEqual(faultOf({ constructor: "k" }), "configuration.constructor: is not declared by the integration")
    assert.strictEqual(InstallationConfiguration.findFault({ a: [1] }, { componentId: "c" }), undefined)
    assert.strictEqual(InstallationConfiguration.findFault({ a: 1 }, undefined)?.path, "configuration.a")
  })

  it("has limited size and depth (rule installation-configuration)", () => {
    const component = { componentId: "c" }
    const { limits } = InstallationConfiguration
    const of = (length: number) => InstallationConfiguration.findFault({ a: "x".repeat(length) }, component)
    assert.strictEqual(of(limits.bytes - 8), undefined)
    assert.strictEqual(of(limits.bytes - 7)?.rule, "must be at most 65536 bytes of JSON")
    const deep = (levels: number): InstallationConfiguration.Configuration[string] =>
      levels === 0 ? 1 : [deep(levels - 1)]
    assert.strictEqual(InstallationConfiguration.findFault({ a: deep(19) }, component), undefined)
    assert.isDefined(InstallationConfiguration.findFault({ a: deep(20) }, component))
    for (const text of ["\u0000", "\ud800"]) {
      assert.isDefined(InstallationConfiguration.findFault({ a: text }, component))
      assert.isDefined(InstallationConfiguration.findFault({ a: { [text]: 1 } }, component))
    }
  })

  it("becomes complete when every required property is present as declared (rule installation-status)", () => {
    fc.assert(
      fc.property(configurations, (configuration) => {
        const isComplete =
          typeof configuration["key"] === "string" &&
          configuration["key"] !== "" &&
          typeof configuration["size"] === "number"
        assert.strictEqual(InstallationConfiguration.isComplete(configuration, declared), isComplete)
      })
    )
    const connecting = { ...declared, required: ["connect"] }
    assert.isTrue(InstallationConfiguration.isComplete({ connect: { access_token: "t" } }, connecting))
    assert.isFalse(InstallationConfiguration.isComplete({ connect: null }, connecting))
    assert.isFalse(InstallationConfiguration.isComplete({}, connecting))
    assert.isTrue(InstallationConfiguration.isComplete({}, undefined))
    assert.isTrue(InstallationConfiguration.isComplete({}, { componentId: "c" }))
  })
})

const levels = fc.record(
  {
    account: fc.constant({ properties: { key: { type: "string" as const } }, required: ["key"] }),
    space: fc.constant({ properties: { channel: { type: "string" as const } }, required: ["channel"] })
  },
  { requiredKeys: [] }
)
const integrations = fc.record({
  isPublished: fc.boolean(),
  target: fc.constantFrom("all", "site", "space", "organization"),
  configurations: fc.oneof(fc.constant(null), levels)
})
const selection = fc.constantFrom("all" as const, "selected" as const)
const installed = fc.record({
  configuration: fc.constantFrom({}, { key: "k" }),
  spaceSelection: selection,
  siteSelection: selection
})
const placed = fc.constantFrom(undefined, { configuration: {} }, { configuration: { channel: "c" } })

describe("the reach of an integration", () => {
  it("covers its installation targets while it is active in the organization (rule installation-reach)", () => {
    fc.assert(
      fc.property(integrations, installed, placed, fc.constantFrom("space" as const, "site" as const), (...given) => {
        const [integration, installation, place, kind] = given
        const chosen = kind === "space" ? installation.spaceSelection : installation.siteSelection
        const isFor = ["all", kind].includes(integration.target) && (chosen === "all" || place !== undefined)
        const asksAccount = integration.configurations?.account !== undefined
        const asksPlace = kind === "space" && integration.configurations?.space !== undefined
        const isConfigured =
          (!asksAccount || "key" in installation.configuration) &&
          (!asksPlace || (place !== undefined && "channel" in place.configuration))
        const expected = integration.isPublished && isFor && isConfigured
        assert.strictEqual(Reach.isOn(integration, installation, kind, place), expected)
      }),
      { numRuns: 1000 }
    )
  })

  it("covers nothing while it is not published, whatever is configured (rule installation-status)", () => {
    fc.assert(
      fc.property(integrations, installed, (integration, installation) => {
        const status = Reach.statusOf({ ...integration, isPublished: false }, installation)
        assert.strictEqual(status, "paused")
        assert.notStrictEqual(Reach.statusOf({ ...integration, isPublished: true }, installation), "paused")
      })
    )
  })
})

describe("an installation input", () => {
  it("names at most five unique external ids (rule installation-limits)", () => {
    const { Patch, SiteCreate } = IntegrationInstallation
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `id-${at}`)
    assert.deepStrictEqual(faultsOf(Patch, { externalIds: [...ids(4), "x".repeat(256)] }), [])
    assert.deepStrictEqual(faultsOf(Patch, { externalIds: ids(6) }).length, 1)
    assert.deepStrictEqual(faultsOf(Patch, { externalIds: ["a", "a"] }).length, 1)
    assert.deepStrictEqual(faultsOf(Patch, { externalIds: ["x".repeat(257)] }).length, 1)
    assert.deepStrictEqual(faultsOf(Patch, { externalIds: [""] }).length, 1)
    assert.deepStrictEqual(faultsOf(SiteCreate, { siteId: "s" }), [])
    assert.deepStrictEqual(faultsOf(SiteCreate, {}).length, 1)
    assert.deepStrictEqual(faultsOf(SiteCreate, { site: "s", siteId: "s" }).length, 1)
  })
})
