import type { PersonPresence } from "./PersonPresence.ts"

/** How many colors the stylesheet has for people. */
const colorCount = 8

const hashOf = (text: string): number =>
  Array.from(text).reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) % 65_521, 7)

/**
 * The number of the color of each person by the id of the user, for `data-quire-person`. The same person usually has the
 * same color, and people have different ones while there are enough.
 */
export const colorsOf = (people: ReadonlyArray<PersonPresence>): ReadonlyMap<string, number> => {
  const colors = new Map<string, number>()
  const taken = new Set<number>()
  for (const id of [...new Set(people.map(({ user }) => user.id))].toSorted()) {
    let color = hashOf(id) % colorCount
    while (taken.has(color) && taken.size < colorCount) color = (color + 1) % colorCount
    taken.add(color)
    colors.set(id, color)
  }
  return colors
}
