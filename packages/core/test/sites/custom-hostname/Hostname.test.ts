import { assert, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import { Array as Arr, Result, Schema } from "effect"
import * as fc from "fast-check"
import * as Hostname from "../../../src/sites/custom-hostname/Hostname.ts"

const decode = Schema.decodeUnknownResult(Hostname.Hostname)
const read = (text: string) => Result.getOrElse(decode(text), () => "refused")

/** So many characters of whole labels. */
const long = (length: number) => `${"a.".repeat(length)}example`.slice(-length).replace(/^\./, "a")

describe("a hostname (rule hostname-form)", () => {
  it("has one spelling", () => {
    const spellings: ReadonlyArray<readonly [sent: string, kept: string]> = [
      ["docs.example.com", "docs.example.com"],
      ["example.com", "example.com"],
      ["DOCS.Example.COM", "docs.example.com"],
      [" docs.example.com ", "docs.example.com"],
      ["docs.example.com.", "docs.example.com"],
      ["bücher.example", "xn--bcher-kva.example"],
      ["BÜCHER.example", "xn--bcher-kva.example"],
      ["xn--bcher-kva.example", "xn--bcher-kva.example"],
      ["XN--BCHER-KVA.example", "xn--bcher-kva.example"],
      ["例え.テスト", "xn--r8jz45g.xn--zckzah"],
      ["1.2.3.example", "1.2.3.example"],
      ["0x7f.1.co", "0x7f.1.co"],
      [`${"a".repeat(63)}.example.com`, `${"a".repeat(63)}.example.com`]
    ]
    for (const [sent, kept] of spellings) assert.strictEqual(read(sent), kept, sent)
  })

  it("rejects IP addresses, parts of them, and names of the local machine", () => {
    const refused = [
      "",
      ".",
      "com",
      "localhost",
      "localhost.",
      "docs.localhost",
      "127.0.0.1",
      "127.1",
      "0x7f.1",
      "1.2.3.4.",
      "2130706433",
      "[::1]",
      "::1",
      "docs.example.com:443",
      "https://docs.example.com",
      "docs.example.com/",
      "docs.example.com/path",
      "user@docs.example.com",
      "docs.example.com?x",
      "docs.example.com#x",
      "docs%2eexample.com",
      "docs example.com",
      "docs\u00adexample.com",
      "docs.exam\u200bple.com",
      "docs..example.com",
      ".example.com",
      "docs.example.com..",
      "-docs.example.com",
      "docs-.example.com",
      "_docs.example.com",
      "*.example.com",
      "docs.example.1",
      "docs.example.c",
      "xn--a.example",
      "docs.example.com\u0000",
      `${"a".repeat(64)}.example.com`
    ]
    for (const text of refused) assert.strictEqual(read(text), "refused", text)
  })

  it("has at most 236 characters, so that the name of its record has at most 253", () => {
    const most = long(Hostname.limits.hostnameLength)
    assert.lengthOf(most, 236)
    assert.strictEqual(read(most), most)
    assert.lengthOf(Hostname.recordName(most), 253)
    assert.strictEqual(read(`a${most.slice(1)}b`), "refused")
    assert.strictEqual(read(long(Hostname.limits.hostnameLength + 1)), "refused")
    assert.strictEqual(read("a".repeat(254)), "refused")
  })

  it("equals its own canonical spelling, for any input", () => {
    const label = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9-]{0,5}[A-Za-z0-9])?$/),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 })
    )
    const texts = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join("."))
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: "binary" })), (text) => {
        const kept = read(text)
        if (kept !== "refused") {
          assert.strictEqual(read(kept), kept)
          assert.match(kept, /^[a-z0-9.-]{4,236}$/)
          assert.strictEqual(new URL(`http://${kept}`).hostname, kept)
        }
        assert.isTrue(kept === "refused" || Hostname.is(kept))
      }),
      { numRuns: Rounds.rounds(300, 20_000, 2_000) }
    )
  })

  it("has labels of up to 63 characters each", () => {
    const fits = Arr.makeBy(3, () => "b".repeat(63)).join(".")
    assert.strictEqual(read(`${fits}.example.com`), `${fits}.example.com`)
    assert.strictEqual(read(`${fits}b.example.com`), "refused")
  })
})
