import { assert, describe, it } from "vitest"
import { hiding } from "../../../src/people/personal-data/NameRedaction.ts"

const syntax = "^$\\.*+?()[]{}|/-&#~"

describe("the redaction of a user's name (rule user-erase)", () => {
  const hide = hiding({
    names: ["Ann Öz-Lee", "Ann", syntax, ""],
    addresses: ["ann.lee+x@example.test"],
    photos: ["https://pictures.example/a?b=c"]
  })

  it.each([
    ["Ann Öz-Lee wrote", "[erased] wrote"],
    ["to ANN.LEE+X@EXAMPLE.TEST, from annöz", "to [erased], from annöz"],
    ["ann, Anna and Joann", "[erased], Anna and Joann"],
    ["see https://pictures.example/a?b=c!", "see [erased]!"],
    ["annXlee+x@example.test", "annXlee+x@example.test"],
    [`(${syntax})`, "([erased])"],
    ["", ""]
  ])("redacts whole words in any case: %s", (text, hidden) => {
    assert.strictEqual(hide(text), hidden)
  })

  it("redacts nothing for a user without a name", () => {
    assert.strictEqual(hiding({ names: [""], addresses: [], photos: [] })("Ann"), "Ann")
  })
})
