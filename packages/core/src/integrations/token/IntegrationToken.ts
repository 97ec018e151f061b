import { type Option, Result, Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"

/** `length` of a token in characters, `lifetime` in seconds. */
export const limits = { length: 2_048, lifetime: 3_600 } as const

/** Bearer of a token: an integration, as itself or as an installation. The key distinguishes it from other bearers. */
export const Bearer = Schema.Struct({
  integration: Schema.String,
  installation: optional(Schema.String),
  /** Id of the token in the audit log. */
  id: Schema.String
})
export type Bearer = typeof Bearer.Type

const decode = Schema.decodeUnknownResult(Bearer)

const purpose = "integration-token"

/** Signs a token for a bearer, valid for an hour (rule integration-token); `now` in epoch milliseconds. */
export const sign = (signer: Signer, now: number, bearer: Bearer): string =>
  signer.derive(purpose).mint({ ...bearer, exp: Math.floor(now / 1000) + limits.lifetime })

/**
 * Returns the bearer of a token that was signed here and has not expired. Whether it is still valid depends on the
 * rows.
 */
export const verify = (signer: Signer, now: number, token: string): Option.Option<Bearer> =>
  signer
    .derive(purpose)
    .open(token, { now, length: limits.length })
    .pipe(
      Result.flatMap(({ payload }): Result.Result<Bearer, unknown> => decode(payload)),
      Result.getSuccess
    )
