import { signHex } from "../../foundation/secret/Secrets.ts"

/** The headers of a delivery. */
export const headers = {
  signature: "quire-signature",
  event: "quire-event-id",
  type: "quire-event-type"
} as const

/**
 * Signs a body at a time in milliseconds with each secret: `t=<seconds>,v1=<hex>`, with one `v1` per secret, newest
 * first (rule webhook-signature).
 */
export const sign = (secrets: ReadonlyArray<string>, body: string, now: number): string => {
  const time = Math.floor(now / 1000)
  return [`t=${time}`, ...secrets.map((secret) => `v1=${signHex(secret, `${time}.${body}`)}`)].join(",")
}
