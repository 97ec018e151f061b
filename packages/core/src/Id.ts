import { Schema } from "effect"

/** What an identifier may look like on input; the ones Quire mints are narrower. */
export const inputPattern = /^[A-Za-z0-9_-]{1,64}$/

/** A branded identifier whose schema identifier is the brand. */
export const make = <const Brand extends string>(brand: Brand) =>
  Schema.String.pipe(
    Schema.pattern(inputPattern, { message: () => "must be 1 to 64 letters, digits, - or _" }),
    Schema.brand(brand),
    Schema.annotations({ identifier: brand })
  )
