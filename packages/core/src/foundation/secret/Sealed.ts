import { Schema } from "effect"

/** An encrypted text that only `Sealing` opens: version, id of the key and ciphertext, separated by dots. */
export const Sealed = Schema.String.pipe(Schema.brand("Sealed"), Schema.annotate({ identifier: "Sealed" }))
export type Sealed = typeof Sealed.Type

/** The id of the key that sealed the text. */
export const keyIdOf = (self: Sealed): string => self.split(".")[1] ?? ""

/** Column and index that find the rows sealed with other keys. */
export const columns = {
  sealedWith: { kind: "text", of: ({ sealed }: { readonly sealed: Sealed }) => keyIdOf(sealed) }
} as const
export const indexes = { sealed: { on: [], order: ["sealedWith"] } } as const
