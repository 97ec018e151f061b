import { type Option, Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { optional } from "../../foundation/input/Input.ts"
import * as JsonWebToken from "../../foundation/secret/JsonWebToken.ts"
import { derive } from "../../foundation/secret/Secrets.ts"

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

/** The key that signs tokens of integrations, derived from the store's. */
const deriveKey = (installationKey: string): string => Base64Url.encode(derive(installationKey, "integration-token"))

/** Signs whom a token lets act, for an hour (rule integration-token); `now` in epoch milliseconds. */
export const sign = (installationKey: string, now: number, bearer: Bearer): string =>
  JsonWebToken.mint(deriveKey(installationKey), { ...bearer, exp: Math.floor(now / 1000) + limits.lifetime })

/** Whom a token lets act, if it was signed here and has not expired. Whether it still holds, the rows say. */
export const verify = (installationKey: string, now: number, token: string): Option.Option<Bearer> =>
  JsonWebToken.open(token, { key: deriveKey(installationKey), now, length: limits.length }).pipe(
    Result.flatMap(({ payload }): Result.Result<Bearer, unknown> => decode(payload)),
    Result.getSuccess
  )
