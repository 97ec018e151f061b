import { assert, describe, it } from "@effect/vitest"
import { PublishedAddress } from "@quire/core/internal"
import * as fc from "fast-check"

const base = "https://docs.test/quire"

const parse = (address: string, at = base) => PublishedAddress.parse(address, at)

const site = { _tag: "Path", organization: "acme", basename: "handbook" }

describe("the address of a published site (rule publication-lookup)", () => {
  const table: ReadonlyArray<readonly [address: string, read: object]> = [
    [`${base}/sites/acme/handbook`, { locator: site, mount: ["quire", "sites", "acme", "handbook"], segments: [] }],
    [
      `${base}/sites/acme/handbook//guide/start/?q=1#x`,
      { locator: site, mount: ["quire", "sites", "acme", "handbook"], segments: ["guide", "start"] }
    ],
    [
      `${base}/sites/acme/handbook/~share/key/guide`,
      {
        locator: site,
        shareKey: "key",
        mount: ["quire", "sites", "acme", "handbook", "~share", "key"],
        segments: ["guide"]
      }
    ],
    [
      `${base}/sites/acme/handbook/~preview/a.b.c/`,
      {
        locator: site,
        preview: "a.b.c",
        mount: ["quire", "sites", "acme", "handbook", "~preview", "a.b.c"],
        segments: []
      }
    ],
    [
      `${base}/sites/acme/handbook/~preview/a.b.c/~changes/s1/7/guide`,
      {
        locator: site,
        preview: "a.b.c",
        changeRequest: { space: "s1", number: 7 },
        mount: ["quire", "sites", "acme", "handbook", "~preview", "a.b.c", "~changes", "s1", "7"],
        segments: ["guide"]
      }
    ],
    [
      "https://handbook.acme.test/~preview/a.b.c/~changes/s1/07/",
      {
        locator: { _tag: "Hostname", hostname: "handbook.acme.test" },
        preview: "a.b.c",
        mount: ["~preview", "a.b.c"],
        segments: ["~changes", "s1", "07"]
      }
    ],
    [
      "https://handbook.acme.test/~share/key/~changes/s1/7",
      {
        locator: { _tag: "Hostname", hostname: "handbook.acme.test" },
        shareKey: "key",
        mount: ["~share", "key"],
        segments: ["~changes", "s1", "7"]
      }
    ],
    [
      "http://Handbook.Acme.test/~share/key/caf%C3%A9",
      {
        locator: { _tag: "Hostname", hostname: "handbook.acme.test" },
        shareKey: "key",
        mount: ["~share", "key"],
        segments: ["café"]
      }
    ],
    [
      `${base}/sites/acme`,
      { locator: { _tag: "Hostname", hostname: "docs.test" }, mount: [], segments: ["quire", "sites", "acme"] }
    ],
    [
      "https://docs.test/sites/acme/handbook",
      { locator: { _tag: "Hostname", hostname: "docs.test" }, mount: [], segments: ["sites", "acme", "handbook"] }
    ],
    [
      "https://docs.test:8080/quire/sites/acme/handbook/~share",
      {
        locator: { _tag: "Hostname", hostname: "docs.test" },
        mount: [],
        segments: ["quire", "sites", "acme", "handbook", "~share"]
      }
    ]
  ]

  it.each(table)("parses %s", (address, read) => {
    assert.deepStrictEqual(parse(address) as object, read)
  })

  it("has no value when it is not readable", () => {
    for (const address of ["", "docs", `${base}/sites/acme/handbook/%ff`, `${base}/sites/%E0%A4%A/handbook`]) {
      assert.isUndefined(parse(address), address)
    }
  })

  it("has the same form when written and read", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", minLength: 1 })), (given) => {
        const segments = given
          .map((segment) => segment.normalize("NFC"))
          .filter((segment) => !/^\.{1,2}$/.test(segment))
        const path = PublishedAddress.pathOf(segments.map((segment) => segment.toWellFormed()))
        const read = parse(`https://handbook.test/x${path}`)
        assert.deepStrictEqual(read?.segments, ["x", ...segments.map((segment) => segment.toWellFormed())])
      })
    )
  })
})
