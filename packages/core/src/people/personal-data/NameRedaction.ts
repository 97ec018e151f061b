import type { Hide } from "../../foundation/personal-data/MentioningRows.ts"

/** The current and previous names, email addresses and photos of a user. */
export interface PersonIdentifiers {
  readonly names: ReadonlyArray<string>
  readonly addresses: ReadonlyArray<string>
  readonly photos: ReadonlyArray<string>
}

const hidden = "[erased]"

const escape = (text: string) => text.replace(/[$()*+./?[\\\]^{|}]/gu, "\\$&")

/** Redacts the names, addresses and photos of a user wherever they occur as whole words, ignoring case. */
export const hiding = ({ addresses, names, photos }: PersonIdentifiers): Hide => {
  const wanted = [...new Set([...photos, ...addresses, ...names])].filter((text) => text !== "")
  if (wanted.length === 0) return (text) => text
  const longestFirst = wanted.sort((one, other) => other.length - one.length).map(escape)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join("|")})(?![\\p{L}\\p{N}])`, "giu")
  return (text) => text.replace(pattern, hidden)
}
