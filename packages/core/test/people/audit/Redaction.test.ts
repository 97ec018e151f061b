import { assert, describe, it } from "@effect/vitest"
import { DocumentArbitrary, Property, Rounds } from "@quire/testing"
import * as FastCheck from "fast-check"
import { redact } from "../../../src/people/audit/Redaction.ts"

const names = ["digest", "sealed", "secret", "secrets", "password", "code", "token", "key", "shareKey", "cookie"]

describe("the redaction of an audited event (rule audit-redaction)", () => {
  it("leaves no value under the name of a credential, at any depth", () => {
    for (const name of names) {
      assert.deepStrictEqual(redact({ rows: [{ [name]: "s", kept: 1 }] }), {
        rows: [{ [name]: "[redacted]", kept: 1 }]
      })
      assert.deepStrictEqual(redact({ [name.toUpperCase()]: { inner: "s" } }), { [name.toUpperCase()]: "[redacted]" })
      assert.deepStrictEqual(redact({ [name]: null }), { [name]: null })
    }
  })

  it("keeps documents as written, with the keys of blocks and codes of emoji", () => {
    Property.sync(
      [DocumentArbitrary.normal, FastCheck.constantFrom(...names)],
      ([body, name]) => {
        const plain: unknown = JSON.parse(JSON.stringify(body))
        assert.deepStrictEqual<unknown>(redact({ comment: { body, [name]: body } }), {
          comment: { body: plain, [name]: "[redacted]" }
        })
      },
      { fastCheck: { numRuns: Rounds.rounds(50, 5_000) } }
    )
  })

  it.each([
    { object: "document" },
    { object: "document", nodes: [] },
    { object: "document", data: { schemaVersion: 2 }, nodes: [] },
    { object: "block", data: { schemaVersion: 1 }, nodes: [] },
    { object: "document", data: { schemaVersion: 1 }, nodes: {} }
  ])("treats nothing else as a document: %j", (almost) => {
    assert.deepStrictEqual(redact({ ...almost, token: "s" }), { ...almost, token: "[redacted]" })
  })
})
