import { assert, describe, it } from "@effect/vitest"
import * as Names from "../../src/import/Names.ts"

describe("titles from names", () => {
  it("read like words", () => {
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

  it("are one clean line of at most 256 characters", () => {
    assert.strictEqual(Names.title(" a\u0000\nb\u2028c "), "a b c")
    assert.strictEqual(Names.title("e\u0301\ud800"), "\u00e9\ufffd")
    assert.strictEqual(Names.title(" \n "), undefined)
    assert.strictEqual([...(Names.title("😀".repeat(300)) ?? "")].length, 256)
  })
})

describe("the order of names", () => {
  it("knows numbers and ignores case", () => {
    const names = ["10-ten", "b", "2-two", "A", "1-one", "a", "B"]
    assert.deepStrictEqual(names.sort(Names.compare), ["1-one", "2-two", "10-ten", "A", "a", "B", "b"])
  })
})
