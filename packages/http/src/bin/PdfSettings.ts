import type { PdfAdapter } from "@quire/adapters"
import { refuse } from "./UsageError.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** From what prints a page at all, to what there is time for before a job is given up. */
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

/** What a process that prints may take; what is not said is as it is by default. */
export const read = (environment: Environment): Partial<PdfAdapter.Bounds> => {
  const megabytes = parse(environment, "QUIRE_PDF_MEMORY_MB")
  const seconds = parse(environment, "QUIRE_PDF_SECONDS")
  return {
    ...(megabytes === undefined ? {} : { megabytes }),
    ...(seconds === undefined ? {} : { milliseconds: seconds * 1000 })
  }
}
