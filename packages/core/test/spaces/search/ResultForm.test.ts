import { assert, describe, it } from "@effect/vitest"
import { PageLocation, Paging } from "@quire/core"
import { ResultForm } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"

const written = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    '"',
    "\\",
    "\n",
    "\u0000",
    "\u001f",
    " ",
    "\u007f",
    "\u2028",
    "\ud83d",
    "\ude00",
    "😀",
    "\uffff",
    "/#é"
  )
)
const text = fc.array(written, { maxLength: 4 }).map((pieces) => pieces.join(""))

const section = fc.record({ section: fc.oneof(fc.constant(""), text), title: text, body: text })
const page = fc.record({
  place: fc.record({ id: text, title: text, path: text, app: text }).map(PageLocation.make),
  sections: fc.array(section, { maxLength: 3 })
})
const pages = fc.array(page, { maxLength: 3 })

describe("the JSON of search results", () => {
  it("equals the JSON of the views, for any texts", () =>
    Rounds.holds(
      fc.property(pages, text, text, (given, id, title) => {
        const views = given.map(({ place, sections }) => ResultForm.asViews.page(place, sections))
        const json = given.map(({ place, sections }) => ResultForm.asJson.page(place, sections))
        assert.deepStrictEqual(
          json,
          views.map((view) => JSON.stringify(view))
        )
        const space = ResultForm.asViews.space(id, title, views)
        assert.strictEqual(ResultForm.asJson.space(id, title, json), JSON.stringify(space))
      }),
      Rounds.rounds(500, 50_000)
    ))

  it("equals a JSON list, with or without a next page and a count", () => {
    for (const items of [[], [1], [1, "a", { b: [] }]]) {
      for (const envelope of [{}, { next: { page: 'a"b' } }, { count: 0 }, { next: { page: "p" }, count: 3 }]) {
        const json = Paging.toJson({ items: items.map((item) => JSON.stringify(item)), ...envelope })
        assert.strictEqual(json, JSON.stringify({ items, ...envelope }))
      }
    }
  })
})
