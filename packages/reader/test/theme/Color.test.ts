import { assert, describe, it } from "@effect/vitest"
import { Property } from "@quire/testing"
import * as fc from "fast-check"
import * as Color from "../../src/theme/Color.ts"

const anyHex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`)

describe("a color", () => {
  it("converts to OKLCH and back unchanged", () => {
    Property.sync([anyHex], ([hex]) => {
      const color = Color.fromHex(hex)
      assert.strictEqual(color === undefined ? undefined : Color.toHex(color), hex)
    })
  })

  it("parses the short form, and rejects invalid values", () => {
    assert.deepStrictEqual(Color.fromHex("#0af"), Color.fromHex("#00aaff"))
    for (const text of ["", "red", "#12", "#12345", "#1234567", "#ggg", "#fff;}"]) {
      assert.isUndefined(Color.fromHex(text), text)
    }
  })

  it("has the contrast that WCAG defines", () => {
    assert.strictEqual(Color.contrast("#000000", "#ffffff"), 21)
    assert.closeTo(Color.contrast("#777777", "#ffffff"), 4.478, 0.001)
  })

  it("stays unchanged if its contrast is sufficient", () => {
    const blue = Color.fromHex("#346ddb") ?? assert.fail("no colour")
    assert.strictEqual(Color.reach(blue, ["#ffffff"], 4.5), "#346ddb")
  })

  it("reaches a contrast ratio on every background", () => {
    Property.sync([anyHex, anyHex], ([hex, ground]) => {
      const color = Color.fromHex(hex) ?? assert.fail("no colour")
      assert.isAtLeast(Color.contrast(Color.reach(color, [ground], 4.5), ground), 4.5)
    })
  })
})
