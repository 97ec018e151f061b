import { assert, describe, it } from "@effect/vitest"
import * as Redaction from "../../../src/foundation/exchange/Redaction.ts"

const { texts, values } = Redaction.limits

const found = (body: unknown) => {
  const secrets = new Redaction.Secrets()
  secrets.addBody(body)
  return secrets.texts
}

const many = <A>(count: number, make: (index: number) => A) => Array.from({ length: count }, (_, index) => make(index))

describe("the search for secrets in a body", () => {
  it("finds texts of a minimum length below sensitive names, at any depth", () => {
    const deep = many(500, () => 0).reduce<unknown>((inner) => ({ a: [inner] }), {
      token: ["secret-1", { b: "secret-2" }]
    })
    assert.deepStrictEqual(
      [...found({ deep, password: "secret-3", code: "short", a: "no secret" })],
      ["secret-3", "secret-1", "secret-2"]
    )
  })

  it("limits the number of examined values", () => {
    // the body itself, the list and the secret count as well
    const body = (fillers: number) => ({ list: many(fillers, (index) => index), last: { token: "secret-1" } })
    assert.strictEqual(found(body(values - 4)).size, 1)
    assert.strictEqual(found(body(values - 3)).size, 0)
  })

  it("starts with values near the top", () => {
    const list = many(2 * values, () => ({ token: "secret-1" }))
    assert.isTrue(found({ list, token: "secret-2" }).has("secret-2"))
  })

  it("limits the number of secrets", () => {
    const body = (count: number) => ({ tokens: {}, token: many(count, (index) => `secret-${index}`) })
    assert.deepStrictEqual([found(body(texts)).size, found(body(texts + 1)).size], [texts, texts])
  })
})

describe("the redaction of addresses in a text", () => {
  const clean = (text: string) => Redaction.redactText(text, new Set())

  it("keeps the resource and removes the credentials", () => {
    const table = [
      ["https://docs.test/~share/Secret-1/guide", "https://docs.test/~share/[redacted]/guide"],
      [
        "https://docs.test/sites/a/b/~preview/a.Secret_2.c/guide",
        "https://docs.test/sites/a/b/~preview/[redacted]/guide"
      ],
      ["/~file/space/file/Secret-3", "/~file/space/file/[redacted]"],
      [
        "/v1/urls/published?url=https%3A%2F%2Fdocs.test%2F~preview%2Fa.Secret_4.c%2Fguide",
        "/v1/urls/published?url=https%3A%2F%2Fdocs.test%2F~preview%2F[redacted]%2Fguide"
      ],
      [
        "?url=https%3a%2f%2fdocs.test%2f%7Eshare%2fSecret-5%2Fguide&x=1",
        "?url=https%3a%2f%2fdocs.test%2f%7Eshare%2f[redacted]%2Fguide&x=1"
      ],
      ["?url=%2F~file%2Fspace%2Ffile%2FSecret-6&x=1", "?url=%2F~file%2Fspace%2Ffile%2F[redacted]&x=1"]
    ] as const
    for (const [text, expected] of table) assert.strictEqual(clean(text), expected)
  })
})

describe("the redaction of credentials in a text", () => {
  it.each([
    "Bearer Secret-1",
    "basic Secret-1",
    "cookie: Secret-1",
    "Set-Cookie: Secret-1",
    "api-key=Secret-1",
    "authorization: Secret-1",
    "client_secret=Secret-1",
    "code=Secret-1",
    "jwt_token=Secret-1",
    "password: Secret-1",
    "privateKey=Secret-1",
    "secrets=Secret-1",
    "share_key=Secret-1",
    "signing-key=Secret-1",
    "TOKEN=Secret-1"
  ])("removes the value of %s", (text) => {
    assert.match(Redaction.redactText(text, new Set()), /\[redacted\]$/)
  })
})
