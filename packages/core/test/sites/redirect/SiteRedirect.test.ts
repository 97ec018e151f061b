import { assert, describe, it } from "@effect/vitest"
import { OrganizationId, SiteId, SiteSpaceId } from "@quire/core"
import { SiteRedirect } from "@quire/core/internal"
import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { decoded, faultsOf } from "../faults.ts"

const { Create, Patch, Source, Upsert } = SiteRedirect

const destination = { kind: "site-space", siteSpaceId: SiteSpaceId.make("ss1") } as const
const elsewhere = { kind: "site-space", siteSpaceId: SiteSpaceId.make("ss2") } as const

const redirect = (source: string, to: SiteRedirect.Destination = destination): SiteRedirect.SiteRedirect => ({
  id: SiteRedirect.SiteRedirectId.make(`r${source.length}`),
  organization: OrganizationId.make("o1"),
  site: SiteId.make("s1"),
  source,
  destination: to,
  createdAt: 1
})

/** Paths of every kind: with escapes, cases, marks, empty and dotted parts, queries, and what is no path at all. */
const part = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    "A",
    "%41",
    "%C3%A9",
    "e\u0301",
    "É",
    ".",
    "..",
    "%2e",
    "%2F",
    "%",
    "%zz",
    "~a",
    "文",
    "İ",
    "Σ"
  ),
  fc.string({ maxLength: 4, unit: "binary" }),
  fc.string({ maxLength: 4 }).map(encodeURIComponent)
)
const path = fc.oneof(
  fc.array(part, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`),
  fc.string({ unit: "binary", maxLength: 10 })
)

describe("the path of a redirect (rule redirect-path)", () => {
  it.each([
    ["/a", "/a"],
    ["/A/b/", "/a/b"],
    ["//a///b//", "/a/b"],
    ["/caf%C3%A9", "/café"],
    ["/caf%c3%a9", "/café"],
    ["/cafe\u0301", "/café"],
    ["/CAF\u00c9", "/café"],
    ["/a%20b", "/a b"],
    ["/a b", "/a b"],
    ["/a%2525", "/a%25"],
    ["/%7Ea", "/~a"],
    ["/a.html", "/a.html"],
    ["/...", "/..."],
    ["/", "/"],
    ["///", "/"]
  ])("normalizes %j to %j", (given, normal) =>
    assert.deepStrictEqual(SiteRedirect.normalize(given), Result.succeed(normal))
  )

  it.each([
    ["", "must start with /"],
    ["a", "must start with /"],
    ["https://a.b/c", "must start with /"],
    ["/a?b", "must not have a query or a fragment"],
    ["/a#b", "must not have a query or a fragment"],
    ["/a%", "must have two hexadecimal digits after each %, and be UTF-8"],
    ["/a%zz", "must have two hexadecimal digits after each %, and be UTF-8"],
    ["/%ff", "must have two hexadecimal digits after each %, and be UTF-8"],
    ["/a%2Fb", "must not contain an encoded /"],
    ["/a/../b", "must not have .. as a part"],
    ["/%2e%2E", "must not have .. as a part"],
    ["/./a", "must not have . as a part"],
    ["/a%00", "must not contain control characters"],
    ["/a\n", "must not contain control characters"],
    ["/a\ud800", "must be well-formed Unicode"]
  ])("rejects %j, which has no normal form: %s", (given, rule) =>
    assert.deepStrictEqual(SiteRedirect.normalize(given), Result.fail(rule))
  )

  it.each([
    ["/", "must name a path below the site"],
    ["//", "must name a path below the site"],
    ["/~share/x", "must not start with ~, which is reserved for the site"],
    ["/%7Esearch", "must not start with ~, which is reserved for the site"],
    [`/${"a".repeat(512)}`, "must be at most 512 characters"],
    [`/${"文".repeat(512)}`, "must be at most 512 characters"]
  ])("rejects %j as the source of a redirect: %s", (given, rule) =>
    assert.deepStrictEqual(faultsOf(Create, { source: given, destination }), [`source: ${rule}`])
  )

  it("has up to 512 characters, in any encoding", () => {
    for (const text of ["a", "文", "😀", "%E6%96%87"]) {
      const source = `/${text.repeat(511)}`
      assert.deepStrictEqual(faultsOf(Create, { source, destination }), [])
      assert.isNotEmpty(faultsOf(Create, { source: `${source}${text}`, destination }))
    }
  })

  it("stays unchanged in normal form, and has an ASCII encoding", () =>
    fc.assert(
      fc.property(path, (given) => {
        const normal = SiteRedirect.normalize(given)
        fc.pre(Result.isSuccess(normal))
        const encoded = SiteRedirect.encode(normal.success)
        assert.match(encoded, /^\/(?:(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})+(?:\/(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})+)*)?$/)
        assert.deepStrictEqual(SiteRedirect.normalize(encoded), normal)
        const again = SiteRedirect.normalize(normal.success.replaceAll("%", "%25").replace(/[?#]/g, encodeURIComponent))
        assert.deepStrictEqual(again, normal)
      })
    ))

  it("normalizes every single character", () => {
    const unlike: Array<string> = []
    for (let point = 0x20; point <= 0x2ffff; point++) {
      const once = SiteRedirect.normalize(`/${encodeURIComponent(`x${String.fromCodePoint(point)}`.toWellFormed())}`)
      if (Result.isFailure(once)) continue
      const twice = SiteRedirect.normalize(SiteRedirect.encode(once.success))
      if (Result.isFailure(twice) || twice.success !== once.success) unlike.push(point.toString(16))
    }
    assert.deepStrictEqual(unlike, [])
  })

  it("stays unchanged when it is validated again", () =>
    fc.assert(
      fc.property(path, (given) => {
        fc.pre(faultsOf(Source, given).length === 0)
        const once = decoded(Source, given)
        assert.strictEqual(decoded(Source, once), once)
      })
    ))
})

describe("the lookup of a redirect (rule redirect-unique)", () => {
  const known = ["/a", "/a/b", "/café", "/文", "/a b", "/100%", "/i̇"].map((source) => redirect(source))
  const redirects = SiteRedirect.bySource(known)

  it("finds it by every spelling of its path", () =>
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.boolean(), fc.boolean(), (each, isUpper, hasSlash) => {
        const plain = each.source.replaceAll("%", "%25")
        const spelled = isUpper ? plain.toUpperCase() : SiteRedirect.encode(each.source)
        assert.strictEqual(SiteRedirect.resolve(redirects, `${spelled}${hasSlash ? "/" : ""}`), each)
        assert.strictEqual(SiteRedirect.resolve(redirects, `/${spelled.normalize("NFD")}`), each)
      })
    ))

  it("handles any text, and returns only a redirect of that path", () =>
    fc.assert(
      fc.property(path, (given) => {
        const found = SiteRedirect.resolve(redirects, given)
        const normal = Result.getOrUndefined(SiteRedirect.normalize(given))
        assert.strictEqual(found?.source, known.some(({ source }) => source === normal) ? normal : undefined)
      })
    ))
})

describe("redirect input", () => {
  it("has a path and a destination of one of three kinds", () => {
    for (const each of [
      destination,
      { kind: "site-section", siteSectionId: "sec1" },
      { kind: "site-page", siteSpaceId: "ss1", pageId: "p1" }
    ]) {
      assert.deepStrictEqual(faultsOf(Create, { source: "/a", destination: each }), [])
      assert.deepStrictEqual(faultsOf(Patch, { destination: each }), [])
    }
    const wrong: ReadonlyArray<readonly [given: unknown, fault: RegExp]> = [
      [{ source: "/a" }, /^destination: is missing/],
      [{ destination }, /^source: is missing/],
      [{ source: "/a", destination, to: 1 }, /^to: is unexpected/],
      [{ source: "/a", destination: { ...destination, pageId: "p1" } }, /^destination\.pageId: is unexpected/],
      [{ source: "/a", destination: { kind: "url", url: "https://a.b" } }, /^destination\.kind: Expected/],
      [{ source: "/a", destination: { kind: "site-page", siteSpaceId: "ss1" } }, /^destination\.pageId: is missing/],
      [{ source: "/a", destination: { kind: "site-section", siteSectionId: "a b" } }, /^destination\.siteSectionId: /],
      [{ source: 1, destination }, /^source: Expected string/]
    ]
    for (const [given, fault] of wrong) assert.match(faultsOf(Create, given).join("; "), fault)
    assert.deepStrictEqual(faultsOf(Patch, {}), [])
    assert.match(faultsOf(Patch, { source: null }).join(), /^source: /)
  })

  it("has 1 to 500 redirects at once, each with a unique path (rules redirect-limits and redirect-upsert)", () => {
    const many = (count: number) => ({
      redirects: Array.from({ length: count }, (_, at) => ({ source: `/${at}`, destination }))
    })
    for (const count of [1, 500]) assert.deepStrictEqual(faultsOf(Upsert, many(count)), [])
    assert.deepStrictEqual(faultsOf(Upsert, many(0)), ["redirects: must have an entry"])
    assert.deepStrictEqual(faultsOf(Upsert, many(501)), ["redirects: must have at most 500 entries"])
    const twice = { redirects: ["/a", "/b", "/A/"].map((source) => ({ source, destination })) }
    assert.deepStrictEqual(faultsOf(Upsert, twice), ["redirects.2.source: must not be the source of an earlier entry"])
    assert.deepStrictEqual(
      faultsOf(Upsert, { redirects: [{ source: "/a", destination, hits: 1 }] }).map((fault) => fault.split(":")[0]),
      ["redirects.0.hits"]
    )
    assert.strictEqual(SiteRedirect.limits.redirectsPerSite, 10_000)
  })

  it("creates missing redirects, and updates existing ones (rule redirect-upsert)", () => {
    const before = [redirect("/a"), redirect("/b"), redirect("/c")]
    const given = decoded(Upsert, {
      redirects: [
        { source: "/A", destination },
        { source: "/b/", destination: elsewhere },
        { source: "/d%20e", destination }
      ]
    })
    const plan = SiteRedirect.planUpsert(SiteRedirect.bySource(before), given)
    assert.deepStrictEqual(plan, {
      created: [{ source: "/d e", destination }],
      changed: [{ before: redirect("/b"), after: redirect("/b", elsewhere) }]
    })
    const after = [
      ...before.filter(({ source }) => source !== "/b"),
      ...plan.changed.map((each) => each.after),
      redirect("/d e")
    ]
    assert.deepStrictEqual(SiteRedirect.planUpsert(SiteRedirect.bySource(after), given), {
      created: [],
      changed: []
    })
  })

  it("changes only the given fields", () => {
    const before = redirect("/a")
    const to = decoded(Patch, { source: "/B%20c/" })
    assert.deepStrictEqual(SiteRedirect.patch(before, {}), before)
    assert.deepStrictEqual(SiteRedirect.patch(before, to), { ...before, source: "/b c" })
    assert.deepStrictEqual(SiteRedirect.patch(before, { destination: elsewhere }), {
      ...before,
      destination: elsewhere
    })
  })

  it("displays percent-encoded, so that it can be sent again", () => {
    const self = redirect("/café (1)/100%")
    const shown = Schema.encodeSync(SiteRedirect.SiteRedirectView)(SiteRedirect.view(self))
    assert.deepStrictEqual(shown, {
      object: "site-redirect",
      id: self.id,
      source: "/caf%C3%A9%20%281%29/100%25",
      destination
    })
    assert.deepStrictEqual(
      SiteRedirect.ofCreate(decoded(Create, { source: shown.source, destination })).source,
      self.source
    )
  })
})
