import { Option, Schema } from "effect"

const text = Schema.optionalKey(Schema.String)
const flag = Schema.optionalKey(Schema.Boolean)

/** Attributes of an entry in a line of a table of contents, beyond its title and target (rule export-entries). */
export const SummaryAttributes = Schema.Struct({
  /** The entries after it are at the top level, in no group. */
  top: flag,
  /** The entry is a link, even if its target is a page that is listed below. */
  link: flag,
  /** In place of the target that is written, or of the title. */
  target: text,
  title: text,
  icon: text,
  emoji: text,
  hidden: flag,
  noIndex: flag,
  noRobotsIndex: flag
})
export type SummaryAttributes = typeof SummaryAttributes.Type

export const limits = {
  /** Characters of the attributes of one line. */
  length: 16_384
} as const

const [begin, end] = ["<!-- {", "} -->"] as const

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(SummaryAttributes))

/** The attributes as a comment. */
export const print = (attributes: SummaryAttributes): string =>
  `<!-- ${JSON.stringify(attributes).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e")} -->`

export interface Read {
  /** The line without its attributes. */
  readonly line: string
  readonly attributes: SummaryAttributes
}

/** Removes the attributes from the end of a line; undefined if it has none. */
export const read = (line: string): Read | undefined => {
  const whole = line.trimEnd()
  const from = whole.endsWith(end) ? whole.lastIndexOf(begin) : -1
  if (from === -1 || whole.length - from > limits.length) return undefined
  const json = whole.slice(from + begin.length - 1, 1 - end.length)
  return Option.getOrUndefined(Option.map(decode(json), (attributes) => ({ line: whole.slice(0, from), attributes })))
}
