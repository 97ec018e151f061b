import { fieldsOf, type Page, type Write } from "./Content.ts"
import { type Done, type History, isDone, type Revision } from "./History.ts"

const wordOf = /w\d+x\d+/g
const known = new WeakMap<Page, ReadonlyMap<string, ReadonlySet<string>>>()

/** The words that only one edit wrote. */
export const wordsOf = (value: unknown): ReadonlyArray<string> =>
  JSON.stringify(value, (_, each) => (each instanceof Map ? [...each] : each))?.match(wordOf) ?? []

/** The words of a page by field. */
export const wordsIn = (page: Page): ReadonlyMap<string, ReadonlySet<string>> => {
  const before = known.get(page)
  if (before !== undefined) return before
  const words = new Map([...fieldsOf(page)].map(([field, value]) => [field, new Set(value.match(wordOf))] as const))
  known.set(page, words)
  return words
}

/** A word that an edit was the first to write, and where. */
interface Written {
  readonly word: string
  readonly page: string
  readonly field: string
  readonly by: Done
}

/** The way of a history's revisions, by which a word can be followed. */
export interface Ways {
  readonly history: History
  readonly revision: (id: string | undefined) => Revision | undefined
  /** Places in the primary line. */
  readonly places: ReadonlyMap<string, number>
  /** The operation that made a revision. */
  readonly makers: ReadonlyMap<string, Done>
  /** What the edits of a request's revision are edits of. */
  readonly bases: ReadonlyMap<string, string>
}

const slotsOf = (write: Write): ReadonlyArray<readonly [field: string, value: string]> =>
  write.type === "insert" ? [...fieldsOf(write)] : write.type === "set" ? [[write.field, write.value]] : []

/** Every word with the edit that wrote it first: one who read it may write it again with its text. */
export const writtenIn = ({ operations }: History): ReadonlyArray<Written> => {
  const first = new Map<string, Written>()
  const edits = operations.filter(isDone).filter(({ kind }) => kind === "edit")
  for (const by of edits.sort((one, other) => one.start - other.start)) {
    for (const write of by.outcome.writes ?? []) {
      for (const [field, value] of slotsOf(write)) {
        for (const word of value.match(wordOf) ?? [])
          if (!first.has(word)) first.set(word, { word, page: write.page, field, by })
      }
    }
  }
  return [...first.values()]
}

const isOver = ({ field, page }: Written, write: Write): boolean =>
  write.page === page && (write.type === "delete" || (write.type === "set" && write.field === field))

/** One time that a word was taken away: in which revision, and by which operation; by none if it was lost. */
export interface Taken {
  readonly at: string
  readonly by: Done | undefined
}

const following = ({ bases, history, makers, places, revision }: Ways) => {
  const { line } = history.seen
  const has = (id: string | undefined, { field, page, word }: Written): boolean => {
    const found = revision(id)?.content.pages.get(page)
    return found !== undefined && (wordsIn(found).get(field)?.has(word) ?? false)
  }

  /** From what a side's edits are edits of to its head, each a parent of the next. */
  const wayTo = (base: string, head: string): ReadonlyArray<string> => {
    const [from, to] = [places.get(base), places.get(head)]
    if (from !== undefined && to !== undefined) return line.slice(from, to + 1)
    const way: Array<string> = []
    let at: string | undefined = head
    while (at !== undefined && at !== base && way.length < 10_000) {
      way.push(at)
      const parents: ReadonlyArray<string> = revision(at)?.parents ?? []
      at = parents.includes(base) ? base : parents[0]
    }
    return [base, ...way.toReversed()]
  }

  /** Where a way lost the word. */
  const losses = (way: ReadonlyArray<string>, written: Written): ReadonlyArray<Taken> =>
    way.flatMap((at, index) => {
      const before = way[index - 1]
      return before === undefined || !has(before, written) || has(at, written)
        ? []
        : [{ at, by: taker(before, at, written) }]
    })

  /**
   * The operation for which a revision lacks a word that a parent had: an edit of the field or the page, a rollback to
   * where it was not, or a choice for the other side. A merge alone takes nothing: what it lacks was taken on the
   * other side, by an operation that followed one with the word.
   */
  const taker = (before: string, at: string, written: Written): Done | undefined => {
    const maker = makers.get(at)
    const { parents = [], type = "" } = revision(at) ?? {}
    if (maker?.kind === "edit")
      return (maker.outcome.writes ?? []).some((write) => isOver(written, write)) ? maker : undefined
    if (maker?.kind === "rollback") return has(maker.target, written) ? undefined : maker
    const [primary, changed] = type === "merge" ? parents : parents.toReversed()
    const other = before === primary ? changed : primary
    if (maker === undefined || other === undefined || has(other, written)) return undefined
    const winner = before === primary ? "changed" : "primary"
    const slots = [`page/${written.page}/${written.field}`, `page/${written.page}`]
    if (slots.some((slot) => maker.choices?.get(slot) === winner)) return maker
    const base = bases.get(changed ?? "")
    if (base === undefined || !has(base, written)) return undefined
    return losses(wayTo(base, other), written).at(-1)?.by
  }

  return { has, losses, wayTo }
}

/** What became of a word from the revision of its edit on, by way of its request and then of the primary line. */
export const fateOf = (ways: Ways, written: Written): ReadonlyArray<Taken> => {
  const { has, losses, wayTo } = following(ways)
  const { line, requests } = ways.history.seen
  const { by, field, page, word } = written
  const request = requests.find(({ id }) => id === by.request)
  const own = by.outcome.revision ?? ""
  const [into, way] =
    by.request === undefined ? [own, [own]] : [request?.revisionMerged, wayTo(own, request?.revision ?? own)]
  if (into === undefined) return []
  const writes = by.outcome.writes ?? []
  const last = writes.findLastIndex((write) => slotsOf(write).some(([, value]) => wordsOf(value).includes(word)))
  const isOwn = writes.slice(last + 1).some((write) => isOver({ ...written, field, page }, write))
  const isMissing = !has(own, written)
  const merged = by.request === undefined ? [] : [into]
  return [
    ...(isMissing ? [{ at: own, by: isOwn ? by : undefined }] : []),
    ...losses([...way, ...merged, ...line.slice((ways.places.get(into) ?? line.length) + 1)], written)
  ]
}

const inLine = ({ history, revision }: Ways): ReadonlyMap<string, string> => {
  const first = new Map<string, string>()
  for (const id of history.seen.line) {
    for (const page of revision(id)?.content.pages.values() ?? []) {
      for (const words of wordsIn(page).values()) for (const word of words) if (!first.has(word)) first.set(word, id)
    }
  }
  return first
}

/** A word that was not merged is nowhere; a merged one is in the head, unless a known operation removed it. */
export const judgeTraces = (ways: Ways, report: (law: string, what: string) => void) => {
  const revealed = inLine(ways)
  const merged = new Set(ways.history.seen.requests.flatMap(({ id, revisionMerged }) => (revisionMerged ? [id] : [])))
  for (const written of writtenIn(ways.history)) {
    const { by, field, page, word } = written
    if (by.request !== undefined && !merged.has(by.request)) {
      const at = revealed.get(word)
      if (at !== undefined) report("no trace of what was not merged", `${word} of ${by.request} in ${at}`)
      continue
    }
    for (const taken of fateOf(ways, written))
      if (taken.by === undefined) report("no edit is lost", `${word} at page/${page}/${field}, gone in ${taken.at}`)
  }
}
