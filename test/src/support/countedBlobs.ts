import { BlobStore, type Engine } from "@quire/core"
import { Effect, Layer, Option, Stream } from "effect"

/** Receives the length of each piece that is read from a store of files. */
export type OnPiece = (length: number) => void

/** Ports whose store of files reports every piece that is read from it. */
export const countedBlobs = (ports: Layer.Layer<Engine.Ports>, onPiece: OnPiece): Layer.Layer<Engine.Ports> =>
  Layer.effect(
    BlobStore.BlobStore,
    Effect.map(BlobStore.BlobStore, (store) => ({
      ...store,
      open: (hash: string) =>
        Effect.map(
          store.open(hash),
          Option.map((stored) => ({
            ...stored,
            read: (from: number, to: number) =>
              Stream.map(stored.read(from, to), (piece) => {
                onPiece(piece.length)
                return piece
              })
          }))
        )
    }))
  ).pipe(Layer.provideMerge(ports))

/** Bytes that no store can make smaller. */
export const incompressible = (size: number): Uint8Array => {
  const words = new Uint32Array(size / 4)
  let word = size
  for (let at = 0; at < words.length; at++) words[at] = word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0
  return new Uint8Array(words.buffer)
}
