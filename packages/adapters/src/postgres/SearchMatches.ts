import { SearchIndex } from "@quire/core"
import * as SearchTokens from "./SearchTokens.ts"
import { makeParameters, type Parameters, qualify } from "./SqlText.ts"

/** Context for writing a statement about one query. */
export interface QueryWriter extends Parameters {
  readonly entries: string
  /** The indexed expression of a section `s`. */
  readonly indexed: string
  readonly wanted: SearchTokens.QueryTerms
  /** Adds a tsquery as a parameter. */
  readonly tsquery: (text: string) => string
}

export const makeWriter = (schema: string, query: SearchIndex.SearchQuery): QueryWriter => {
  const values = makeParameters()
  return {
    ...values,
    entries: qualify(schema, "search_entries"),
    indexed: `${qualify(schema, "search_tokens")}(s.words, s.space)`,
    wanted: SearchTokens.toTerms(query),
    tsquery: (text) => `${values.add(text)}::tsquery`
  }
}

const fieldWeights = [
  ["A", SearchIndex.weights.title],
  ["B", SearchIndex.weights.heading],
  ["C", SearchIndex.weights.body]
] as const

/** The score of a term in a section `s`: the weights of the fields that contain it. */
const termScore = ({ tsquery }: QueryWriter, term: string): string => {
  const fields = fieldWeights.map(
    ([field, weight]) => `${weight} * (s.heads @@ ${tsquery(SearchTokens.matchFields(term, field))})::int`
  )
  const own = tsquery(SearchTokens.matchFields(term))
  return `case when s.heads @@ ${own} then ${fields.join(" + ")} else ${SearchIndex.weights.body} end`
}

const float = (score: number): string => `${score}::float8`

/** The score of a prefix in a section `s` that does not contain the prefix as a word. */
const prefixScore = ({ tsquery }: QueryWriter, prefix: string): string => {
  const { body, heading, title } = SearchIndex.prefixWeights
  const inField = (field: string) => `s.heads @@ ${tsquery(SearchTokens.matchPrefixFields(prefix, field))}`
  return `case when ${inField("A")} then ${float(title)} when ${inField("B")} then ${float(heading)} else ${float(body)} end`
}

const sum = (scores: ReadonlyArray<string>): string => scores.join(" + ")

/** Whether a section `s` has a term, or a word that begins with a prefix. Reads `words`, which is stored out of line. */
const hasTerm = ({ add }: QueryWriter, term: string): string =>
  `strpos(s.words, ${add(SearchTokens.termText(term))}) > 0`
const hasPrefix = ({ add }: QueryWriter, prefix: string, words = "s.words"): string =>
  `strpos(${words}, ${add(SearchTokens.prefixText(prefix))}) > 0`

/** The score of any matching section `s`. Reads `words` if there is a prefix. */
export const scoreSql = (write: QueryWriter): string => {
  const { prefix, terms } = write.wanted
  const scores = terms.map((term) => termScore(write, term))
  if (prefix === undefined) return sum(scores)
  return sum([
    ...scores,
    `case when ${hasTerm(write, prefix)} then ${termScore(write, prefix)} else ${prefixScore(write, prefix)} end`
  ])
}

/** Sections that match, which either all have the same score or are scored individually. */
interface Matches<Score> {
  readonly match: string
  readonly score: Score
}

const and = (matches: ReadonlyArray<string>): string => matches.join(" & ")
const or = (matches: ReadonlyArray<string>): string => `(${matches.join(" | ")})`

/** Sections with all terms: scored by title and heading where some term is in them, else by their number. */
const splitTerms = (write: QueryWriter, terms: ReadonlyArray<string>) => {
  const [all, inHead] = [and(terms.map(SearchTokens.matchTerm)), or(terms.map(SearchTokens.matchInHead))]
  return {
    scored: { match: `${all} & ${inHead}`, score: sum(terms.map((term) => termScore(write, term))) },
    level: { match: `${all} & !${inHead}`, score: String(terms.length * SearchIndex.weights.body) }
  }
}

/** Sections with all terms, and a word that begins with the prefix but not the prefix itself. */
const splitPrefix = (write: QueryWriter, terms: ReadonlyArray<string>, prefix: string) => {
  const all = and([
    ...terms.map(SearchTokens.matchTerm),
    SearchTokens.matchPrefix(prefix),
    `!${SearchTokens.matchTerm(prefix)}`
  ])
  const inHead = or([...terms.map(SearchTokens.matchInHead), SearchTokens.matchPrefixInHead(prefix)])
  const scores = terms.map((term) => termScore(write, term))
  const { body } = SearchIndex.prefixWeights
  return {
    scored: { match: `${all} & ${inHead}`, score: sum([...scores, prefixScore(write, prefix)]) },
    level: { match: `${all} & !${inHead}`, score: float(terms.length * SearchIndex.weights.body + body) }
  }
}

/**
 * All matching sections in classes that the index distinguishes. Those of `scored` contain a word of the query in their
 * title or heading. The sections of one class of `levels` have the same score, lower than that of all previous classes.
 */
export const classes = (
  write: QueryWriter
): { readonly scored: ReadonlyArray<Matches<string>>; readonly levels: ReadonlyArray<Matches<string>> } => {
  const { prefix, terms } = write.wanted
  const split =
    prefix === undefined
      ? [splitTerms(write, terms)]
      : [splitTerms(write, [...terms, prefix]), splitPrefix(write, terms, prefix)]
  return { scored: split.map(({ scored }) => scored), levels: split.map(({ level }) => level) }
}

/** The conditions of all matching sections `s`, without the index and but for the phrases. */
export const wordConditions = (write: QueryWriter): ReadonlyArray<string> => {
  const { prefix, terms } = write.wanted
  const own = terms.map((term) => hasTerm(write, term))
  return prefix === undefined ? own : [...own, hasPrefix(write, prefix)]
}

/** Whether some term, or a word that begins with the prefix, occurs outside the title of a matching section `s`. */
export const insideCondition = (write: QueryWriter): string => {
  const {
    tsquery,
    wanted: { prefix, terms }
  } = write
  const own = terms.map(
    (term) =>
      `s.heads @@ ${tsquery(SearchTokens.matchFields(term, "BC"))} or not s.heads @@ ${tsquery(SearchTokens.matchFields(term))}`
  )
  if (prefix === undefined) return own.join(" or ")
  const inHeading = `s.heads @@ ${tsquery(SearchTokens.matchPrefixFields(prefix, "B"))}`
  return [...own, inHeading, hasPrefix(write, prefix, SearchTokens.bodySql("s.words"))].join(" or ")
}

/**
 * The phrase conditions. The signature is checked first, as it is stored in the row: `case` keeps the server from
 * choosing another order.
 */
export const phraseConditions = ({ add, wanted }: QueryWriter): ReadonlyArray<string> => {
  if (wanted.phrases.length === 0) return []
  const bits = wanted.pairs.map(
    (hash) => `get_bit(s.signature, ${add(hash)}::bigint % (8 * octet_length(s.signature))) = 1`
  )
  const parts = wanted.phrases.map((text) => `strpos(s.words, ${add(text)}) > 0`)
  return [`case when ${bits.join(" and ")} then ${parts.join(" and ")} else false end`]
}
