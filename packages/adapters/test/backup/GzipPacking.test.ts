import { randomBytes } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { BackupFile } from "@quire/core"
import { Effect, Stream } from "effect"
import * as GzipPacking from "../../src/backup/GzipPacking.ts"

const pieceLength = 65_536

/** The most text that may be held while it is packed or unpacked: some pieces. */
const allowed = 32 * pieceLength

/** Text whose packed form is three quarters of its length. */
const pieces = Array.from({ length: 200 }, () => randomBytes((pieceLength / 4) * 3).toString("base64"))

const turns = Effect.promise(async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
})

/** Passes items through a stream to a slow reader, and returns what came and the most that was on its way. */
const pass = Effect.fnUntraced(function* <
  A extends { readonly length: number },
  B extends { readonly length: number },
  E
>(items: ReadonlyArray<A>, through: (items: Stream.Stream<A>) => Stream.Stream<B, E>, ratio: number) {
  const came: Array<B> = []
  let [given, taken, most] = [0, 0, 0]
  const counted = Stream.map(Stream.fromIterable(items).pipe(Stream.rechunk(1)), (item) => {
    given += item.length
    most = Math.max(most, given - taken)
    return item
  })
  yield* Stream.runForEach(through(counted), (item) => {
    came.push(item)
    taken += item.length / ratio
    return turns
  })
  return { came, most }
})

describe("GzipPacking", () => {
  it.effect("packs and unpacks text with only some pieces in memory", () =>
    Effect.gen(function* () {
      const { pack, unpack } = yield* BackupFile.BackupWriter
      const packed = yield* pass(pieces, pack, 3 / 4)
      const files = Array.from(
        { length: Math.ceil(Buffer.concat(packed.came).length / pieceLength) },
        (_, at) => new Uint8Array(Buffer.concat(packed.came).subarray(at * pieceLength, (at + 1) * pieceLength))
      )
      const unpacked = yield* pass(files, unpack, 4 / 3)
      assert.isTrue(unpacked.came.join("").startsWith(pieces.join("")))
      assert.isAtMost(packed.most, allowed)
      assert.isAtMost(unpacked.most, allowed)
    }).pipe(Effect.provide(GzipPacking.layer))
  )
})
