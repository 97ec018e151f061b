import { crc32 as zlibCrc32 } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Checksum } from "@quire/core/internal"
import * as fc from "fast-check"

describe("checksum", () => {
  it("computes the CRC-32 of the standard check text", () =>
    assert.strictEqual(Checksum.crc32("123456789"), 0xcbf43926))
  it("agrees with zlib", () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{0,60}$/), (text) =>
        assert.strictEqual(Checksum.crc32(text), zlibCrc32(text))
      )
    ))
  it("pads base 62 and preserves the order of numbers", () =>
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), fc.bigInt(0n, 2n ** 256n - 1n), (left, right) => {
        const [a, b] = [Checksum.toBase62(left, 43), Checksum.toBase62(right, 43)]
        assert.strictEqual(a.length, 43)
        assert.strictEqual(left < right, a < b)
      })
    ))
})
