import { assert, describe, it } from "@effect/vitest"
import { FileName } from "@quire/core"
import { Result, Schema } from "effect"
import * as fc from "fast-check"
import * as Disposition from "../../src/answer/Disposition.ts"

const decode = Schema.decodeUnknownResult(FileName.FileName)

describe("the disposition of a file", () => {
  it("names it as it is called", () => {
    assert.strictEqual(Disposition.header("inline", "logo.png"), "inline; filename*=UTF-8''logo.png")
    assert.strictEqual(
      Disposition.header("attachment", "Größe (1)'*.pdf"),
      "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29%27_.pdf"
    )
  })

  it("is one plain header that names a file, whatever the address says", () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const said = Disposition.header("attachment", text)
        const [, name = ""] = /^attachment; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/.exec(said) ?? []
        assert.deepStrictEqual(decode(decodeURIComponent(name)), Result.succeed(FileName.sanitize(text)))
      })
    ))
})
