export const limits = {
  /** Length of the texts that are opened together. */
  together: 131_072
} as const

/** A value that waits for its turn: as it is, or as a text that it is made from then. */
export interface QueuedValue<A> {
  /** Length of the text; 0 for what is a value already. */
  readonly length: number
  /** The value; one that is made from a text is made anew each time. */
  readonly open: () => A
}

export const ofValue = <A>(value: A): QueuedValue<A> => ({ length: 0, open: () => value })

/** Opens values in order: all that are values already at once, and few of those made from texts. */
export function* portions<A>(
  items: Iterable<QueuedValue<A>>,
  together: number = limits.together
): Generator<ReadonlyArray<A>> {
  let opened: Array<A> = []
  let length = 0
  for (const item of items) {
    if (item.length > 0 && opened.length > 0 && length + item.length > together) {
      yield opened
      opened = []
      length = 0
    }
    opened.push(item.open())
    length += item.length
  }
  if (opened.length > 0) yield opened
}
