import * as Ledger from "./Ledger.ts"

/** The content of a space as it was read. */
export interface Content {
  readonly revision: string
  readonly pages: ReadonlyArray<string>
  readonly files: ReadonlyArray<string>
  /** By word: how many pages have it in their text, and how many a search finds. */
  readonly texts: { readonly [word: string]: number }
  readonly hits: { readonly [word: string]: number }
}

/** What a store that was opened again answers. */
export interface Facts {
  readonly active: { readonly [id: string]: Pick<Ledger.Thing, "kind" | "title" | "parent"> }
  /** Deleted spaces. */
  readonly deleted: ReadonlyArray<string>
  /** By collection, and "" for the root's collections: what is directly in it. */
  readonly children: { readonly [id: string]: ReadonlyArray<string> }
  /** By list: what it says it has, and what it had. */
  readonly counts: { readonly [list: string]: { readonly told: number | undefined; readonly listed: number } }
  /** Of the spaces that were looked into. */
  readonly contents: { readonly [id: string]: Content }
}

export interface Verdict {
  readonly problems: ReadonlyArray<string>
  /** Whether the operation in flight took place. */
  readonly happened: boolean
  readonly ledger: Ledger.Ledger
}

const same = (left: ReadonlyArray<string>, right: ReadonlyArray<string>) =>
  JSON.stringify([...left].sort()) === JSON.stringify([...right].sort())

const contentProblems = (thing: Ledger.Thing, content: Content): ReadonlyArray<string> => {
  const name = `${thing.title} (${thing.id})`
  const problems: Array<string> = []
  const must = (is: boolean, problem: string) => void (is || problems.push(`${name}: ${problem}`))
  must(content.revision === thing.revision, `revision ${content.revision} instead of ${thing.revision}`)
  const pages = thing.brought.flatMap((each) => each.pages)
  const files = thing.brought.flatMap((each) => each.files)
  must(same(content.pages, pages), `pages ${content.pages} instead of ${pages}`)
  must(same(content.files, files), `files ${content.files} instead of ${files}`)
  for (const word of new Set([...Object.keys(content.hits), ...thing.brought.map((each) => each.word)])) {
    const expected = thing.brought.find((each) => each.word === word)?.pages.length ?? 0
    must(content.hits[word] === expected, `${content.hits[word]} hits of ${word} instead of ${expected}`)
    must(content.texts[word] === expected, `${content.texts[word]} texts with ${word} instead of ${expected}`)
  }
  return problems
}

/** Where the store differs from a ledger; `looked` are the spaces whose content must be known if they are there. */
export const judge = (ledger: Ledger.Ledger, facts: Facts, looked: ReadonlyArray<string>): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const things = Object.values(ledger.things)
  const active = things.filter(({ deletion }) => deletion === null)
  for (const { id, kind, parent, title } of active) {
    const found = facts.active[id]
    if (found === undefined) problems.push(`${kind} ${title} (${id}) is missing`)
    else if (found.kind !== kind || found.title !== title || found.parent !== parent)
      problems.push(`${id} is ${JSON.stringify(found)} instead of ${JSON.stringify({ kind, title, parent })}`)
    const children = active.filter((each) => each.parent === id).map((each) => each.id)
    if (kind === "collection" && !same(facts.children[id] ?? [], children))
      problems.push(`in ${id} are ${facts.children[id]} instead of ${children}`)
  }
  for (const [id, { kind, title }] of Object.entries(facts.active)) {
    if (ledger.things[id]?.deletion !== null) problems.push(`${kind} ${title} (${id}) should not be there`)
  }
  const gone = things.filter(({ deletion, kind }) => deletion !== null && kind === "space").map(({ id }) => id)
  if (!same(facts.deleted, gone)) problems.push(`deleted are ${facts.deleted} instead of ${gone}`)
  for (const [list, { listed, told }] of Object.entries(facts.counts)) {
    if (told !== listed) problems.push(`${list} counts ${told} and lists ${listed}`)
  }
  for (const thing of active.filter(({ id, kind }) => kind === "space" && looked.includes(id))) {
    const content = facts.contents[thing.id]
    problems.push(...(content === undefined ? [`${thing.id} has no content`] : contentProblems(thing, content)))
  }
  return problems
}

/** What a step that took place would have told. */
const acknowledgement = (ledger: Ledger.Ledger, facts: Facts, step: Ledger.Step): Ledger.Acknowledged | undefined => {
  if (step.op === "create" || step.op === "duplicate") {
    const [id, ...more] = Object.keys(facts.active).filter((each) => ledger.things[each] === undefined)
    if (id === undefined || more.length > 0) return undefined
    return { id, revision: facts.contents[id]?.revision ?? "" }
  }
  return { id: step.id, revision: facts.contents[step.id]?.revision ?? "" }
}

/** Every acknowledged step must show, and the one in flight wholly or not at all. */
export const settle = (
  ledger: Ledger.Ledger,
  facts: Facts,
  looked: ReadonlyArray<string>,
  inFlight: Ledger.Step | undefined
): Verdict => {
  const without = judge(ledger, facts, looked)
  if (without.length === 0 || inFlight === undefined) return { problems: without, happened: false, ledger }
  const acknowledged = acknowledgement(ledger, facts, inFlight)
  if (acknowledged === undefined) return { problems: without, happened: false, ledger }
  const next = Ledger.apply(ledger, inFlight, acknowledged)
  const isNew = acknowledged.revision !== ledger.things[acknowledged.id]?.revision
  const stale = inFlight.op === "import" && !isNew ? ["an import without a revision"] : []
  const problems = [...judge(next, facts, [...looked, acknowledged.id]), ...stale]
  if (problems.length === 0) return { problems, happened: true, ledger: next }
  const half = problems.map((problem) => `if ${JSON.stringify(inFlight)} took place: ${problem}`)
  return { problems: [...without, ...half], happened: false, ledger }
}
