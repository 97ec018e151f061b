import { assert, describe, it } from "@effect/vitest"
import { FileName } from "@quire/core"
import { Result, Schema } from "effect"
import * as fc from "fast-check"
import * as Disposition from "../../src/answer/Disposition.ts"

const decode = Schema.decodeUnknownResult(FileName.FileName)

describe("the disposition of a file", () => {
  it("contains the name of the file", () => {
    assert.strictEqual(Disposition.header("inline", "logo.png"), "inline; filename*=UTF-8''logo.png")
    assert.strictEqual(
      Disposition.header("attachment", "Größe (1)'*.pdf"),
      "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29%27_.pdf"
    )
  })

  it("consists of one plain header that names a file, for any address", () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const said = Disposition.header("attachment", text)
        const [, name = ""] = /^attachment; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/.exec(said) ?? []
        assert.deepStrictEqual(decode(decodeURIComponent(name)), Result.succeed(FileName.sanitize(text)))
      })
    ))
})
