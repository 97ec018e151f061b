import { assert, describe, it } from "@effect/vitest"
import { VisitorToken } from "@quire/core"
import { Property } from "@quire/testing"
import { Result } from "effect"
import * as fc from "fast-check"
import { propertyOptions } from "../../content/tree/support.ts"
import { isBelieved, signatureOf, signParts, tokenOf } from "./tokens.ts"

const key = "7f3c-the-key-of-the-site"
const now = 1_800_000_000_000
const seconds = now / 1000
const site = { key, audiences: ["site1", "https://docs.example.com/"], now }

const header = '{"alg":"HS256","typ":"JWT"}'
const claims = { sub: "ann", plan: "pro", exp: seconds + 60 }
const payload = JSON.stringify(claims)

const token = (changes: Partial<Parameters<typeof tokenOf>[0]> = {}): string =>
  tokenOf({ header, payload, key, hash: "sha256", ...changes })

const withHeader = (text: string) => token({ header: text })
const withPayload = (text: string) => token({ payload: text })
const withClaims = (changes: object) => withPayload(JSON.stringify({ ...claims, ...changes }))

const reasonOf = (text: string): string =>
  Result.match(VisitorToken.verify(text, site), { onFailure: ({ reason }) => reason, onSuccess: () => "believed" })

const genuine = token()
const [first = "", second = "", signature = ""] = genuine.split(".")
const unsigned = `${first}.${second}`

const base64url = (text: string | Uint8Array) => Buffer.from(text).toString("base64url")
const base64 = (text: string) => Buffer.from(text).toString("base64")

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

/** The last character of a part with one of the bits set that no byte has. */
const withLooseBit = (part: string): string => part.slice(0, -1) + alphabet.charAt(alphabet.indexOf(part.slice(-1)) | 1)

/** A text that leaves bits over when it is written in base64url. */
const uneven = (text: string) => (text.length % 3 === 0 ? ` ${text}` : text)

const forged: ReadonlyArray<readonly [what: string, token: string, reason: string]> = [
  ["nothing", "", "forged"],
  ["a single word", "token", "forged"],
  ["two parts", unsigned, "forged"],
  ["only dots", "..", "forged"],
  ["four parts", `${genuine}.`, "malformed"],
  ["five parts, as of an encrypted token", `${genuine}.${first}.${second}`, "malformed"],
  ["no signature", `${unsigned}.`, "forged"],
  ["a signature of other length", `${unsigned}.${signature.slice(0, -1)}`, "forged"],
  ["a signature and more", `${genuine}A`, "forged"],
  ["a padded signature", `${genuine}=`, "forged"],
  ["another spelling of the signature", `${unsigned}.${withLooseBit(signature.slice(0, -1) + "A")}`, "forged"],
  [
    "a loose bit in the signature",
    `${unsigned}.${signature.slice(0, -1)}${alphabet.charAt(alphabet.indexOf(signature.slice(-1)) + 1)}`,
    "forged"
  ],
  ["the signature in base64", `${unsigned}.${Buffer.from(signature, "base64url").toString("base64")}`, "forged"],
  ["the signature in hexadecimal", `${unsigned}.${Buffer.from(signature, "base64url").toString("hex")}`, "forged"],
  [
    "the signature of another payload",
    `${first}.${base64url(JSON.stringify({ ...claims, plan: "all" }))}.${signature}`,
    "forged"
  ],
  ["the signature of another header", `${base64url('{"alg":"HS256"}')}.${second}.${signature}`, "forged"],
  ["header and payload swapped", `${second}.${first}.${signature}`, "forged"],
  ["another site's key", token({ key: "the-key-of-another-site" }), "forged"],
  ["a key of other case", token({ key: key.toUpperCase() }), "forged"],
  ["an empty key", token({ key: "" }), "forged"],
  ["a key with a line break", token({ key: `${key}\n` }), "forged"],
  ["alg none without signature", `${base64url('{"alg":"none"}')}.${second}.`, "forged"],
  ["alg none with the site's signature", withHeader('{"alg":"none"}'), "other-algorithm"],
  ["alg None", withHeader('{"alg":"None"}'), "other-algorithm"],
  ["alg hs256", withHeader('{"alg":"hs256"}'), "other-algorithm"],
  ["alg with a space", withHeader('{"alg":"HS256 "}'), "other-algorithm"],
  ["alg HS384, signed so", token({ header: '{"alg":"HS384"}', hash: "sha384" }), "forged"],
  ["alg HS384, signed as HS256", withHeader('{"alg":"HS384"}'), "other-algorithm"],
  ["alg HS512, signed so", token({ header: '{"alg":"HS512"}', hash: "sha512" }), "forged"],
  ["HS256 by its name, HS512 by its signature", token({ hash: "sha512" }), "forged"],
  ["alg RS256", withHeader('{"alg":"RS256"}'), "other-algorithm"],
  ["alg ES256", withHeader('{"alg":"ES256"}'), "other-algorithm"],
  ["alg a list", withHeader('{"alg":["HS256"]}'), "other-algorithm"],
  ["alg null", withHeader('{"alg":null}'), "other-algorithm"],
  ["no alg", withHeader('{"typ":"JWT"}'), "other-algorithm"],
  ["alg inherited", withHeader('{"__proto__":{"alg":"HS256"}}'), "other-algorithm"],
  ["alg twice", withHeader('{"alg":"none","alg":"HS256"}'), "malformed"],
  ["alg twice, once in escapes", withHeader('{"\\u0061lg":"none","alg":"HS256"}'), "malformed"],
  ["a critical header", withHeader('{"alg":"HS256","crit":["b64"],"b64":false}'), "critical-header"],
  ["an empty critical header", withHeader('{"alg":"HS256","crit":[]}'), "critical-header"],
  [
    "another key in the header, signed with it",
    token({ header: '{"alg":"HS256","jwk":{"kty":"oct","k":"eA"}}', key: "x" }),
    "forged"
  ],
  ["a header that is a list", withHeader('["HS256"]'), "malformed"],
  ["a header that is not JSON", withHeader("{alg:HS256}"), "malformed"],
  ["an empty header", signParts("", second, key), "malformed"],
  ["a header with a byte order mark", withHeader(`\ufeff${header}`), "malformed"],
  ["a payload that is a text", withPayload('"ann"'), "malformed"],
  ["a payload that is a list", withPayload(`[${payload}]`), "malformed"],
  ["a payload that is null", withPayload("null"), "malformed"],
  ["an empty payload", signParts(first, "", key), "malformed"],
  ["a payload and more", withPayload(`${payload}{}`), "malformed"],
  [
    "a payload that is not UTF-8",
    signParts(first, Buffer.from(`{"name":"\u00ff","exp":${claims.exp}}`, "latin1").toString("base64url"), key),
    "malformed"
  ],
  ["a claim twice", withPayload(`{"plan":"free","plan":"pro","exp":${claims.exp}}`), "malformed"],
  ["a claim twice in an object", withPayload(`{"a":{"b":1,"b":2},"exp":${claims.exp}}`), "malformed"],
  [
    "a claim twice, of which one is __proto__",
    withPayload(`{"__proto__":1,"__proto__":2,"exp":${claims.exp}}`),
    "malformed"
  ],
  ["a padded payload", signParts(first, `${base64url(uneven(payload))}=`, key), "malformed"],
  ["a payload in base64", signParts(first, base64(`${payload.slice(0, -1)},"x":"???>>>~~~"}`), key), "malformed"],
  ["a payload with loose bits", signParts(first, withLooseBit(base64url(uneven(payload))), key), "malformed"],
  ["a payload with a space in it", signParts(first, `${second.slice(0, 4)} ${second.slice(4)}`, key), "malformed"],
  ["a payload with a line break after it", signParts(first, `${second}\n`, key), "malformed"],
  ["a space before", ` ${genuine}`, "forged"],
  ["a line break after", `${genuine}\n`, "forged"],
  ["a NUL after", `${genuine}\u0000`, "forged"],
  ["quotes around", `"${genuine}"`, "forged"],
  ["Bearer before", `Bearer ${genuine}`, "forged"],
  ["no exp", withPayload('{"plan":"pro"}'), "no-expiry"],
  ["exp as a text", withClaims({ exp: String(claims.exp) }), "no-expiry"],
  ["exp null", withClaims({ exp: null }), "no-expiry"],
  ["exp NaN", withPayload('{"exp":NaN}'), "malformed"],
  ["exp beyond all numbers", withPayload('{"exp":1e400}'), "no-expiry"],
  ["exp a list", withClaims({ exp: [claims.exp] }), "no-expiry"],
  ["exp inherited", withPayload(`{"__proto__":{"exp":${claims.exp}}}`), "no-expiry"],
  ["exp true", withClaims({ exp: true }), "no-expiry"],
  ["exp now", withClaims({ exp: seconds }), "expired"],
  ["exp a second ago", withClaims({ exp: seconds - 1 }), "expired"],
  ["exp zero", withClaims({ exp: 0 }), "expired"],
  ["exp below zero", withClaims({ exp: -claims.exp }), "expired"],
  ["nbf ahead", withClaims({ nbf: seconds + 1 }), "not-yet-valid"],
  ["nbf as a text", withClaims({ nbf: String(seconds - 1) }), "malformed"],
  ["nbf null", withClaims({ nbf: null }), "malformed"],
  ["aud of another site", withClaims({ aud: "site2" }), "other-audience"],
  ["aud of several others", withClaims({ aud: ["site2", "site3"] }), "other-audience"],
  ["aud empty", withClaims({ aud: [] }), "other-audience"],
  ["aud null", withClaims({ aud: null }), "other-audience"],
  ["aud in a list of lists", withClaims({ aud: [["site1"]] }), "other-audience"],
  ["aud as an object", withClaims({ aud: { 0: "site1" } }), "other-audience"],
  ["aud of other case", withClaims({ aud: "SITE1" }), "other-audience"]
]

/** A token of so many characters. */
const ofLength = (length: number): string => {
  const bare = withClaims({ pad: "" })
  const added = Math.floor(((length - bare.length) * 3) / 4)
  const made = [added - 1, added, added + 1].map((pad) => withClaims({ pad: "x".repeat(pad) }))
  return made.find((text) => text.length === length) ?? ""
}

describe("a visitor token (rule visitor-token)", () => {
  it("passes with its claims when signed with the site's key", () => {
    const visit = Result.getOrThrow(VisitorToken.verify(genuine, site))
    assert.deepStrictEqual(visit, { claims, expiresAt: claims.exp * 1000 })
  })

  it("equals the token that another library creates", () => {
    assert.strictEqual(VisitorToken.sign(claims, key), genuine)
    assert.strictEqual(reasonOf(VisitorToken.sign({ exp: seconds + 1, name: "Ännä 😀" }, key)), "believed")
  })

  it.each([
    ["a header of other order", withHeader('{"typ":"JWT","alg":"HS256"}')],
    ["a header with spaces", withHeader('{ "alg": "HS256", "kid": "1" }')],
    ["no typ", withHeader('{"alg":"HS256"}')],
    ["nbf now", withClaims({ nbf: seconds })],
    ["half a second left", withClaims({ exp: seconds + 0.5 })],
    ["aud as a text", withClaims({ aud: "site1" })],
    ["aud among others", withClaims({ aud: ["site2", "https://docs.example.com/"] })],
    ["claims in claims", withClaims({ a: { a: [{ a: 'x":' }], 'a":': "\\" } })],
    ["escapes", withPayload(`{"n\\u0061me":"\\"a\\":\\u00e9","exp":${claims.exp}}`)]
  ])("passes with %s", (_, text) => {
    assert.strictEqual(reasonOf(text), "believed")
    assert.isTrue(isBelieved(text, site))
  })

  it.each(forged)("fails: %s", (_, text, reason) => {
    assert.strictEqual(reasonOf(text), reason)
  })

  it("fails when it is too large", () => {
    const { length } = VisitorToken.limits
    assert.strictEqual(ofLength(length).length, length)
    assert.strictEqual(reasonOf(ofLength(length)), "believed")
    assert.strictEqual(ofLength(length + 1).length, length + 1)
    assert.strictEqual(reasonOf(ofLength(length + 1)), "too-long")
    assert.strictEqual(reasonOf(".".repeat(1_000_000)), "too-long")
    assert.strictEqual(reasonOf(withPayload(`${'{"a":'.repeat(900)}1${"}".repeat(900)}`)), "no-expiry")
    assert.strictEqual(reasonOf(withPayload(`{"exp":${"[".repeat(2500)}${"]".repeat(2500)}}`)), "no-expiry")
  })

  it("fails for a site without a key", () => {
    const text = token({ key: "" })
    assert.isTrue(Result.isFailure(VisitorToken.verify(text, { ...site, key: "" })))
  })

  it("fails when one character differs", () =>
    Property.sync(
      [
        fc.nat({ max: genuine.length - 1 }),
        fc.oneof(fc.constantFrom(...alphabet, ".", "=", " "), fc.string({ minLength: 1, maxLength: 1 }))
      ],
      ([at, character]) => {
        fc.pre(genuine.charAt(at) !== character)
        const changed = genuine.slice(0, at) + character + genuine.slice(at + 1)
        assert.notStrictEqual(reasonOf(changed), "believed")
      },
      propertyOptions(500, 20_000)
    ))

  const mostly = <A>(usual: A, ...others: ReadonlyArray<A>): fc.Arbitrary<A> =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(usual, ...others) })
  const anyExpiry = mostly<unknown>(seconds + 1, seconds - 1, seconds, seconds + 0.001, 1e15, "1", null, true, -1)
  const anyStart = mostly<unknown>(seconds, seconds + 1, seconds + 0.001, seconds - 1, "1", null, true, -1)
  const anyAudience = mostly<unknown>("site1", "site2", ["site1"], ["site2", "site1"], [], null)
  const anyClaims = fc
    .tuple(
      fc.record({ exp: anyExpiry }),
      fc.record({ nbf: anyStart, aud: anyAudience, plan: fc.string() }, { requiredKeys: [] })
    )
    .map(([first, rest]) => ({ ...first, ...rest }))
  const anyHeader = mostly(header, '{"alg":"HS256"}', '{"alg":"none"}', '{"alg":"HS256","crit":["x"]}', "[]")
  const anyKey = mostly(key, "", "other")
  const anyEdit = mostly<(text: string) => string>(
    (text) => text,
    (text) => text.slice(0, -1),
    (text) => `${text}A`,
    (text) => `${text}=`,
    (text) => ` ${text}`,
    (text) => text.replace(".", ".."),
    withLooseBit
  )

  it("passes exactly when another implementation accepts it", () => {
    const counts = { believed: 0, refused: 0 }
    Property.sync(
      [anyHeader, anyClaims, anyKey, anyEdit],
      ([header, claims, key, edit]) => {
        const text = edit(tokenOf({ header, payload: JSON.stringify(claims), key, hash: "sha256" }))
        const isExpected = isBelieved(text, site)
        assert.strictEqual(reasonOf(text) === "believed", isExpected, text)
        counts[isExpected ? "believed" : "refused"]++
      },
      propertyOptions(2_000, 100_000)
    )
    assert.isAbove(counts.believed, 10)
    assert.isAbove(counts.refused, 100)
  })

  it("has the signature that Node creates", () =>
    Property.sync(
      [fc.dictionary(fc.string(), fc.jsonValue()), fc.string({ minLength: 1 })],
      ([claims, key]) => {
        const [first = "", second = "", made] = VisitorToken.sign({ ...claims, exp: 1 }, key).split(".")
        assert.strictEqual(made, signatureOf(`${first}.${second}`, key))
      },
      propertyOptions(100, 5_000)
    ))
})
