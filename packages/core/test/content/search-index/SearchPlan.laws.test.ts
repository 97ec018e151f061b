import { assert, describe, it } from "@effect/vitest"
import { SearchPlan } from "@quire/core/internal"
import { Property } from "@quire/testing"
import * as FastCheck from "fast-check"

const letter = FastCheck.constantFrom("a", "b", "c", "é")
const edit = FastCheck.record({
  kind: FastCheck.constantFrom("remove", "add", "replace", "exchange"),
  at: FastCheck.nat(11),
  letter
})

const apply = (letters: ReadonlyArray<string>, { at, kind, letter }: { at: number; kind: string; letter: string }) => {
  const [own = "", next = ""] = letters.slice(at)
  switch (kind) {
    case "remove":
      return letters.toSpliced(at, 1)
    case "add":
      return letters.toSpliced(at, 0, letter)
    case "replace":
      return letters.toSpliced(at, 1, letter)
    default:
      return letters.toSpliced(at, 2, next, own)
  }
}

describe("SearchPlan.partsOf", () => {
  it("gives parts of which every similar word has one", () =>
    Property.sync(
      [FastCheck.array(letter, { minLength: 4, maxLength: 12 }), FastCheck.array(edit, { minLength: 1, maxLength: 2 })],
      ([letters, edits]) => {
        const word = letters.join("")
        const changed = edits.reduce(apply, letters).join("")
        const distance = SearchPlan.distanceOf(word, changed, edits.length)
        FastCheck.pre(distance !== undefined)
        const parts = SearchPlan.partsOf(word, edits.length)
        assert.isTrue(
          parts.some((part) => changed.includes(part)),
          `${word} ${changed} ${parts.join(" ")}`
        )
      },
      2000
    ))
})
