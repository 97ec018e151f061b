import { Redacted } from "effect"
import { keyLength } from "../host/Opening.ts"
import { refuse } from "./UsageError.ts"

/** The operator's keys; the previous key still decrypts the values that it encrypted. */
export interface SecretKeys {
  readonly present: Redacted.Redacted | undefined
  readonly previous: Redacted.Redacted | undefined
}

export const read = (environment: { readonly [variable: string]: string | undefined }): SecretKeys => {
  const given = (variable: string) => {
    const text = environment[variable] ?? ""
    if (text === "") return undefined
    return text.length < keyLength
      ? refuse(`${variable} must have ${keyLength} characters or more`)
      : Redacted.make(text)
  }
  return { present: given("QUIRE_SECRET_KEY"), previous: given("QUIRE_SECRET_KEY_PREVIOUS") }
}
