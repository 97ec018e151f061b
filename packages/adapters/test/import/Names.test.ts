import { assert, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"
import * as Names from "../../src/import/Names.ts"

describe("a title from a name", () => {
  it("reads like words", () => {
    const titles = {
      "getting-started.md": "Getting started",
      "01_install_guide.markdown": "Install guide",
      "10. Release notes.md": "Release notes",
      "2024.md": "2024",
      "README.md": "README",
      "api.v2.html": "Api.v2",
      "Tasks 0123456789abcdef0123456789abcdef.md": "Tasks",
      "日本語.md": "日本語",
      "---.md": "---.md",
      "": "Untitled"
    }
    for (const [name, expected] of Object.entries(titles)) assert.strictEqual(Names.humanized(name), expected)
  })

  it("consists of one clean line of at most 256 characters", () => {
    assert.strictEqual(Names.title(" a\u0000\nb\u2028c "), "a b c")
    assert.strictEqual(Names.title("e\u0301\ud800"), "\u00e9\ufffd")
    assert.strictEqual(Names.title(" \n "), undefined)
    assert.strictEqual([...(Names.title("😀".repeat(300)) ?? "")].length, 256)
  })
})

describe("the name of a page", () => {
  it("comes from its file, or from the folder of which it is the index", () => {
    const names = {
      "guide/2-setup.md": "2-setup",
      "a/My page.markdown": "My page",
      "API_v2.html": "API_v2",
      "guide/README.md": "guide",
      "a/b c/index.html": "b c",
      "guide/Index.md": "guide",
      "guide/readme.txt.md": "readme.txt",
      "Launch plan 0123456789abcdef0123456789abcdef.html": "Launch plan",
      "Ideas 0123456789abcdef0123456789abcdef/index.md": "Ideas",
      "README.md": undefined,
      "index.html": undefined,
      ".md": undefined,
      "": undefined
    }
    for (const [path, expected] of Object.entries(names)) assert.strictEqual(Names.ownName(path), expected, path)
  })
})

describe("the comparison of names", () => {
  it("recognizes numbers and ignores case", () => {
    const names = ["10-ten", "b", "2-two", "A", "1-one", "a", "B"]
    assert.deepStrictEqual(names.sort(Names.compare), ["1-one", "2-two", "10-ten", "A", "a", "B", "b"])
  })
})

describe("the sorting of names", () => {
  const names = fc.array(fc.stringMatching(/^[ab]?[0-9]{0,2}$/), { maxLength: 400 })

  it("equals a plain sort", () => {
    fc.assert(
      fc.property(names, (given) => {
        assert.deepStrictEqual(Names.sorted(given), given.toSorted(Names.compare))
      }),
      { numRuns: Rounds.rounds(100, 1_000) }
    )
  })
})
