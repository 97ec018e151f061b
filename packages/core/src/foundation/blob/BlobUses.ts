import { Context, Effect } from "effect"
import { noLimit } from "../paging/Paging.ts"
import * as Repository from "../store/Repository.ts"
import { RowStore } from "../store/RowStore.ts"
import type { BlobHash } from "./BlobStore.ts"

/** Rows that refer to blobs: finds which of some hashes are still in use. */
export interface Source {
  readonly make: Effect.Effect<
    (hashes: ReadonlyArray<BlobHash>) => Effect.Effect<ReadonlyArray<BlobHash>>,
    never,
    RowStore
  >
}

/** A collection whose column `blobs` is computed by `blobsOf`. */
export const source = <
  A extends { readonly id: string },
  I,
  Cs extends Repository.Columns<A> & { readonly blobs: { readonly kind: "set" } },
  Ix extends Repository.Indexes<Cs> & { readonly all: { readonly on: readonly [] } },
  Ux extends Repository.Uniques<Cs>
>(
  collection: Repository.Collection<A, I, Cs, Ix, Ux>,
  blobsOf: (self: A) => ReadonlyArray<BlobHash>
): Source => ({
  make: Effect.gen(function* () {
    const store = yield* RowStore
    const rows = yield* Repository.make(collection)
    return (hashes: ReadonlyArray<BlobHash>) =>
      Effect.map(
        store.list(rows.shape, "all", { equals: {}, has: { blobs: { any: hashes } }, limit: noLimit }),
        (found) => found.flatMap((row) => blobsOf(rows.decode(row).value))
      )
  })
})

/** The collections that refer to blobs and are not known to the code that removes blobs. */
export class BlobUses extends Context.Service<BlobUses, ReadonlyArray<Source>>()("@quire/core/BlobUses") {}
