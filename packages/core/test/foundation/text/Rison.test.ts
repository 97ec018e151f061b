import { assert, describe, it } from "@effect/vitest"
import { Rison } from "@quire/core/internal"
import { Result } from "effect"
import * as fc from "fast-check"

/** Writes a value in Rison, every text in quotes. */
const write = (value: unknown): string => {
  if (value === null) return "!n"
  if (value === true) return "!t"
  if (value === false) return "!f"
  if (typeof value === "number") return String(value).replace("e+", "e")
  if (typeof value === "string") return `'${value.replace(/[!']/g, "!$&")}'`
  if (Array.isArray(value)) return `!(${value.map(write).join(",")})`
  return `(${Object.entries(value as object)
    .map(([name, part]) => `${write(name)}:${write(part)}`)
    .join(",")})`
}

const numbers = fc.oneof(
  fc.integer(),
  fc.double({ min: -1e20, max: 1e20, noNaN: true }).filter((each) => !Object.is(each, -0))
)

const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, fc.boolean(), fc.constant(null), numbers, fc.string(), tie("list"), tie("fields")),
  list: fc.array(tie("tree"), { maxLength: 4 }),
  fields: fc.dictionary(fc.string(), tie("tree"), { maxKeys: 4, noNullPrototype: true })
}))

describe("Rison", () => {
  it("reads back what it wrote", () => {
    fc.assert(
      fc.property(tree, (value) => {
        assert.deepStrictEqual(Result.getOrThrow(Rison.parse(write(value))) as unknown, value)
      })
    )
  })

  const table: ReadonlyArray<readonly [string, unknown]> = [
    ["(isBeta:!t,plan:pro)", { isBeta: true, plan: "pro" }],
    ["()", {}],
    ["!()", []],
    ["!(1,-2.5,1e3,1e-2)", [1, -2.5, 1000, 0.01]],
    ["('a b':'it!'s!!')", { "a b": "it's!" }],
    ["G.", "G."]
  ]
  it.each(table)("reads %s", (text, value) => {
    assert.deepStrictEqual(Result.getOrThrow(Rison.parse(text)) as unknown, value)
  })

  it("rejects everything else", () => {
    const deep = `${"!(".repeat(Rison.limits.depth + 2)}${")".repeat(Rison.limits.depth + 2)}`
    for (const text of [
      "",
      "(",
      "(a)",
      "(a:)",
      "(a:1",
      "!x",
      "!(1",
      "!(1,)",
      "'a",
      "'!a'",
      "(a:1)b",
      "a b",
      "-",
      deep
    ]) {
      assert.isTrue(Result.isFailure(Rison.parse(text)), text)
    }
  })

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."!():,'tfn10-.ea ") }), (text) => {
        assert.isDefined(Rison.parse(text))
      })
    )
  })
})
