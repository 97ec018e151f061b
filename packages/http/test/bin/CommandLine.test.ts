import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as CommandLine from "../../src/bin/CommandLine.ts"
import { grammar, parseCommand } from "../../src/bin/Commands.ts"
import * as SecretFiles from "../../src/bin/SecretFiles.ts"
import { sharedOptions } from "../../src/bin/SharedOptions.ts"
import { release } from "../../src/information/Information.ts"

/** What a command prints that runs nothing. */
const printed = (...words: ReadonlyArray<string>) => CommandLine.help(grammar, words)

const paths = grammar.declarations.map(({ path }) => path)

describe("the help of quire", () => {
  it("lists each command and topic with a summary when no command is named", () => {
    const text = printed()
    for (const name of new Set(paths.map((path) => path.split(" ")[0])))
      assert.match(text, new RegExp(`^  ${name} .*[a-z]`, "m"))
    for (const { name } of grammar.topics) assert.match(text, new RegExp(`^  ${name} .*[a-z]`, "m"))
    assert.strictEqual(printed("--help"), text)
    assert.strictEqual(printed("help"), text)
  })

  it.each(grammar.declarations)("shows only the options, defaults and an example of quire $path", (declared) => {
    const { example, options = [], path, shared } = declared
    const text = printed(...path.split(" "), "--help")
    assert.match(text, new RegExp(`^Usage: quire ${path} `))
    assert.include(text, `Example:\n  $ quire ${path} ${example}`.trimEnd())
    const listed = [...text.matchAll(/^ {2}(?:-h, )?--(\S+)/gm)].map(([, name]) => name)
    const own = options.map(({ name }) => name.split(" ")[0]?.slice(2) ?? "")
    const inherited = Object.entries(sharedOptions).flatMap(([name, { group }]) =>
      shared.some((each) => each === group) ? [name] : []
    )
    assert.deepStrictEqual(listed.sort(), [...own, ...inherited, "help"].sort())
    for (const { default: standard } of options) {
      if (standard !== undefined) assert.include(text.replaceAll(/\s+/g, " "), `(default: ${standard})`)
    }
  })

  it("names the variable of each option", () => {
    const text = printed("serve", "--help").replaceAll(/\s+/g, " ")
    for (const { variable } of Object.values(sharedOptions)) assert.include(text, `[$${variable}]`)
  })

  it("has the variables that are not options, and the exit codes, as topics", () => {
    const text = printed("help", "environment")
    for (const name of SecretFiles.variables) assert.include(text, `${name}_FILE`)
    for (const name of ["QUIRE_BOOTSTRAP_TOKEN", "QUIRE_MIGRATE", "QUIRE_CORS_ORIGINS", "QUIRE_FETCH_ALLOW"])
      assert.match(text, new RegExp(`^  ${name} +\\S`, "m"))
    assert.match(printed("help", "exit-codes"), /^ {2}75 .*embedded Postgres/m)
  })

  it("prints the version of the package", () => {
    assert.strictEqual(printed("--version"), `quire ${release.version}\n`)
    const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8")
    assert.strictEqual(release.version, JSON.parse(manifest).version)
  })
})

it("runs nothing and reads no variable when no command is named", () =>
  Effect.runPromise(
    Effect.map(Effect.exit(parseCommand([], { QUIRE_PORT: "not a number" })), (exit) =>
      assert.isTrue(Exit.isSuccess(exit))
    )
  ))
