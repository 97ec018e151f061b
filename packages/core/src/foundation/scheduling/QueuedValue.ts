export const limits = {
  /** Total length of the texts that are decoded together. */
  together: 131_072
} as const

/** A value in a queue: the value itself, or a text from which it is decoded later. */
export interface QueuedValue<A> {
  /** Length of the text; 0 for a value that is already decoded. */
  readonly length: number
  /** Returns the value; a text is decoded again on each call. */
  readonly open: () => A
}

export const ofValue = <A>(value: A): QueuedValue<A> => ({ length: 0, open: () => value })

/** Decodes values in order: decoded ones immediately, and only a few texts at a time. */
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
