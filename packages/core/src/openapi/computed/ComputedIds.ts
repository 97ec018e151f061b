import { digest } from "../../foundation/secret/Secrets.ts"

const length = 24

/** An id that depends only on the seed and on what is named; it matches `^[a-zA-Z0-9]{1,40}$`. */
export const make = (seed: string, ...names: ReadonlyArray<string>): string =>
  digest(JSON.stringify([seed, ...names]))
    .replace(/[-_]/g, "")
    .slice(0, length)
