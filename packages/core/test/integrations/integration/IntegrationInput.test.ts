import { assert, describe, it } from "@effect/vitest"
import { IntegrationInput } from "@quire/core"
import { Input } from "@quire/core/internal"
import { Effect } from "effect"

const check = Input.checked(IntegrationInput.Publish)

const { limits } = IntegrationInput

const pixels = (size: number, [width, height] = [16, 16]): string => {
  const bytes = new Uint8Array(size)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width ?? 0)
  view.setUint32(20, height ?? 0)
  return Buffer.from(bytes).toString("base64")
}

const least = { organization: "acme", title: "Tool", description: "", script: "x", scopes: [] }

/** The paths of the faults; empty if there are none. */
const faults = (more: Record<string, unknown>) =>
  Effect.runPromise(
    Effect.match(check({ ...least, ...more } as never), {
      onFailure: ({ details }) => [...new Set(details.map(({ path }) => path))],
      onSuccess: () => []
    })
  )

const list = <A>(length: number, of: (at: number) => A) => Array.from({ length }, (_, at) => of(at))

const place = (properties: Record<string, unknown>, more = {}) => ({ account: { properties, ...more } })

const block = (more = {}) => ({ id: "box", title: "Box", ...more })

describe("a published integration", () => {
  const atLimits: ReadonlyArray<readonly [path: string, good: Record<string, unknown>, bad: Record<string, unknown>]> =
    [
      ["title", { title: "ab" }, { title: "a" }],
      ["title", { title: "x".repeat(30) }, { title: "x".repeat(31) }],
      ["description", { description: "x".repeat(100) }, { description: "x".repeat(101) }],
      ["summary", { summary: "x".repeat(2048) }, { summary: "x".repeat(2049) }],
      ["script", { script: "x".repeat(limits.scriptSize) }, { script: "x".repeat(limits.scriptSize + 1) }],
      ["script", { script: "é".repeat(limits.scriptSize / 2) }, { script: `${"é".repeat(limits.scriptSize / 2)}x` }],
      ["script", { script: " " }, { script: "" }],
      ["icon", { icon: pixels(limits.iconSize) }, { icon: pixels(limits.iconSize + 1) }],
      [
        "previewImages.0",
        { previewImages: [pixels(limits.previewImageSize)] },
        { previewImages: [pixels(limits.previewImageSize + 1)] }
      ],
      ["previewImages", { previewImages: list(3, () => pixels(64)) }, { previewImages: list(4, () => pixels(64)) }],
      [
        "externalLinks",
        { externalLinks: list(5, () => ({ url: "https://acme.test", label: "Acme" })) },
        { externalLinks: list(6, () => ({ url: "https://acme.test", label: "Acme" })) }
      ],
      [
        "externalLinks.0.label",
        { externalLinks: [{ url: "https://acme.test", label: "x".repeat(100) }] },
        { externalLinks: [{ url: "https://acme.test", label: "x".repeat(101) }] }
      ],
      ["scopes", { scopes: list(50, () => "openapi:read") }, { scopes: list(51, () => "openapi:read") }],
      ["categories", { categories: list(50, () => "other") }, { categories: list(51, () => "other") }],
      [
        "blocks",
        { blocks: list(50, (at) => block({ id: `b${at}` })) },
        { blocks: list(51, (at) => block({ id: `b${at}` })) }
      ],
      [
        "blocks.0.title",
        { blocks: [block({ title: "x".repeat(40) })] },
        { blocks: [block({ title: "x".repeat(41) })] }
      ],
      ["blocks.0.title", { blocks: [block({ title: "xy" })] }, { blocks: [block({ title: "x" })] }],
      [
        "blocks.0.description",
        { blocks: [block({ description: "x".repeat(150) })] },
        { blocks: [block({ description: "x".repeat(151) })] }
      ],
      [
        "blocks.0.urlUnfurl",
        { blocks: [block({ urlUnfurl: list(50, () => "https://a.test/*") })] },
        { blocks: [block({ urlUnfurl: list(51, () => "https://a.test/*") })] }
      ],
      [
        "blocks.0.urlUnfurl.0",
        { blocks: [block({ urlUnfurl: [`https://a.test/${"x".repeat(2033)}`] })] },
        { blocks: [block({ urlUnfurl: [`https://a.test/${"x".repeat(2034)}`] })] }
      ],
      [
        "blocks.0.icon",
        { blocks: [block({ icon: pixels(64) })] },
        { blocks: [block({ icon: pixels(limits.iconSize + 1) })] }
      ],
      [
        "contentSources.0.title",
        { contentSources: [{ ...block({ title: "x".repeat(40) }), configuration: { componentId: "c" } }] },
        { contentSources: [{ ...block({ title: "x".repeat(41) }), configuration: { componentId: "c" } }] }
      ],
      [
        "secrets",
        { secrets: Object.fromEntries(list(100, (at) => [`S${at}`, ""])) },
        { secrets: Object.fromEntries(list(101, (at) => [`S${at}`, ""])) }
      ],
      ["secrets.KEY", { secrets: { KEY: "x".repeat(16_384) } }, { secrets: { KEY: "x".repeat(16_385) } }],
      [
        "contentSecurityPolicy",
        { contentSecurityPolicy: `img-src ${"x".repeat(4088)}` },
        { contentSecurityPolicy: `img-src ${"x".repeat(4089)}` }
      ]
    ]
  it.each(atLimits)("keeps the limit of %s", async (path, good, bad) => {
    assert.deepStrictEqual([await faults(good), await faults(bad)], [[], [path]])
  })

  it("has pictures that begin with the PNG signature (rule integration-pictures)", async () => {
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Uint8Array(60)]).toString("base64")
    const bad = [
      "",
      "x",
      "data:image/png;base64,iVBORw0KGgo=",
      jpeg,
      pixels(64, [0, 1]),
      pixels(64, [1, 65_536]),
      pixels(32)
    ]
    for (const icon of bad) assert.deepStrictEqual(await faults({ icon }), ["icon"], icon)
    assert.deepStrictEqual(await faults({ icon: pixels(33, [65_535, 1]) }), [])
  })

  it("declares the configurable properties (rule integration-configurations)", async () => {
    const text = { type: "string" }
    const good = [
      place({
        name: { ...text, title: "Name", enum: ["a", "b"], default: "a" },
        count: { type: "number", default: 1 }
      }),
      place({ go: { type: "button", callback_url: "/oauth", button_text: "Go" } }, { required: ["go"] }),
      { space: { componentId: "ask" }, site: { properties: {} } },
      place(Object.fromEntries(list(50, (at) => [`p${at}`, text])))
    ]
    for (const configurations of good) assert.deepStrictEqual(await faults({ configurations }), [])
    const at = "configurations.account.properties"
    const bad: ReadonlyArray<readonly [string, unknown]> = [
      [`${at}.name.default`, place({ name: { ...text, enum: ["a"], default: "b" } })],
      [`${at}.name.title`, place({ name: { ...text, title: "x".repeat(51) } })],
      [`${at}.name.description`, place({ name: { ...text, description: "x".repeat(101) } })],
      [`${at}.name.enum`, place({ name: { ...text, enum: list(101, String) } })],
      [`${at}.go.callback_url`, place({ go: { type: "button", callback_url: "//evil.test", button_text: "Go" } })],
      [at, place(Object.fromEntries(list(51, (index) => [`p${index}`, text])))],
      ["configurations.account.required.0", place({}, { required: ["name"] })],
      ["configurations.team", { team: { properties: {} } }]
    ]
    for (const [path, configurations] of bad) assert.deepStrictEqual(await faults({ configurations }), [path])
  })

  it("has a policy of one header (rule integration-policy)", async () => {
    const good = [
      "",
      "default-src 'self'; img-src https://*.acme.test data:;",
      "script-src 'nonce-abc' 'sha256-AAAA=' 'strict-dynamic'; upgrade-insecure-requests",
      { "default-src": "'none'", "frame-src": "https://a.test  https://b.test" }
    ]
    for (const contentSecurityPolicy of good) assert.deepStrictEqual(await faults({ contentSecurityPolicy }), [])
    const bad = [
      "default-src 'self'\r\nset-cookie: a=b",
      "default-src 'self'\n",
      "default-src\t'self'",
      "default-src 'self', script-src *",
      "default-src 'all'",
      "default-source *",
      "img-src *; IMG-SRC data:",
      'img-src "x"',
      "img-src é"
    ]
    for (const contentSecurityPolicy of bad) {
      assert.deepStrictEqual(await faults({ contentSecurityPolicy }), ["contentSecurityPolicy"], contentSecurityPolicy)
    }
    const byDirective: ReadonlyArray<readonly [string, Record<string, string>]> = [
      ["img-src", { "img-src": "*; script-src *" }],
      ["img-src", { "img-src": "*, script-src *" }],
      ["img-src", { "img-src": "*\nscript-src *" }],
      ["x-src", { "x-src": "*" }],
      ["img-src; script-src", { "img-src; script-src": "*" }]
    ]
    for (const [name, contentSecurityPolicy] of byDirective) {
      assert.deepStrictEqual(await faults({ contentSecurityPolicy }), [`contentSecurityPolicy.${name}`])
    }
  })

  it("rejects unknown fields by name", async () => {
    assert.deepStrictEqual(await faults({ verified: true }), ["verified"])
    assert.deepStrictEqual(await faults({ blocks: [block({ shape: 1 })] }), ["blocks.0.shape"])
    assert.deepStrictEqual(await faults({ blocks: [block(), block()] }), ["blocks.1.id"])
    assert.deepStrictEqual(await faults({ scopes: ["everything"] }), ["scopes.0"])
    assert.deepStrictEqual(await faults({ externalLinks: [{ url: "javascript:alert(1)", label: "x" }] }), [
      "externalLinks.0.url"
    ])
  })
})
