import { assert, describe, it } from "@effect/vitest"
import type { Block } from "@quire/core"
import { BlockIndex } from "@quire/core/internal"
import { Property } from "@quire/testing"
import * as fc from "fast-check"

const fragment = (name: string): Block.Fragment<Block.Block> => ({ object: "fragment", fragment: name, nodes: [] })

const slotNames = (names: ReadonlyArray<string>) => BlockIndex.slotNames(names.map(fragment))

describe("the naming of fragments", () => {
  it("gives unique names, with the first free number where a name was used before", () =>
    Property.sync([fc.array(fc.constantFrom("a", "b", "a#2", "a#3", "a#2#2"))], ([names]) => {
      const taken = new Set<string>()
      for (const [index, found] of slotNames(names).entries()) {
        const name = names[index] ?? ""
        let expected = name
        for (let number = 2; taken.has(expected); number++) expected = `${name}#${number}`
        assert.strictEqual(found, expected)
        taken.add(found)
      }
    }))

  it("finds as many fragments as a document can hold", () => {
    const found = slotNames(Array.from({ length: 20_000 }, () => "a"))
    assert.strictEqual(found.at(-1), "a#20000")
    assert.strictEqual(new Set(found).size, 20_000)
  })
})
