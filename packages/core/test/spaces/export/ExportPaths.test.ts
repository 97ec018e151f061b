import { assert, describe, it } from "@effect/vitest"
import { ExportPaths } from "@quire/core/internal"

describe("the path of a file in an export (rule export-form)", () => {
  const pathOf = (name: string) => ExportPaths.claimFile(ExportPaths.makeClaims(), "files/", name)

  it.each([
    [".git", "_.git"],
    [".GIT", "_.GIT"],
    [".gitmodules", "_.gitmodules"],
    [".g\u200dit", "_.g\u200dit"],
    [".git.", "_.git_"],
    ["git~1", "_git~1"],
    ["CON", "_CON"],
    ["nul.txt", "_nul.txt"],
    ["com1.tar.gz", "_com1.tar.gz"],
    ["a.", "a_"]
  ])("becomes %j as %j, because Git or Windows would interpret it otherwise", (name, expected) => {
    assert.strictEqual(pathOf(name), `files/${expected}`)
  })

  it.each([".env", ".htaccess", "git", "a.git", "console.log", "command.txt", "null", "a.b", "ä ö.txt"])(
    "keeps %j",
    (name) => {
      assert.strictEqual(pathOf(name), `files/${name}`)
    }
  )
})
