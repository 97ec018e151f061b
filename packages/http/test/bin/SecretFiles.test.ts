import { assert, describe, it } from "@effect/vitest"
import * as SecretFiles from "../../src/bin/SecretFiles.ts"

const files: Readonly<Record<string, string>> = {
  "/run/key": "k".repeat(40),
  "/run/line": "postgres://u:geheim@h/d\n",
  "/run/windows": "text\r\n",
  "/run/two": "one\n\n",
  "/run/empty": "",
  "/run/end": "\n"
}

const read = (path: string): string => {
  const text = files[path]
  if (text === undefined) throw new Error("ENOENT")
  return text
}

const messageOf = (environment: SecretFiles.Environment): string => {
  try {
    SecretFiles.resolve(environment, read)
    return "accepted"
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe("a secret in a file (rule secret-files)", () => {
  it.each(SecretFiles.variables)("contains the text of the file: %s", (name) => {
    const environment = SecretFiles.resolve({ [`${name}_FILE`]: "/run/key", OTHER: "o" }, read)
    assert.deepStrictEqual([environment[name], environment["OTHER"]], ["k".repeat(40), "o"])
  })

  it("excludes only the last line break", () => {
    const textOf = (path: string) => SecretFiles.resolve({ QUIRE_MAIL_URL_FILE: path }, read)["QUIRE_MAIL_URL"]
    assert.deepStrictEqual(["/run/line", "/run/windows", "/run/two"].map(textOf), [
      "postgres://u:geheim@h/d",
      "text",
      "one\n"
    ])
  })

  it("stays unset when no file is named", () => {
    const environment = { QUIRE_SECRET_KEY: "own", QUIRE_SECRET_KEY_FILE: "", QUIRE_PORT_FILE: "/absent" }
    assert.deepStrictEqual(SecretFiles.resolve(environment, read), environment)
  })

  const wrong: ReadonlyArray<readonly [SecretFiles.Environment, string]> = [
    [{ QUIRE_DATABASE_URL_FILE: "/absent" }, 'QUIRE_DATABASE_URL_FILE: "/absent" cannot be read'],
    [{ QUIRE_DATABASE_URL_FILE: "/run/empty" }, 'QUIRE_DATABASE_URL_FILE: "/run/empty" is empty'],
    [{ QUIRE_SECRET_KEY_FILE: "/run/end" }, 'QUIRE_SECRET_KEY_FILE: "/run/end" is empty'],
    [
      { QUIRE_SECRET_KEY: "geheim", QUIRE_SECRET_KEY_FILE: "/run/key" },
      "QUIRE_SECRET_KEY and QUIRE_SECRET_KEY_FILE cannot be used together"
    ]
  ]
  it.each(wrong)("rejects %j by name", (environment, message) => assert.strictEqual(messageOf(environment), message))
})
