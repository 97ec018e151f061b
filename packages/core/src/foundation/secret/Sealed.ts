import { Schema } from "effect"

/** A text that only `Sealing` opens: version, id of the key that sealed it, and what is encrypted, with dots between. */
export const Sealed = Schema.String.pipe(Schema.brand("Sealed"), Schema.annotate({ identifier: "Sealed" }))
export type Sealed = typeof Sealed.Type

/** The id of the key that sealed it. */
export const keyIdOf = (self: Sealed): string => self.split(".")[1] ?? ""

/** How rows with a sealed text are stored, so that those of other keys are found. */
export const columns = {
  sealedWith: { kind: "text", of: ({ sealed }: { readonly sealed: Sealed }) => keyIdOf(sealed) }
} as const
export const indexes = { sealed: { on: [], order: ["sealedWith"] } } as const
