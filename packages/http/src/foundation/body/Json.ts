import { Slices } from "@quire/core"
import { Effect, Result } from "effect"
import { JsonReader, type Options, type Refusal } from "./JsonReader.ts"

/** Characters that are read before others may run. */
const stretch = 131_072

/** The fewest bytes of an endpoint's limit that there are for each value of a body. */
const bytesPerValue = 5

/** The most values, those in one another counted, that an endpoint takes which reads so many bytes. */
export const valuesIn = (bytes: number): number => Math.floor(bytes / bytesPerValue)

const resultOf = (reader: JsonReader): Result.Result<unknown, Refusal> =>
  reader.refusal === undefined ? Result.succeed(reader.value) : Result.fail(reader.refusal)

/**
 * Reads a body and lets others run meanwhile. Lone surrogates, NUL, keys that reach prototypes, numbers that are not
 * finite, and more keys, items, depth or values than there may be are refused by path.
 */
export const read = (text: string, options: Options): Effect.Effect<unknown, Refusal> =>
  Effect.suspend(() => {
    const reader = new JsonReader(text, options)
    const rest: Effect.Effect<unknown, Refusal> = Effect.suspend(() =>
      reader.advance(stretch) ? Effect.fromResult(resultOf(reader)) : Effect.andThen(Slices.turn, rest)
    )
    return rest
  })
