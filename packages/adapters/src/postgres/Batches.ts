/** Groups items in order, so that no group is heavier than `most`; a heavier item forms a separate group. */
export const group = <A>(
  items: ReadonlyArray<A>,
  most: number,
  weight: (item: A) => number
): ReadonlyArray<ReadonlyArray<A>> => {
  const groups: Array<Array<A>> = []
  let left = 0
  for (const item of items) {
    const own = weight(item)
    if (groups.length === 0 || own > left) {
      groups.push([])
      left = most
    }
    groups.at(-1)?.push(item)
    left -= own
  }
  return groups
}
