import { strictEqual } from "node:assert/strict"
import { Quire } from "@quire/http"
import { strToU8, zipSync } from "fflate"

/** Bytes of files in a place of the host's: here a map, elsewhere a store of objects or a file system. */
const kept = new Map<string, { readonly bytes: Uint8Array; readonly at: Date }>()

const quire = await Quire.open({
  store: { kind: "memory" },
  baseUrl: "http://localhost:4100",
  upkeep: "off",
  blobs: {
    kind: "own",
    store: {
      put: async (key, bytes, at) => kept.set(key, { bytes, at }),
      get: async (key) => kept.get(key)?.bytes,
      size: async (key) => kept.get(key)?.bytes.length,
      async *read(key, from, to) {
        const found = kept.get(key)
        if (found === undefined) throw new Error(`${key} is gone`)
        yield found.bytes.subarray(from, to)
      },
      list: async (after, limit) =>
        Array.from(kept, ([key, { at }]) => ({ key, at }))
          .filter(({ key }) => key > after)
          .sort((a, b) => (a.key < b.key ? -1 : 1))
          .slice(0, limit),
      delete: async (key, putBefore) => {
        const found = kept.get(key)
        return found !== undefined && found.at < putBefore && kept.delete(key)
      }
    }
  }
})

/** A picture of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

const ann = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
const as = quire.as(ann.id)
const acme = await as.organizations.create({ title: "Acme" })
const guide = await as.spaces.create(acme.id, { title: "Guide" })
const before = kept.size
await as.imports.bytesIntoSpace(guide.id, {
  source: "zip",
  bytes: zipSync({ "welcome.md": strToU8("# Welcome\n\n![A pixel](pixel.png)\n"), "pixel.png": pixel }),
  contentType: "application/zip",
  url: "file:///guide.zip",
  name: "guide.zip"
})

const files = await as.content.files({ space: guide.id }, { limit: 10 })
console.log(`${files.items.length} file in the space, ${kept.size - before} in the blob store of the host`)
strictEqual(files.items.length, kept.size - before)
await quire.close()
