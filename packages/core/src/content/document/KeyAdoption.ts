import { Effect } from "effect"
import * as EventLoop from "../../foundation/scheduling/EventLoop.ts"
import * as BlockLikeness from "./BlockLikeness.ts"
import type { Document } from "./Document.ts"
import * as DocumentKeys from "./DocumentKeys.ts"
import * as DocumentTree from "./DocumentTree.ts"

/**
 * `DocumentKeys.adopt`, for documents of any size: other fibers run while the blocks are read, which takes most of the
 * time.
 */
export const adopt = Effect.fnUntraced(function* (old: Document, next: Document, seed: string) {
  const fresh = DocumentKeys.assign(next, seed)
  const likeness = BlockLikeness.make()
  for (const document of [old, fresh]) {
    const innerFirst = Array.from(DocumentTree.walk(document), ([block]) => block).reverse()
    yield* EventLoop.map(innerFirst, likeness.read)
  }
  return DocumentKeys.adoptInto(old, fresh, seed, likeness)
})
