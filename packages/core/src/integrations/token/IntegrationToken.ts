import { type Option, Result, Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"

/** `length` of a token in characters, `lifetime` in seconds. */
export const limits = { length: 2_048, lifetime: 3_600 } as const

/** Whom a token lets act: an integration, as itself or where it is installed. Its key tells it from others. */
export const Bearer = Schema.Struct({
  integration: Schema.String,
  installation: optional(Schema.String),
  /** Names the token in records of who did what. */
  id: Schema.String
})
export type Bearer = typeof Bearer.Type

const decode = Schema.decodeUnknownResult(Bearer)

const purpose = "integration-token"

/** Signs whom a token lets act, for an hour (rule integration-token); `now` in epoch milliseconds. */
export const sign = (signer: Signer, now: number, bearer: Bearer): string =>
  signer.derive(purpose).mint({ ...bearer, exp: Math.floor(now / 1000) + limits.lifetime })

/** Whom a token lets act, if it was signed here and has not expired. Whether it still holds, the rows say. */
export const verify = (signer: Signer, now: number, token: string): Option.Option<Bearer> =>
  signer
    .derive(purpose)
    .open(token, { now, length: limits.length })
    .pipe(
      Result.flatMap(({ payload }): Result.Result<Bearer, unknown> => decode(payload)),
      Result.getSuccess
    )
