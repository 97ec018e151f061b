import { type Brand, Schema } from "effect"

/** The form of an id in input; the ids that Quire generates are narrower. */
export const inputPattern = /^[A-Za-z0-9_-]{1,64}$/u

/** A branded identifier whose schema identifier is the brand, with its description. */
export const make = <const B extends string>(brand: B, description: string) =>
  Schema.String.pipe(
    Schema.refine((text): text is string & Brand.Brand<B> => inputPattern.test(text), {
      message: "must be 1 to 64 letters, digits, - or _",
      toJsonSchema: () => ({ pattern: inputPattern.source })
    }),
    Schema.annotate({ identifier: brand, description })
  )
