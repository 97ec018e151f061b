import { assert, it } from "@effect/vitest"
import { Sha256 } from "@quire/core/internal"
import * as fc from "fast-check"

it("the platform's digests are those of the portable function, of texts that are not well-formed too", () =>
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), fc.nat(80), (text, end) => {
      const cut = text.slice(0, end)
      assert.strictEqual(Sha256.digest(cut), Sha256.portable(cut))
    })
  ))
it("digests of pieces are those of the whole, on the platform and without it", () =>
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 80 })), (texts) => {
      for (const begin of [Sha256.begin, Sha256.beginPortable]) {
        const hashing = begin()
        for (const text of texts) hashing.add(new TextEncoder().encode(text))
        assert.strictEqual(hashing.end(), Sha256.portable(texts.join("")))
      }
    })
  ))
it("a lone surrogate is digested as what stands for it", () =>
  assert.strictEqual(Sha256.digest("a\ud800b"), Sha256.portable("a\ufffdb")))
