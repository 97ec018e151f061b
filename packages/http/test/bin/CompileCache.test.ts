import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { folderOf } from "../../src/bin/CompileCache.ts"

it("keeps compiled code in a folder of the user, or not at all", () => {
  const home = { HOME: "/home/ann" }
  assert.strictEqual(folderOf(home), join("/home/ann", ".cache/quire"))
  assert.strictEqual(folderOf({ ...home, XDG_CACHE_HOME: "/caches" }), join("/caches", "quire"))
  assert.strictEqual(folderOf({ LOCALAPPDATA: "/local" }), join("/local", "quire"))
  assert.deepStrictEqual([{}, { ...home, XDG_CACHE_HOME: "" }].map(folderOf), [undefined, undefined])
})
