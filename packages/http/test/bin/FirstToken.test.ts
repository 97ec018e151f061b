import { assert, describe, it } from "@effect/vitest"
import * as FirstToken from "../../src/bin/FirstToken.ts"

const file = { name: "--bootstrap-token-file", text: "/run/token" }
const long = "t".repeat(32)

const messageOf = (chosen: string | undefined, given: typeof file | undefined): string => {
  try {
    FirstToken.parse(chosen, given)
    return "accepted"
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe("the destination of the first token (rule first-token-unseen)", () => {
  it("defaults to a terminal", () => {
    assert.deepStrictEqual(FirstToken.parse(undefined, undefined), { _tag: "Shown" })
    assert.deepStrictEqual(FirstToken.parse("", undefined), { _tag: "Shown" })
  })

  it("follows the operator's setting", () => {
    assert.deepStrictEqual(FirstToken.parse(long, undefined), { _tag: "Chosen", token: long })
    assert.deepStrictEqual(FirstToken.parse("", file), { _tag: "File", path: "/run/token" })
    assert.deepStrictEqual(FirstToken.parse(undefined, { ...file, text: "-" }), { _tag: "Printed" })
  })

  it("rejects a token that is too short or set twice", () => {
    assert.strictEqual(messageOf("t".repeat(31), undefined), "QUIRE_BOOTSTRAP_TOKEN must have 32 characters or more")
    assert.strictEqual(
      messageOf(long, file),
      "QUIRE_BOOTSTRAP_TOKEN and --bootstrap-token-file cannot be used together"
    )
  })
})
