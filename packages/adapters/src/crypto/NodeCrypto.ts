import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { IdGenerator, Secrets } from "@quire/core"
import { Effect, Layer, Option, type Redacted } from "effect"

const cipher = "aes-256-gcm"
const nonceBytes = 12
const tagBytes = 16

const encrypt = (key: Uint8Array, context: string, text: string): string => {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([sealing.update(text, "utf8"), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), body]).toString("base64url")
}

const decrypt = (key: Uint8Array, context: string, sealed: string): string => {
  const bytes = Buffer.from(sealed, "base64url")
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]).toString("utf8")
}

/** Authenticated encryption with AES-256-GCM: nonce, tag and ciphertext, as base64url. */
export const sealing: Pick<typeof Secrets.Secrets.Service, "decrypt" | "encrypt"> = {
  encrypt: (key, context, text) => Effect.sync(() => encrypt(key, context, text)),
  decrypt: (key, context, sealed) => Effect.option(Effect.try(() => decrypt(key, context, sealed)))
}

/** Keys that the operator keeps: the current one and the previous one. */
export interface MasterKeys {
  readonly master?: Redacted.Redacted | undefined
  readonly previousMaster?: Redacted.Redacted | undefined
}

/** Random bytes and ids from the operating system. */
export const layerWith = ({
  master,
  previousMaster
}: MasterKeys = {}): Layer.Layer<IdGenerator.IdGenerator | Secrets.Secrets> =>
  Layer.merge(
    IdGenerator.IdGenerator.layerRandom((length) => randomBytes(length)),
    Layer.succeed(Secrets.Secrets, {
      random: (length) => Effect.sync(() => new Uint8Array(randomBytes(length))),
      ...sealing,
      master: Option.fromNullishOr(master),
      previousMaster: Option.fromNullishOr(previousMaster)
    })
  )

export const layer: Layer.Layer<IdGenerator.IdGenerator | Secrets.Secrets> = layerWith()
