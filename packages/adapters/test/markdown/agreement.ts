import { assert } from "@effect/vitest"
import type { Root } from "mdast"
import * as FastParser from "../../src/markdown/FastParser.ts"
import * as Micromark from "../../src/markdown/Micromark.ts"
import { readTree } from "../../src/markdown/ReadTree.ts"

await FastParser.loaded

const pageOf = (root: Root, text: string) =>
  JSON.stringify(readTree(root.children, { text, restore: (piece) => piece }, { heading: "document" }))

/** Where the native parser answers, its page is micromark's. */
export const agrees = (text: string) => {
  const native = FastParser.read(text)
  if (native !== undefined) assert.strictEqual(pageOf(native, text), pageOf(Micromark.read(text), text), text)
}
