import { randomBytes } from "node:crypto"
import { IdGenerator, Secrets } from "@quire/core"
import { Effect, Layer } from "effect"

/** Unpredictable bytes and ids from the operating system's source. */
export const layer: Layer.Layer<IdGenerator.IdGenerator | Secrets.Secrets> = Layer.merge(
  IdGenerator.IdGenerator.layerRandom((length) => randomBytes(length)),
  Layer.succeed(Secrets.Secrets, { random: (length) => Effect.sync(() => new Uint8Array(randomBytes(length))) })
)
