import { assert, it } from "@effect/vitest"
import { Sha256 } from "@quire/core/internal"
import * as fc from "fast-check"

it("computes the platform's digests with the portable function, also for malformed texts", () =>
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), fc.nat(80), (text, end) => {
      const cut = text.slice(0, end)
      assert.strictEqual(Sha256.digest(cut), Sha256.portable(cut))
    })
  ))
it("computes the digest of the whole from pieces, with and without the platform", () =>
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 80 })), (texts) => {
      for (const begin of [Sha256.begin, Sha256.beginPortable]) {
        const hashing = begin()
        for (const text of texts) hashing.add(new TextEncoder().encode(text))
        assert.strictEqual(hashing.end(), Sha256.portable(texts.join("")))
      }
    })
  ))
it("digests a lone surrogate as its replacement character", () =>
  assert.strictEqual(Sha256.digest("a\ud800b"), Sha256.portable("a\ufffdb")))
