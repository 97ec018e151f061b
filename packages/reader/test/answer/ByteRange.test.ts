import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as ByteRange from "../../src/answer/ByteRange.ts"

const cases: ReadonlyArray<readonly [range: string | undefined, size: number, expected: string]> = [
  [undefined, 10, "whole"],
  ["bytes=0-", 10, "0-10"],
  ["bytes=0-0", 10, "0-1"],
  ["bytes=9-9", 10, "9-10"],
  ["bytes=9-10", 10, "9-10"],
  ["bytes=10-", 10, "beyond"],
  ["bytes=10-20", 10, "beyond"],
  ["bytes=-1", 10, "9-10"],
  ["bytes=-10", 10, "0-10"],
  ["bytes=-11", 10, "0-10"],
  ["bytes=-0", 10, "beyond"],
  ["bytes=5-4", 10, "whole"],
  ["bytes=0-1,4-5", 10, "whole"],
  ["bytes=", 10, "whole"],
  ["bytes=-", 10, "whole"],
  ["bytes=a-b", 10, "whole"],
  ["bytes=1.5-2", 10, "whole"],
  ["bytes=0x1-2", 10, "whole"],
  ["lines=0-1", 10, "whole"],
  ["BYTES = 2 - 3", 10, "2-4"],
  [`bytes=0-${"9".repeat(400)}`, 10, "0-10"],
  [`bytes=${"9".repeat(400)}-`, 10, "beyond"],
  ["bytes=0-", 0, "beyond"],
  ["bytes=-1", 0, "beyond"]
]

const tell = (range: ByteRange.ByteRange): string =>
  range._tag === "Part" ? `${range.from}-${range.to}` : range._tag.toLowerCase()

describe("a byte range (rule file-range)", () => {
  it.each(cases)("parses %s of %i bytes as %s", (range, size, expected) => {
    assert.strictEqual(tell(ByteRange.parse(range, size)), expected)
  })

  it("lies within the bytes and is never empty", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.option(fc.nat(40)), fc.option(fc.nat(40)), (size, first, last) => {
        const found = ByteRange.parse(`bytes=${first ?? ""}-${last ?? ""}`, size)
        const { from, to } = found._tag === "Part" ? found : { from: 0, to: 1 }
        assert.isTrue(from >= 0 && from < to && (found._tag !== "Part" || to <= size))
      })
    )
  })

  it("applies only when the validator names the same bytes", () => {
    const of = (value: string | undefined) => ByteRange.isOfSame(value, '"a"')
    assert.deepStrictEqual(
      [undefined, '"a"', ' "a" ', 'W/"a"', '"b"', "a", "", "Wed, 21 Oct 2015 07:28:00 GMT"].map(of),
      [true, true, true, false, false, false, false, false]
    )
  })
})
