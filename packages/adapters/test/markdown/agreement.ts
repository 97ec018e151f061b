import { assert } from "@effect/vitest"
import type { Root } from "mdast"
import * as Micromark from "../../src/markdown/Micromark.ts"
import * as NativeTree from "../../src/markdown/NativeTree.ts"
import { readTree } from "../../src/markdown/ReadTree.ts"

await NativeTree.loaded

const pageOf = (root: Root, text: string) =>
  JSON.stringify(readTree(root.children, { text, restore: (piece) => piece }, { heading: "document" }))

/** Where the native parser answers, its page is micromark's. */
export const agrees = (text: string) => {
  const native = NativeTree.read(text)
  if (native !== undefined) assert.strictEqual(pageOf(native, text), pageOf(Micromark.read(text), text), text)
}
