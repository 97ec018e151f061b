import { assert, describe, it } from "@effect/vitest"
import * as Redaction from "../../../src/foundation/exchange/Redaction.ts"

const { texts, values } = Redaction.limits

const found = (body: unknown) => {
  const secrets = new Redaction.Secrets()
  secrets.addBody(body)
  return secrets.texts
}

const many = <A>(count: number, make: (index: number) => A) => Array.from({ length: count }, (_, index) => make(index))

describe("secrets of a body", () => {
  it("are texts of some length below sensitive names, however deep", () => {
    const deep = many(500, () => 0).reduce<unknown>((inner) => ({ a: [inner] }), {
      token: ["secret-1", { b: "secret-2" }]
    })
    assert.deepStrictEqual(
      [...found({ deep, password: "secret-3", code: "short", a: "no secret" })],
      ["secret-3", "secret-1", "secret-2"]
    )
  })

  it("are found among as many values as are looked at", () => {
    // the body itself, the list and the secret count as well
    const body = (fillers: number) => ({ list: many(fillers, (index) => index), last: { token: "secret-1" } })
    assert.strictEqual(found(body(values - 4)).size, 1)
    assert.strictEqual(found(body(values - 3)).size, 0)
  })

  it("are looked for near the top first", () => {
    const list = many(2 * values, () => ({ token: "secret-1" }))
    assert.isTrue(found({ list, token: "secret-2" }).has("secret-2"))
  })

  it("are as many as are kept", () => {
    const body = (count: number) => ({ tokens: {}, token: many(count, (index) => `secret-${index}`) })
    assert.deepStrictEqual([found(body(texts)).size, found(body(texts + 1)).size], [texts, texts])
  })
})
