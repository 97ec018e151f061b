import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as AcceptedEncoding from "../../src/answer/AcceptedEncoding.ts"
import * as Representation from "../../src/answer/Representation.ts"

const text = "A page of the handbook. ".repeat(100)
const type = "text/plain; charset=utf-8"
const given = { "cache-control": "no-cache" }

const ask = (
  representation: Representation.Representation,
  headers: { readonly [name: string]: string },
  own: { readonly [name: string]: string } = given
) => Effect.runSync(representation.answer({ headers }, own))

describe("the content encoding (rule published-encoding)", () => {
  it.each([
    [undefined, undefined],
    ["", undefined],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["GZIP;Q=1", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["gzip;q=0.000, br;q=0.0", undefined],
    ["*", "br"],
    ["*;q=0", undefined],
    ["br;q=0, *", "gzip"],
    ["identity", undefined],
    ["identity, gzip;q=0.5", undefined],
    ["identity;q=0.5, gzip;q=0.5", "gzip"],
    ["identity;q=0, *", "br"],
    ["identity;q=0", undefined],
    ["deflate", undefined],
    ["x-gzip-like, gzipped", undefined],
    ["gzip;q=2", undefined],
    ["gzip;q=no", undefined],
    ["gzip ; q=0.1 , ", "gzip"]
  ])("resolves %s to %s", (accepted, encoding) => {
    assert.strictEqual(AcceptedEncoding.of(accepted), encoding)
    assert.strictEqual(AcceptedEncoding.of(accepted), encoding)
  })
})

describe("the sent representation (rule published-encoding)", () => {
  const page = Representation.ofText(text, type)

  it("decodes to the same text in each encoding", () => {
    const decoder = new TextDecoder()
    assert.strictEqual(decoder.decode(ask(page, {}).body), text)
    assert.strictEqual(gunzipSync(ask(page, { "accept-encoding": "gzip" }).body ?? "").toString(), text)
    assert.strictEqual(brotliDecompressSync(ask(page, { "accept-encoding": "br" }).body ?? "").toString(), text)
  })

  it("declares its encoding, its validator and what it varies on", () => {
    const common = { ...given, "content-type": type, vary: "accept-encoding" }
    assert.deepStrictEqual(ask(page, {}).headers, { ...common, etag: `"${page.digest}"` })
    for (const encoding of AcceptedEncoding.encodings) {
      assert.deepStrictEqual(ask(page, { "accept-encoding": encoding }).headers, {
        ...common,
        etag: `"${page.digest}-${encoding}"`,
        "content-encoding": encoding
      })
    }
  })

  it("matches only the validator of the same encoding", () => {
    const status = (etag: string, accepted: string) =>
      ask(page, { "if-none-match": etag, "accept-encoding": accepted }).status
    assert.strictEqual(status(`"${page.digest}-br"`, "br"), 304)
    assert.strictEqual(status(`"other", W/"${page.digest}-gzip"`, "gzip"), 304)
    assert.strictEqual(status("*", "gzip"), 304)
    assert.strictEqual(status(`"${page.digest}-br"`, "gzip"), 200)
    assert.strictEqual(status(`"${page.digest}"`, "br"), 200)
    assert.strictEqual(status(`"${page.digest}"`, "identity"), 304)
  })

  it("skips compression when the client already has it", () => {
    const fresh = Representation.ofText(text, type)
    const headers = { "accept-encoding": "br", "if-none-match": `"${fresh.digest}-br"` }
    assert.deepStrictEqual(ask(fresh, headers).headers, {
      ...given,
      vary: "accept-encoding",
      etag: `"${fresh.digest}-br"`
    })
    assert.strictEqual(fresh.bytes, text.length)
  })

  it("encodes once, and adds the encoded bytes to its weight", () => {
    const fresh = Representation.ofText(text, type)
    const first = ask(fresh, { "accept-encoding": "br" })
    assert.strictEqual(ask(fresh, { "accept-encoding": "br" }), first)
    assert.strictEqual(fresh.bytes, text.length + (first.body?.length ?? 0))
  })

  it("has the given headers each time", () => {
    const own = { "cache-control": "private, no-cache", vary: "cookie" }
    assert.strictEqual(ask(page, { "accept-encoding": "br" }, own).headers["vary"], "accept-encoding, cookie")
    assert.strictEqual(ask(page, { "accept-encoding": "br" }, given).headers["cache-control"], "no-cache")
    const known = { "if-none-match": "*" }
    assert.strictEqual(ask(page, known, own).headers["cache-control"], "private, no-cache")
    assert.strictEqual(ask(page, known, given).headers["cache-control"], "no-cache")
  })

  it("never changes through a caller", () => {
    assert.isTrue(Object.isFrozen(ask(page, {}).headers))
  })

  it("stays uncompressed when it is short or must not be compressed", () => {
    const short = "x".repeat(Representation.limits.compressed - 1)
    for (const plain of [Representation.ofText(short, type), Representation.ofText(text, type, false)]) {
      const { headers } = ask(plain, { "accept-encoding": "br, gzip" })
      assert.deepStrictEqual(headers, { ...given, "content-type": type, etag: `"${plain.digest}"` })
    }
    const long = Representation.ofText(`${short}x`, type)
    assert.strictEqual(ask(long, { "accept-encoding": "br, gzip" }).headers["content-encoding"], "br")
  })

  it.effect("compresses a long text off the event loop", () =>
    Effect.gen(function* () {
      const long = Representation.ofText(text.repeat(50), type)
      assert.isAbove(long.plain.length, Representation.limits.atOnce)
      for (const encoding of AcceptedEncoding.encodings) {
        const { headers } = yield* long.answer({ headers: { "accept-encoding": encoding } }, given)
        assert.strictEqual(headers["content-encoding"], encoding)
      }
    })
  )
})
