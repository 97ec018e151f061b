import { EventLoop } from "@quire/core"
import { Effect, Result } from "effect"
import { JsonReader, type Options, type Refusal } from "./JsonReader.ts"

/** Characters read before yielding to other fibers. */
const charactersPerTurn = 131_072

/** The bytes of an endpoint's limit that account for one value of a body. */
const bytesPerValue = 5

/** The greatest number of values, nested ones included, in a body of an endpoint with this limit in bytes. */
export const maximumValues = (bytes: number): number => Math.floor(bytes / bytesPerValue)

const resultOf = (reader: JsonReader): Result.Result<unknown, Refusal> =>
  reader.refusal === undefined ? Result.succeed(reader.value) : Result.fail(reader.refusal)

/**
 * Parses a body, yielding to other fibers. Lone surrogates, NUL, keys that reach prototypes, numbers that are not
 * finite, and more keys, items, depth or values than allowed are refused with their path.
 */
export const read = (text: string, options: Options): Effect.Effect<unknown, Refusal> =>
  Effect.suspend(() => {
    const reader = new JsonReader(text, options)
    const rest: Effect.Effect<unknown, Refusal> = Effect.suspend(() =>
      reader.advance(charactersPerTurn) ? Effect.fromResult(resultOf(reader)) : Effect.andThen(EventLoop.yieldNow, rest)
    )
    return rest
  })
