import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import * as FileTypes from "../../src/import/FileTypes.ts"
import { fields, gif, icon, moving, photograph, pieces, png, sizes, svg, wide } from "./images.ts"

const described = (path: string, bytes: Uint8Array) =>
  Effect.map(
    Effect.promise(() => FileTypes.describe(path, bytes)),
    ({ contentType, dimensions, name }) => [name, contentType, dimensions?.width, dimensions?.height]
  )

describe("the type of a file", () => {
  it.effect("comes from its contents, whatever its name is", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* described("a/b.png", png), ["b.png", "image/png", 3, 2])
      assert.deepStrictEqual(yield* described("b.svg", png), ["b.svg", "image/png", 3, 2])
      assert.deepStrictEqual(yield* described("b.txt", gif), ["b.txt", "image/gif", 5, 4])
      assert.deepStrictEqual(yield* described("b", gif), ["b", "image/gif", 5, 4])
      const archive = zipSync({ a: strToU8("a") })
      assert.deepStrictEqual(yield* described("b.svg", archive), ["b.svg", "application/zip", undefined, undefined])
    })
  )

  it.effect("comes from its name where the contents do not identify it", () =>
    Effect.gen(function* () {
      const text = strToU8("hello")
      assert.deepStrictEqual(yield* described("b.css", text), ["b.css", "text/css", undefined, undefined])
      assert.deepStrictEqual(yield* described("b.JSON", text), ["b.JSON", "application/json", undefined, undefined])
      assert.deepStrictEqual(yield* described("b", text), ["b", "application/octet-stream", undefined, undefined])
      assert.deepStrictEqual(yield* described("b.zzz", new Uint8Array()), [
        "b.zzz",
        "application/octet-stream",
        undefined,
        undefined
      ])
    })
  )

  it.effect("recognizes a vector image by its name", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* described("b.svg", strToU8(svg)), ["b.svg", "image/svg+xml", 24, 12])
      const declared = strToU8(`<?xml version="1.0"?>${svg}`)
      assert.deepStrictEqual(yield* described("b.svg", declared), ["b.svg", "image/svg+xml", 24, 12])
      assert.deepStrictEqual(yield* described("b.xml", declared), ["b.xml", "application/xml", undefined, undefined])
      assert.deepStrictEqual(yield* described("b.svg", strToU8("nonsense")), [
        "b.svg",
        "image/svg+xml",
        undefined,
        undefined
      ])
    })
  )

  it.effect("has no dimensions for a damaged image", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* described("b.png", png.subarray(0, 20)), [
        "b.png",
        "image/png",
        undefined,
        undefined
      ])
      assert.deepStrictEqual(yield* described("b.jpg", new Uint8Array([0xff, 0xd8, 0xff, 0xe0])), [
        "b.jpg",
        "image/jpeg",
        undefined,
        undefined
      ])
    })
  )
})

const { imageBytes, photographBytes, pixels, typeBytes } = FileTypes.limits
const megabyte = 1_000_000

/** Descriptions of files whose data lies within the examined bytes, and of files whose data comes later. */
const table: ReadonlyArray<readonly [what: string, bytes: Uint8Array, type: string, width?: number, height?: number]> =
  [
    ["an image of maximum width", wide(pixels), "image/png", pixels, 2],
    ["a wider image", wide(pixels + 1), "image/png"],
    ["an animated image", moving(typeBytes - 9), "image/apng", 3, 2],
    ["an image marked late as animated", moving(typeBytes - 8), "image/png", 3, 2],
    ["a photograph", photograph(photographBytes), "image/jpeg", 4, 3],
    ["a photograph with more metadata", photograph(photographBytes + 1), "image/jpeg"],
    ["an icon of many pictures", icon(Math.floor((imageBytes - 6) / 16)), "image/x-icon", 9, 9],
    ["an icon of more pictures", icon(Math.floor((imageBytes - 6) / 16) + 1), "image/x-icon"],
    ["a container with absurd box sizes", sizes(imageBytes - 200), "image/avif"],
    ["a container with box sizes only", sizes(megabyte), "image/avif"],
    ["a container in pieces", pieces(megabyte), "image/jxl"],
    ["a file with fields only", fields(megabyte), "image/tiff"],
    ["a file with markers only", photograph(100).subarray(0, 4), "image/jpeg"]
  ]

describe("the type of an image", () => {
  for (const [what, bytes, type, width, height] of table) {
    it.effect(`needs only the beginning of the file: ${what}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* described("b.png", bytes), ["b.png", type, width, height])
      })
    )
  }

  it.effect("does not depend on the bytes behind it in memory", () =>
    Effect.gen(function* () {
      const memory = new Uint8Array(2 * png.length)
      memory.set(png.subarray(0, 20))
      memory.fill(1, 20)
      assert.deepStrictEqual(yield* described("b.png", memory.subarray(0, 20)), [
        "b.png",
        "image/png",
        undefined,
        undefined
      ])
    })
  )
})
