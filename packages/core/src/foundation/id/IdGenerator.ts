import { Clock, Context, Effect, Layer } from "effect"

/** One letter, then 26 characters of Crockford base 32 in lower case: 10 of time, 16 of randomness. */
export const pattern = /^[a-z][0-9a-z]{26}$/

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const timePart = (milliseconds: number) => {
  let rest = milliseconds
  let text = ""
  for (let index = 0; index < 10; index++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

const randomPart = (bytes: Uint8Array) => Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join("")

/** Returns the next string of the same length, or undefined after the last. */
const increment = (text: string): string | undefined => {
  const head = text.replace(/(?<!z)z+$/, "")
  const last = head.at(-1)
  if (last === undefined) return undefined
  const next = alphabet.charAt(alphabet.indexOf(last) + 1)
  return `${head.slice(0, -1)}${next}`.padEnd(text.length, "0")
}

/**
 * Generates ids whose code-point order is the order of their creation. Ids of one process never go backwards: within a
 * millisecond, or when the clock is set back, the random part is incremented.
 */
export class IdGenerator extends Context.Service<IdGenerator, Effect.Effect<string>>()("@quire/core/IdGenerator") {
  /** Random ids, from a source of random bytes. */
  static readonly layerRandom = (random: (bytes: number) => Uint8Array) =>
    Layer.sync(this, () => {
      let lastTime = 0
      let lastRandom = ""
      return Effect.map(Clock.currentTimeMillis, (now) => {
        const following = now > lastTime ? undefined : increment(lastRandom)
        if (following === undefined) {
          lastTime = Math.max(now, lastTime + 1)
          lastRandom = randomPart(random(16))
        } else {
          lastRandom = following
        }
        return `q${timePart(lastTime)}${lastRandom}`
      })
    })

  /** Predictable ids for tests: `a` and a counter of 26 digits. */
  static readonly layerSequence = Layer.sync(this, () => {
    let next = 0
    return Effect.sync(() => `a${String(++next).padStart(26, "0")}`)
  })
}
