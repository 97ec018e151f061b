import { Result } from "effect"
import { Base64Url } from "effect/encoding"
import * as JsonWebToken from "./JsonWebToken.ts"
import { constantTimeEquals, derive as deriveBytes, sign as hmac } from "./Secrets.ts"
import { idLength } from "./SigningKey.ts"

/** A key as text, and its id, which is part of each signature. */
export interface Key {
  readonly id: string
  readonly secret: string
}

/** The key that signs, and all accepted keys, newest first. */
export interface Keys {
  readonly current: Key
  readonly believed: ReadonlyArray<Key>
}

/**
 * Signs with the current key and accepts every valid one; each signature contains the id of its key (rule
 * signing-keys).
 */
export interface Signer {
  readonly keys: () => Keys
  /** The id of the current key and the HMAC-SHA-256 of the text, as 51 characters of base64url. */
  readonly sign: (text: string) => string
  readonly verify: (text: string, signature: string) => boolean
  /** A JSON Web Token of the payload. */
  readonly mint: (payload: JsonWebToken.Payload) => string
  /** Returns the claims of a token; `forged` if no valid key has signed it. */
  readonly open: (
    token: string,
    against: Omit<JsonWebToken.Against, "key">
  ) => Result.Result<JsonWebToken.VerifiedToken, JsonWebToken.Reason>
  /**
   * Returns a signer whose keys serve one purpose only, and reveal nothing about the keys that they are derived from.
   */
  readonly derive: (purpose: string) => Signer
}

const deriveKey = ({ id, secret }: Key, purpose: string): Key => ({
  id,
  secret: Base64Url.encode(deriveBytes(secret, purpose))
})

export const make = (keys: () => Keys): Signer => ({
  keys,
  sign: (text) => {
    const { id, secret } = keys().current
    return `${id}${hmac(secret, text)}`
  },
  verify: (text, signature) => {
    const key = keys().believed.find(({ id }) => signature.startsWith(id))
    return key !== undefined && constantTimeEquals(hmac(key.secret, text), signature.slice(idLength))
  },
  mint: (payload) => JsonWebToken.mint(keys().current.secret, payload, keys().current.id),
  open: (token, against) => {
    const key = keys().believed.find(({ id }) => token.startsWith(`${JsonWebToken.headerOf(id)}.`))
    return key === undefined ? Result.fail("forged") : JsonWebToken.open(token, { ...against, key: key.secret })
  },
  derive: (purpose) =>
    make(() => {
      const { believed, current } = keys()
      return { current: deriveKey(current, purpose), believed: believed.map((key) => deriveKey(key, purpose)) }
    })
})
