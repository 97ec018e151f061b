import { assert, it } from "@effect/vitest"
import * as Lazy from "../../../src/foundation/operation/Lazy.ts"

it("computes a lazy value on first use and keeps it, whatever it is", () => {
  let made = 0
  const get = Lazy.make(() => {
    made++
    return undefined
  })
  assert.strictEqual(made, 0)
  assert.deepStrictEqual([get(), get()], [undefined, undefined])
  assert.strictEqual(made, 1)
})
