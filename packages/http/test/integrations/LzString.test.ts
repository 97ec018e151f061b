import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { unpack } from "../../src/integrations/request/LzString.ts"

const limit = 1_048_576

/** By the package of that name. */
const known = [
  ["Q", ""],
  ["N4IghiBcIJeNTOIA0IBGUDaBGR3cF0BfIA", '{"a":"é猫","b":[1,1,1,1]}'],
  ["N4IghiBcIJeNTOIA0IBGUDaBGR3cF0BfIA==", '{"a":"é猫","b":[1,1,1,1]}']
] as const

/** The letter `a` so often, as that package packs it. */
const repeated = (times: number): string => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
  const bits: Array<number> = []
  const write = (number: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((number >> bit) & 1)
  }
  write(0, 2)
  write(97, 8)
  let [room, width, next, length] = [4, 3, 4, 1]
  for (let left = times - 1; left > 0; left -= length) {
    length = Math.min(length + 1, left)
    write(length === left && length < next - 2 ? length + 2 : next, width)
    next += 1
    room -= 1
    if (room === 0) room = 2 ** width++
  }
  write(2, width)
  while (bits.length % 6 !== 0) bits.push(0)
  const at = (index: number) => bits.slice(index * 6, index * 6 + 6).reduce((sum, bit) => sum * 2 + bit, 0)
  return Array.from({ length: bits.length / 6 }, (_, index) => alphabet.charAt(at(index))).join("")
}

describe("data that lz-string has compressed (rule integration-render-compressed)", () => {
  it.each(known)("unpacks %s", (packed, text) => {
    assert.strictEqual(Result.getOrThrow(unpack(packed, limit)), text)
  })

  it("fails when it is truncated or malformed", () => {
    const [, [packed]] = known
    for (let length = 0; length < packed.length - 1; length++) {
      assert.isTrue(Result.isFailure(unpack(packed.slice(0, length), limit)), String(length))
    }
    for (const other of ["", "!", "é", "{}", "$$$$", "////"]) {
      assert.isTrue(Result.isFailure(unpack(other, limit)), other)
    }
  })

  it("unpacks up to the limit, and fails beyond it", () => {
    const bomb = repeated(4_000_000)
    assert.isBelow(bomb.length, 10_000)
    assert.match(String(Result.getOrThrow(Result.flip(unpack(bomb, limit)))), /at most 1048576 characters/)
    const small = repeated(10)
    assert.strictEqual(Result.getOrThrow(unpack(small, 10)), "a".repeat(10))
    assert.isTrue(Result.isFailure(unpack(small, 9)))
  })
})
