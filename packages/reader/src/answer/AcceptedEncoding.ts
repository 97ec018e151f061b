import { Recent } from "@quire/core"

/** How bytes are compressed, the preferred first where a client likes both alike. */
export const encodings = ["br", "gzip"] as const
export type Encoding = (typeof encodings)[number]

/** Size limit, in characters, of the cache of parsed headers. */
export const limits = { kept: 20_000 } as const

interface Choice {
  readonly encoding: Encoding | undefined
}

/** The quality value of each encoding that a client names, from 0 to 1. */
const weightsOf = (accepted: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  for (const item of accepted.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = item.split(";").map((part) => part.trim())
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))
    const weight = quality === undefined ? 1 : Number(quality.replace(/^q\s*=\s*/, ""))
    if (coding !== "") weights.set(coding, weight >= 0 && weight <= 1 ? weight : 0)
  }
  return weights
}

const choose = (accepted: string): Choice => {
  const weights = weightsOf(accepted)
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0
  const [first] = encodings.toSorted((one, other) => weightOf(other) - weightOf(one))
  if (first === undefined || weightOf(first) === 0) return { encoding: undefined }
  return { encoding: (weights.get("identity") ?? 0) > weightOf(first) ? undefined : first }
}

const known = Recent.make<Choice>(limits.kept)

/**
 * The content encoding for an `Accept-Encoding` header (RFC 9110, 12.5.3). Undefined means no encoding, also where the
 * client accepts none of the available ones.
 */
export const of = (accepted: string | undefined): Encoding | undefined => {
  if (accepted === undefined || accepted === "") return undefined
  const found = known.get(accepted)
  if (found !== undefined) return found.encoding
  const chosen = choose(accepted)
  known.put(accepted, chosen, accepted.length + 50)
  return chosen.encoding
}
