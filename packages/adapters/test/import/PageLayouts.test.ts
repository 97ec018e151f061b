import { assert, describe, it } from "@effect/vitest"
import { PageLayout } from "@quire/core"
import * as PageLayouts from "../../src/import/PageLayouts.ts"

const read = (value: unknown) => {
  const { layout, problems } = PageLayouts.read(value)
  return [layout, problems]
}

const layout = (parts: Partial<PageLayout.PageLayout>) => ({ ...PageLayout.defaultLayout, ...parts })

describe("the layout in front matter", () => {
  it("accepts its parts flat, or nested with their visibility", () => {
    const expected = layout({ title: false, width: "wide", cover: false, coverSize: "hero" })
    assert.deepStrictEqual(read({ title: false, width: "wide", cover: false, coverSize: "hero" }), [expected, []])
    const nested = { title: { visible: false }, width: "wide", cover: { visible: false, size: "hero" } }
    assert.deepStrictEqual(read(nested), [expected, []])
  })

  it("reports unknown parts and keeps the others", () => {
    assert.deepStrictEqual(read({ outline: { visible: false }, sides: 2, width: "huge", pagination: { size: 1 } }), [
      layout({ outline: false }),
      ["sides", "width", "pagination.size"].map(
        (name) => `the layout option ${name} or its value is not supported and was ignored`
      )
    ])
    assert.deepStrictEqual(read("wide"), [undefined, ["the layout is not a mapping and was ignored"]])
    assert.deepStrictEqual(
      [read(undefined), read(null)],
      [
        [undefined, []],
        [undefined, []]
      ]
    )
  })
})
