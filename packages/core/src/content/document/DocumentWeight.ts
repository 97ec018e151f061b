/**
 * Estimates the work that a JSON value takes: one unit per value, and one more for each so many characters of a text;
 * 4,000 units are about ten milliseconds of reading a document. Stops counting beyond `most`.
 */
export const weigh = (value: unknown, most: number, charactersPerUnit: number = 100): number => {
  const open: Array<unknown> = [value]
  let weight = 0
  while (open.length > 0 && weight <= most) {
    const next = open.pop()
    weight += typeof next === "string" ? 1 + Math.floor(next.length / charactersPerUnit) : 1
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) open.push(part)
  }
  return weight
}
