import { assert, describe, it } from "@effect/vitest"
import { OrganizationId, SiteId } from "../../../src/foundation/id/Ids.ts"
import * as CustomHostname from "../../../src/sites/custom-hostname/CustomHostname.ts"

const made = (hostname: string, verifiedAt: number | null): CustomHostname.CustomHostname => ({
  id: CustomHostname.rowId("o", hostname),
  organization: OrganizationId.make("o"),
  site: SiteId.make("s"),
  hostname,
  verifiedAt,
  createdAt: 0
})

describe("a hostname of a site", () => {
  it("redirects to the most recently verified one (rule hostname-canonical)", () => {
    assert.isNull(CustomHostname.canonical([]))
    assert.isNull(CustomHostname.canonical([made("a.example.com", null)]))
    const those = [made("a.example.com", 1), made("d.example.com", 2), made("c.example.com", 2)]
    assert.strictEqual(CustomHostname.canonical(those), "c.example.com")
    assert.strictEqual(CustomHostname.canonical([...those.toReversed(), made("e.example.com", null)]), "c.example.com")
  })

  it("needs proof by a text of only the site and the hostname (rule hostname-challenge)", () => {
    const of = (id: string, hostname: string) => CustomHostname.challenge({ site: SiteId.make(id), hostname })
    const text = of("s", "a.example.com")
    assert.match(text, /^[A-Za-z0-9_-]{43}$/)
    assert.strictEqual(of("s", "a.example.com"), text)
    assert.strictEqual(new Set([text, of("t", "a.example.com"), of("s", "b.example.com")]).size, 3)
  })
})
