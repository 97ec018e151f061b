import { NodeCrypto } from "@quire/adapters"
import { IdGenerator, Secrets } from "@quire/core"
import { Effect, Layer, Option } from "effect"
import { vi } from "vitest"
import { restart } from "../contract/numbers.ts"
import { type Capabilities, capabilities } from "../support/engine.ts"

const begun = Date.UTC(2030, 0, 1)

/** A stretch of its own for each chapter: what one uses up moves nothing in the others. */
const stretch = 1_000_000

/**
 * A world in which nothing is left to chance: ids, secrets, the clock and random numbers are those of the chapter and of
 * what was asked in it before.
 */
export const make = () => {
  let ids = 0
  let secrets = 0
  let random = 0
  let now = begun
  vi.useFakeTimers({ toFake: ["Date"], now })
  vi.spyOn(Math, "random").mockImplementation(() => (++random % stretch) / stretch)
  const given: Capabilities = Layer.merge(
    capabilities,
    Layer.merge(
      Layer.succeed(
        IdGenerator.IdGenerator,
        Effect.sync(() => `a${String(++ids).padStart(26, "0")}`)
      ),
      Layer.succeed(Secrets.Secrets, {
        random: (length: number) =>
          Effect.sync(() => {
            secrets++
            return Uint8Array.from({ length }, (_, index) =>
              index < 4 ? (secrets >> (8 * index)) & 255 : (secrets * 31 + index * 7 + (secrets >> 3)) & 255
            )
          }),
        ...NodeCrypto.sealing,
        master: Option.none(),
        previousMaster: Option.none()
      })
    )
  )
  return {
    capabilities: given,
    /** Turns to a chapter, from 0. */
    open: (chapter: number) => {
      restart()
      ids = secrets = random = chapter * stretch
      now = begun + chapter * 86_400_000
      vi.setSystemTime(now)
    },
    /** Lets a second pass. */
    pass: () => {
      now += 1_000
      vi.setSystemTime(now)
    },
    close: () => {
      vi.useRealTimers()
      vi.restoreAllMocks()
    }
  }
}

export type Still = ReturnType<typeof make>
