import { assert, describe, it } from "@effect/vitest"
import { OrganizationId, Secrets, SiteId } from "@quire/core"
import { Sealed, ShareLink } from "@quire/core/internal"
import { Schema } from "effect"
import { decoded, faultsOf } from "../faults.ts"

const key = "k".repeat(43)

const link: ShareLink.ShareLink = {
  id: ShareLink.ShareLinkId.make("l1"),
  organization: OrganizationId.make("o1"),
  site: SiteId.make("s1"),
  name: "Partners",
  active: true,
  digest: Secrets.digest(key),
  sealed: Sealed.SealedText.make("1.k.x"),
  createdAt: 0
}

describe("a share link", () => {
  it("has a name of up to 50 characters (rule share-link-limits)", () => {
    const { Create, Patch } = ShareLink
    for (const name of ["", "x".repeat(50), "😀".repeat(50)]) {
      assert.deepStrictEqual(faultsOf(Create, { name }), [])
      assert.deepStrictEqual(faultsOf(Patch, { name }), [])
    }
    assert.deepStrictEqual(faultsOf(Create, { name: "x".repeat(51) }), ["name: must be at most 50 characters"])
    assert.deepStrictEqual(faultsOf(Patch, { name: "x".repeat(51) }), ["name: must be at most 50 characters"])
    assert.deepStrictEqual(faultsOf(Create, {}), ["name: is missing"])
    assert.match(faultsOf(Create, { name: "a", key: "b" }).join(), /^key: is unexpected/)
    assert.match(faultsOf(Patch, { key: "b" }).join(), /^key: is unexpected/)
    assert.match(faultsOf(Patch, { active: null }).join(), /^active: /)
    assert.deepStrictEqual(decoded(Create, { name: " a " }), { name: "a" })
    assert.strictEqual(ShareLink.limits.linksPerSite, 1000)
  })

  it("changes only the fields of a patch, and keeps its key", () => {
    assert.deepStrictEqual(ShareLink.patch(link, {}), link)
    assert.deepStrictEqual(ShareLink.patch(link, { active: false }), { ...link, active: false })
    assert.deepStrictEqual(ShareLink.patch(link, { name: "" }), { ...link, name: "" })
  })

  it("shows its address if the caller may see it", () => {
    const encode = Schema.encodeSync(ShareLink.ShareLinkView)
    const location = "https://quire.test/v1/orgs/o1/sites/s1/share-links/l1"
    const shown = encode(
      ShareLink.view(link, "https://quire.test", { published: "https://quire.test/sites/o/docs/", key })
    )
    assert.deepStrictEqual(shown, {
      object: "share-link",
      id: "l1",
      createdAt: "1970-01-01T00:00:00.000Z",
      name: "Partners",
      active: true,
      urls: { location, published: `https://quire.test/sites/o/docs/~share/${key}/` }
    })
    const hidden = encode(ShareLink.view(link, "https://quire.test"))
    assert.deepStrictEqual(hidden.urls, { location })
  })
})
