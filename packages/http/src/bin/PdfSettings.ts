import type { PdfAdapter } from "@quire/adapters"
import { refuse } from "./UsageError.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** Bounds from the least that can print a page to the most that fits the deadline of a job. */
const ranges = { QUIRE_PDF_MEMORY_MB: [256, 65_536], QUIRE_PDF_SECONDS: [10, 270] } as const

const parse = (environment: Environment, name: keyof typeof ranges): number | undefined => {
  const text = environment[name] ?? ""
  if (text === "") return undefined
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  const [min, max] = ranges[name]
  return number >= min && number <= max
    ? number
    : refuse(`${name} must be an integer from ${min} to ${max}, not "${text}"`)
}

/** Limits of the print process; settings that are not given use their defaults. */
export const read = (environment: Environment): Partial<PdfAdapter.Bounds> => {
  const megabytes = parse(environment, "QUIRE_PDF_MEMORY_MB")
  const seconds = parse(environment, "QUIRE_PDF_SECONDS")
  return {
    ...(megabytes === undefined ? {} : { megabytes }),
    ...(seconds === undefined ? {} : { milliseconds: seconds * 1000 })
  }
}
