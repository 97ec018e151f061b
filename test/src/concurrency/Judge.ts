import { type Content, disordered, disturbed, empty, fieldsOf, merged, shown, type Write, written } from "./Content.ts"
import { type Done, type History, isDone, type Kind, type Operation, type Request, type Revision } from "./History.ts"
import { judgeTraces, type Ways, wordsOf } from "./Traces.ts"

/** What a race broke: the law, and where. */
export interface Violation {
  readonly law: string
  readonly what: string
}

type Report = (law: string, what: string) => void
/** Refusals that a race may meet; there is no other. */
const refusals: { readonly [K in Kind]: ReadonlyArray<string> } = {
  create: [],
  edit: ["ChangeRequestClosed", "ReferenceNotFound", "PageNotFound"],
  update: ["ChangeRequestClosed"],
  status: [],
  resolve: ["ChangeRequestClosed", "ResolutionOutdated", "ConflictsRemain"],
  merge: ["ChangeRequestClosed"],
  archive: ["ChangeRequestClosed"],
  open: ["ChangeRequestClosed"],
  rollback: ["NothingToRollBack"]
}

const judgeAnswers = ({ operations }: History, report: Report) => {
  for (const { kind, outcome } of operations) {
    if (outcome.type === "defect") report("no defects", `${kind}: ${outcome.cause}`)
    else if (outcome.type === "refused" && !refusals[kind].includes(outcome.tag))
      report("allowed refusals", `${kind}: ${outcome.tag}`)
  }
}

/** Whether it moved the head of the primary content. */
const movesSpace = ({ kind, outcome, request }: Done): boolean =>
  kind === "rollback" || (kind === "merge" && outcome.result === "merge") || (kind === "edit" && request === undefined)

/** Whether it may have moved the head of its request. */
const movesRequest = ({ kind, outcome, request }: Done): boolean =>
  request !== undefined && (kind === "edit" || kind === "resolve" || (kind === "update" && outcome.result === "update"))

/** Each revision with the one operation that made it, in order; one that ended before another began comes first. */
const judgeOrder = (where: string, line: ReadonlyArray<Revision>, made: ReadonlyArray<Done>, report: Report) => {
  const makers = new Map<string, Done>()
  for (const operation of made) {
    const revision = operation.outcome.revision ?? ""
    if (makers.has(revision)) report("acknowledged once", `${where}: ${revision} twice`)
    makers.set(revision, operation)
    if (!line.some(({ id }) => id === revision)) report("acknowledged once", `${where}: ${revision} is not there`)
  }
  let latest = 0
  for (const { id } of line) {
    const maker = makers.get(id)
    if (maker === undefined) {
      report("acknowledged once", `${where}: no operation created ${id}`)
      continue
    }
    if (maker.end < latest) report("real time", `${where}: ${id} stands after one that began later`)
    latest = Math.max(latest, maker.start)
  }
  return makers
}

const types = { edit: "edits", merge: "merge", rollback: "rollback", update: "update", resolve: "update" } as const
const typeOf = (kind: Kind): string => (kind in types ? types[kind as keyof typeof types] : "")

interface Lines extends Ways {
  /** Each request's revisions, and the operations that made them. */
  readonly requests: ReadonlyMap<string, { readonly own: ReadonlyArray<Revision>; readonly from: string | undefined }>
}

/** The place was the head at some moment between start and end. */
const wasHead = ({ history, makers, places }: Lines, id: string | undefined, { end, start }: Operation): boolean => {
  const place = places.get(id ?? "")
  const { line } = history.seen
  if (place === undefined) return false
  const [own, next] = [makers.get(line[place] ?? ""), makers.get(line[place + 1] ?? "")]
  return (own === undefined || own.start < end) && (next === undefined || next.end > start)
}

const contentOf = (lines: Lines, id: string | undefined): Content => lines.revision(id)?.content ?? empty

const judgeEdit = (lines: Lines, revision: Revision, writes: ReadonlyArray<Write>, report: Report) => {
  const before = contentOf(lines, revision.parents[0])
  if (shown(written(before.pages, writes)) !== shown(revision.content.pages))
    report(
      "edits write what they say",
      `${revision.id}\n${difference(written(before.pages, writes), revision.content.pages)}`
    )
  const wrong = disturbed(before, revision.content, writes)
  if (wrong.length > 0) report("edits write what they say", `${revision.id}: order below ${wrong.join(", ")}`)
}

const difference = (expected: Content["pages"], actual: Content["pages"]): string => {
  const lines: Array<string> = []
  for (const id of new Set([...expected.keys(), ...actual.keys()])) {
    const [left, right] = [expected, actual].map((pages) => {
      const page = pages.get(id)
      return page === undefined ? new Map<string, string>() : fieldsOf(page)
    })
    for (const field of new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])) {
      if (left?.get(field) !== right?.get(field))
        lines.push(`  ${id}/${field}: expected ${left?.get(field)}, found ${right?.get(field)}`)
    }
  }
  return lines.slice(0, 5).join("\n")
}

/** A revision that a three-way merge made: exactly what the table and the choices give. */
const judgeMerged = (
  lines: Lines,
  revision: Revision,
  sides: { readonly primary: string | undefined; readonly changed: string | undefined },
  choices: ReadonlyMap<string, "primary" | "changed">,
  report: Report
) => {
  const three = {
    base: contentOf(lines, lines.bases.get(sides.changed ?? "")),
    primary: contentOf(lines, sides.primary),
    changed: contentOf(lines, sides.changed)
  }
  const { conflicts, pages } = merged(three, choices)
  if (conflicts.length > 0) report("conflicts are settled", `${revision.id}: ${conflicts.join(", ")}`)
  if (shown(pages) !== shown(revision.content.pages))
    report("merges lose nothing", `${revision.id}\n${difference(pages, revision.content.pages)}`)
  const wrong = disordered(three, revision.content, choices)
  if (wrong.length > 0) report("merges keep orders", `${revision.id}: below ${wrong.join(", ")}`)
}

const judgeLine = (lines: Lines, report: Report) => {
  const { founding, head, line } = lines.history.seen
  if (line.at(-1) !== head) report("one line", `the head is ${head}, the last revision ${line.at(-1)}`)
  for (const [index, id] of line.entries()) {
    const revision = lines.revision(id)
    const maker = lines.makers.get(id)
    if (index > 0 && revision?.parents[0] !== line[index - 1])
      report("one line", `${id} follows ${revision?.parents[0]}`)
    if (index < founding || revision === undefined || maker === undefined) continue
    if (revision.type !== typeOf(maker.kind)) report("one line", `${id} is of type ${revision.type}`)
    if (maker.kind === "edit") judgeEdit(lines, revision, maker.outcome.writes ?? [], report)
    if (maker.kind === "merge") {
      const [primary, changed] = revision.parents
      const request = lines.history.seen.requests.find(({ revisionMerged }) => revisionMerged === id)
      const isWhole = request?.status === "merged" && request.id === maker.request && request.revision === changed
      if (!isWhole || revision.mergedFrom !== request.id) report("merged once and whole", `${id} of ${maker.request}`)
      judgeMerged(lines, revision, { primary, changed }, new Map(), report)
    }
    if (maker.kind === "rollback") {
      const target = contentOf(lines, maker.target)
      const isBehind = (lines.places.get(maker.target ?? "") ?? index) < index
      if (!isBehind || shown(target.pages) !== shown(revision.content.pages))
        report("rollbacks go back", `${id} to ${maker.target}`)
    }
  }
}

/** A request's revisions, oldest first, as far as they lead back to the primary line. */
const ownLine = (history: History, request: Request, places: ReadonlyMap<string, number>) => {
  const own: Array<Revision> = []
  let at: string | undefined = request.revision
  while (at !== undefined && !places.has(at) && own.length < 10_000) {
    const revision = history.seen.revisions.get(at)
    if (revision === undefined) break
    own.unshift(revision)
    at = revision.parents[0]
  }
  return { own, from: at }
}

/** The operations that made a request's revisions; an update that found nothing to pull made none. */
const makersOf = (operations: ReadonlyArray<Done>, request: Request, own: ReadonlyArray<Revision>) => {
  const ofRequest = operations.filter((each) => each.request === request.id && movesRequest(each))
  const type = new Map(own.map((each) => [each.id, each.type]))
  const claimed = new Set(ofRequest.flatMap(({ kind, outcome }) => (kind === "update" ? [] : [outcome.revision])))
  return ofRequest.filter(({ kind, outcome: { revision = "" } }) => {
    if (kind !== "update") return true
    const stood = revision === request.revisionInitial || type.get(revision) === "edits" || claimed.has(revision)
    claimed.add(revision)
    return !stood
  })
}

const judgeRequest = (lines: Lines, request: Request, report: Report) => {
  const { history, makers, places } = lines
  const { from, own } = lines.requests.get(request.id) ?? { own: [], from: undefined }
  const where = `request ${request.number}`
  if (from !== request.revisionInitial) report("requests form lines", `${where} begins at ${from}`)
  let pulled = places.get(request.revisionInitial) ?? 0
  for (const revision of own) {
    const maker = makers.get(revision.id)
    if (maker === undefined) continue
    if (revision.type !== typeOf(maker.kind))
      report("requests form lines", `${where}: ${revision.id} is ${revision.type}`)
    if (maker.kind === "edit") {
      if (revision.parents.length !== 1) report("requests form lines", `${where}: ${revision.id} has other parents`)
      judgeEdit(lines, revision, maker.outcome.writes ?? [], report)
      continue
    }
    const [changed, primary] = revision.parents
    const place = places.get(primary ?? "")
    if (place === undefined || place < pulled)
      report("requests form lines", `${where}: ${revision.id} pulls ${primary}`)
    pulled = place ?? pulled
    if (!wasHead(lines, primary, maker)) report("fresh reads", `${where}: ${revision.id} pulled ${primary}`)
    judgeMerged(lines, revision, { primary, changed }, maker.choices ?? new Map(), report)
  }
  const base = lines.bases.get(request.revision)
  if ((request.revisionMergedAncestor ?? request.revisionInitial) !== base)
    report("requests form lines", `${where}: base`)
  if (request.outdated !== (request.status !== "merged" && base !== history.seen.head)) report("outdated", where)
  if ((request.revisionMerged !== undefined) !== (request.status === "merged")) report("merged once and whole", where)
}

const basesOf = (history: History, lines: Lines["requests"]): ReadonlyMap<string, string> => {
  const bases = new Map<string, string>()
  for (const { id, revisionInitial } of history.seen.requests) {
    let base = revisionInitial
    bases.set(base, base)
    for (const revision of lines.get(id)?.own ?? []) {
      if (revision.type === "update") base = revision.parents[1] ?? base
      bases.set(revision.id, base)
    }
  }
  return bases
}

/** A merge status tells the conflicts of what was there while it was asked. */
const judgeStatuses = (lines: Lines, report: Report) => {
  for (const operation of lines.history.operations.filter(isDone)) {
    if (operation.kind !== "status") continue
    const { base, conflicts = [], head } = operation.outcome
    if (!wasHead(lines, base, operation)) report("fresh reads", `status at ${base}`)
    const sides = {
      base: contentOf(lines, lines.bases.get(head ?? "")),
      primary: contentOf(lines, base),
      changed: contentOf(lines, head)
    }
    const expected = lines.bases.has(head ?? "") ? merged(sides, new Map()).conflicts : []
    const actual = conflicts.filter((key) => !key.startsWith("order/")).sort()
    if (expected.join() !== actual.join())
      report("conflicts are reported", `at ${base} and ${head}: expected ${expected.join()}, found ${actual.join()}`)
  }
}

const judgeCounts = ({ operations, seen }: History, report: Report) => {
  const numbers = seen.requests.map(({ number }) => number).sort((left, right) => left - right)
  if (numbers.some((number, index) => number !== index + 1)) report("numbers", numbers.join())
  const created = operations.filter(isDone).filter(({ kind }) => kind === "create")
  const known = new Map(seen.requests.map(({ id, number }) => [id, number]))
  const isKept = ({ outcome }: Done) => known.get(outcome.request ?? "") === outcome.number
  if (created.length !== seen.requests.length || !created.every(isKept)) report("numbers", "other requests than made")
  const count = (status: string) => seen.requests.filter((each) => each.status === status).length
  const expected = [seen.requests.length, count("open"), count("draft")]
  const { all, draft, open } = seen.counters
  if (expected.join() !== [all, open, draft].join())
    report("counters", `${all}, ${open}, ${draft}: count ${expected.join()}`)
}

const judgeIndexes = (lines: Lines, report: Report) => {
  const { found, head, indexed, links } = lines.history.seen
  const holders = new Map<string, Set<string>>()
  for (const [id, page] of contentOf(lines, head).pages)
    for (const word of wordsOf(page)) holders.set(word, (holders.get(word) ?? new Set()).add(id))
  for (const [word, pages] of found) {
    const expected = [...(holders.get(word) ?? [])].sort().join()
    const entries = [...(indexed.get(word) ?? [])].sort().join()
    if (expected !== [...pages].sort().join() || expected !== entries)
      report("search follows the head", `${word} in ${expected || "none"}: found ${pages.join()}, indexed ${entries}`)
  }
  if (links.kept !== links.anew) report("links follow the head", "the index differs from the head")
}

/** A history as it can be followed; tells where its operations and its revisions are not one for one. */
export const linesOf = (history: History, report: Report): Lines => {
  const { seen } = history
  const revision = (id: string | undefined) => seen.revisions.get(id ?? "")
  const places = new Map(seen.line.map((id, index) => [id, index]))
  const line = seen.line.slice(seen.founding).flatMap((id) => revision(id) ?? [])
  const done = history.operations.filter(isDone)
  const requests = new Map(seen.requests.map((request) => [request.id, ownLine(history, request, places)]))
  const makers = new Map(judgeOrder("the space", line, done.filter(movesSpace), report))
  for (const request of seen.requests) {
    const own = requests.get(request.id)?.own ?? []
    const made = judgeOrder(`request ${request.number}`, own, makersOf(done, request, own), report)
    for (const [id, maker] of made) makers.set(id, maker)
  }
  return { history, revision, places, makers, requests, bases: basesOf(history, requests) }
}

/** Everything that a race broke; nothing when it can be explained by one order of its operations. */
export const judge = (history: History): ReadonlyArray<Violation> => {
  const found: Array<Violation> = []
  const report: Report = (law, what) => void found.push({ law, what })
  const lines = linesOf(history, report)
  judgeAnswers(history, report)
  judgeLine(lines, report)
  for (const request of history.seen.requests) judgeRequest(lines, request, report)
  judgeStatuses(lines, report)
  judgeTraces(lines, report)
  judgeCounts(history, report)
  judgeIndexes(lines, report)
  return found
}
