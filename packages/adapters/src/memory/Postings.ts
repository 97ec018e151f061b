/** Numbers of sections in which a token stands, ascending, and what it is worth in each. */
export interface Postings {
  readonly sections: ReadonlyArray<number>
  readonly worth: ReadonlyArray<number>
}

/** The place of the first number in an ascending list that is at least `wanted`, from a place on, in ever longer steps. */
const seek = (list: ReadonlyArray<number>, wanted: number, from: number): number => {
  const isBefore = (at: number) => (list[at] ?? Number.POSITIVE_INFINITY) < wanted
  let low = from
  let step = 1
  for (; isBefore(low + step - 1); step *= 2) low += step
  let high = low + step - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** A section in which every token stands, with what each is worth there. */
export interface Common {
  readonly section: number
  readonly worth: ReadonlyArray<number>
}

/** The sections that all lists have, in order; of longer lists no more is looked at than the shortest asks for. */
export const common = (lists: ReadonlyArray<Postings>): ReadonlyArray<Common> => {
  const [shortest, ...others] = lists.toSorted((left, right) => left.sections.length - right.sections.length)
  if (shortest === undefined) return []
  let found = shortest.sections.map((section, at): Common => ({ section, worth: [shortest.worth[at] ?? 0] }))
  for (const { sections, worth: own } of others) {
    let at = 0
    found = found.flatMap(({ section, worth }) => {
      at = seek(sections, section, at)
      return sections[at] === section ? [{ section, worth: [...worth, own[at] ?? 0] }] : []
    })
  }
  return found
}
