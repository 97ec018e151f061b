import { assert, describe, it } from "@effect/vitest"
import type { BlobStore } from "@quire/core"
import { Effect, Stream } from "effect"
import * as StoredAnswer from "../../src/answer/StoredAnswer.ts"

const bytes = new TextEncoder().encode("0123456789")

const stored: BlobStore.StoredBlob = {
  size: bytes.length,
  read: (from, to) => Stream.succeed(bytes.slice(from, to)),
  sign: ({ contentType, disposition }) => Effect.succeed(`https://s3.test/?type=${contentType}&as=${disposition}`)
}

const answer = (
  contentType: string,
  {
    headers = {},
    method = "GET"
  }: { readonly headers?: Readonly<Record<string, string>>; readonly method?: string } = {}
) =>
  StoredAnswer.make({
    stored,
    contentType,
    name: "a.zip",
    etag: '"e"',
    headers: { "cache-control": "public, max-age=0" },
    request: { method, headers }
  })

describe("the redirect to an externally stored file (rule file-redirect)", () => {
  it.effect("serves downloads without being cached", () =>
    Effect.gen(function* () {
      const { body, headers, pieces, status } = yield* answer("application/zip")
      assert.deepStrictEqual([status, body, pieces], [307, undefined, undefined])
      assert.deepStrictEqual(headers, {
        location: "https://s3.test/?type=application/zip&as=attachment; filename*=UTF-8''a.zip",
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer"
      })
      assert.strictEqual((yield* answer("text/html", { headers: { range: "bytes=0-1" } })).status, 307)
    })
  )

  it.effect("excludes images in pages, unchanged files and HEAD requests", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* answer("image/png")).status, 200)
      assert.strictEqual((yield* answer("application/zip", { headers: { "if-none-match": '"e"' } })).status, 304)
      const head = yield* answer("application/zip", { method: "HEAD", headers: { range: "bytes=0-1" } })
      assert.deepStrictEqual([head.status, head.headers["content-length"]], [200, "10"])
    })
  )
})
