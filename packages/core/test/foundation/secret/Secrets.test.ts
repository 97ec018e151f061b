import { createHash, createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Secrets } from "@quire/core"
import * as fc from "fast-check"

describe("the digest and the signature", () => {
  it("uses SHA-256 and HMAC-SHA-256 in base64url", () =>
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (key, text) => {
        assert.strictEqual(Secrets.digest(text), createHash("sha256").update(text.toWellFormed()).digest("base64url"))
        assert.strictEqual(
          Secrets.sign(key, text),
          createHmac("sha256", key.toWellFormed()).update(text.toWellFormed()).digest("base64url")
        )
      })
    ))
  it("compares whole texts", () =>
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => assert.strictEqual(Secrets.constantTimeEquals(a, b), a === b))
    ))
})
