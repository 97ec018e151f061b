import { afterEach, beforeEach, chai } from "vitest"

const key = Symbol.for("quire/test/assertions")

/** The number of assertions of this worker: one count, however often files load this module. */
const counted = (): { made: number } => {
  const known: { made: number } | undefined = Reflect.get(globalThis, key)
  if (known !== undefined) return known
  const count = { made: 0 }
  Reflect.set(globalThis, key, count)
  chai.util.overwriteMethod(
    chai.Assertion.prototype,
    "assert",
    (assert: (...given: ReadonlyArray<unknown>) => void) =>
      function (this: object, ...given: ReadonlyArray<unknown>) {
        count.made++
        assert.apply(this, [...given])
      }
  )
  return count
}

const count = counted()
const before = new Map<string, number>()

interface Task {
  readonly id: string
  readonly name: string
  readonly result?: { readonly errors?: ReadonlyArray<unknown> | undefined } | undefined
}

export const begin = ({ id }: Task): void => void before.set(id, count.made)

/** Throws when a test passed but has asserted nothing since it began. */
export const end = ({ id, name, result }: Task): void => {
  const isWell = (result?.errors ?? []).length === 0
  if (isWell && count.made === before.get(id)) throw new Error(`"${name}" asserted nothing`)
}

/** For vitest's `setupFiles`. */
beforeEach(({ task }) => begin(task))
afterEach(({ task }) => end(task))
