import { Schema } from "effect"

/** An encrypted text that only `Sealing` can decrypt: version, key id and ciphertext, separated by dots. */
export const SealedText = Schema.String.pipe(Schema.brand("Sealed"), Schema.annotate({ identifier: "Sealed" }))
export type SealedText = typeof SealedText.Type

/** The id of the key that encrypted the text. */
export const keyIdOf = (self: SealedText): string => self.split(".")[1] ?? ""

/** Column and index to find rows that are encrypted with other keys. */
export const columns = {
  sealedWith: { kind: "text", of: ({ sealed }: { readonly sealed: SealedText }) => keyIdOf(sealed) }
} as const
export const indexes = { sealed: { on: [], order: ["sealedWith"] } } as const
