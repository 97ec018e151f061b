import { assert, describe, it } from "@effect/vitest"
import { Organization, User } from "@quire/core"
import { EmailAddress } from "@quire/core/internal"
import { Result, Schema } from "effect"
import * as fc from "fast-check"

const email = (text: string) => Result.getOrUndefined(Schema.decodeUnknownResult(User.Email)(text))
const domain = (text: string) => Result.getOrUndefined(Schema.decodeUnknownResult(Organization.EmailDomain)(text))

/** A domain of so many characters, from 66 on. */
const long = (length: number) =>
  `${`${"x".repeat(31)}.`.repeat(Math.floor((length - 34) / 32))}`.padEnd(length - 2, "y") + ".z"

describe("an email address (rule email-form)", () => {
  it.each([
    ["a@example.com", "a@example.com"],
    ["  A.B+c@Example.COM ", "a.b+c@example.com"],
    ["!#$%&'*+/=?^_`{|}~-@x.y", "!#$%&'*+/=?^_`{|}~-@x.y"],
    [`${"a".repeat(64)}@x.y`, `${"a".repeat(64)}@x.y`],
    [`a@${"x".repeat(63)}.com`, `a@${"x".repeat(63)}.com`],
    [`a@${long(252)}`, `a@${long(252)}`],
    ["a@1.x-y.2b.com", "a@1.x-y.2b.com"],
    ["a@bücher.de", "a@xn--bcher-kva.de"],
    ["a@BÜCHER.DE", "a@xn--bcher-kva.de"],
    ["a@bu\u0308cher.de", "a@xn--bcher-kva.de"],
    ["a@XN--BCHER-KVA.de", "a@xn--bcher-kva.de"],
    ["a@例え.jp", "a@xn--r8jz45g.jp"],
    ["a@ｅｘａｍｐｌｅ.com", "a@example.com"],
    ["admin@localhost", "admin@localhost"]
  ])("accepts %j as %j", (text, spelled) => assert.strictEqual(email(text), spelled))

  it.each([
    "a@example..com",
    "a@-x.com",
    "a@x-.com",
    "a@example.com.",
    "a@.example.com",
    `a@${"x".repeat(64)}.com`,
    `a@${long(253)}`,
    `a@${"é".repeat(60)}.com`,
    "a@exam\u200bple.com",
    "a\u200b@example.com",
    "a@exam\u00adple.com",
    "a@exam\ufe0fple.com",
    "a@\u3164.com",
    "a@xn--a.com",
    "a@localhost",
    "a@com",
    "a@",
    "@x.y",
    "a",
    "a@b@x.y",
    ".a@x.y",
    "a.@x.y",
    "a..b@x.y",
    `${"a".repeat(65)}@x.y`,
    '"a b"@x.y',
    "a(b)@x.y",
    "a b@x.y",
    "ä@x.y",
    "a@[192.0.2.1]",
    "a@１９２.０.２.１",
    "a@x_y.com",
    "a@x%41.com",
    "a@x:80.com",
    "a@x.com/y",
    "a@ex。ample.com"
  ])("rejects %j", (text) => assert.isUndefined(email(text)))

  const inner = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/).filter((label) => label.slice(2, 4) !== "--")
  const domains = fc.array(inner, { minLength: 2, maxLength: 3 }).map((labels) => labels.join("."))
  const locals = fc.stringMatching(/^[a-z0-9_+-]{1,30}(\.[a-z0-9_+-]{1,30})?$/)

  it("becomes lowercase and is otherwise unchanged for valid parts", () => {
    fc.assert(
      fc.property(locals, domains, fc.boolean(), (local, name, isLoud) => {
        const address = `${local}@${name}`
        assert.strictEqual(email(isLoud ? address.toUpperCase() : address), address)
      })
    )
  })

  it("has one ASCII spelling that is accepted again unchanged", () => {
    const part = fc.oneof(fc.string({ unit: "grapheme", maxLength: 8 }), inner)
    fc.assert(
      fc.property(part, fc.array(part, { minLength: 1, maxLength: 4 }), (local, labels) => {
        const once = email(`${local}@${labels.join(".")}`)
        fc.pre(once !== undefined)
        assert.match(once, /^[\u0021-\u007e]+$/)
        assert.strictEqual(email(once), once)
        assert.isTrue(EmailAddress.is(once))
      }),
      { numRuns: 1_000 }
    )
  })
})

describe("a domain of email addresses (rule organization-domains)", () => {
  it.each([
    ["Docs.test", "docs.test"],
    ["bücher.de", "xn--bcher-kva.de"],
    [long(253), long(253)]
  ])("accepts %j as %j", (text, spelled) => assert.strictEqual(domain(text), spelled))

  it.each(["docs", "docs.test.", "-x.de", "a..b", "x\u200by.de", "192.0.2.1", "x.1", "gmail.com", long(254)])(
    "rejects %j",
    (text) => assert.isUndefined(domain(text))
  )

  it("has the spelling of the domain in its addresses", () => {
    for (const name of ["Bücher.DE", "docs.test", "xn--BCHER-kva.de"]) {
      assert.strictEqual(User.domainOf(email(`a@${name}`) ?? ""), domain(name))
    }
  })
})
