import { createInterface } from "node:readline"
import { Quire } from "@quire/http"
import { zipSync } from "fflate"
import * as Ledger from "./Ledger.ts"
import { type Content, type Facts, settle, type Verdict } from "./Verdict.ts"

/** Uses the engine on a folder as instructed, until it is killed: reports each step before it and after it. */
export type Command =
  | { readonly do: "found" }
  | {
      readonly do: "verify"
      readonly ledger: Ledger.Ledger
      /** Spaces to look into, in addition to those of the current step. */
      readonly looked: ReadonlyArray<string>
      readonly inFlight?: Ledger.Step
    }
  | { readonly do: "work"; readonly ledger: Ledger.Ledger; readonly seed: number }
  | { readonly do: "close" }

export type Message =
  | { readonly event: "open" }
  | { readonly event: "founded"; readonly ledger: Ledger.Ledger }
  | { readonly event: "verified"; readonly verdict: Verdict }
  | { readonly event: "intends"; readonly step: Ledger.Step }
  | { readonly event: "done"; readonly step: Ledger.Step; readonly acknowledged: Ledger.Acknowledged }
  | { readonly event: "failed"; readonly step: Ledger.Step; readonly reason: string }

const say = (message: Message) => void process.stdout.write(`${JSON.stringify(message)}\n`)

const quire = await Quire.open({
  upkeep: "off",
  store: { kind: "embedded", directory: process.argv[2] ?? "" },
  baseUrl: "http://quire.test"
})

const found = async (): Promise<Ledger.Ledger> => {
  const admin = await quire.system.users.ensure({ email: "admin@crash.test", displayName: "Admin" })
  const organization = await quire.as(admin.id).organizations.create({ title: "Crash" })
  return { organization: organization.id, admin: admin.id, step: 1, things: {} }
}

interface Listed<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: { readonly page: string }
  readonly count?: number
}

const readAll = async <A>(list: (request: { page?: string; limit: number }) => Promise<Listed<A>>) => {
  const first = await list({ limit: 200 })
  const items = [...first.items]
  for (let next = first.next; next !== undefined; ) {
    const page = await list({ page: next.page, limit: 200 })
    items.push(...page.items)
    next = page.next
  }
  return { items, count: { told: first.count, listed: items.length } }
}

const contentOf = async (face: Quire.HostApi, space: string, words: ReadonlyArray<string>): Promise<Content> => {
  const { files, id, pages } = await face.content.revision({ space })
  const texts = await Promise.all(
    pages.map(async (page) => {
      const seen = await face.content.page({ space }, page.id, "markdown")
      return seen.type === "document" ? (seen.markdown ?? "") : ""
    })
  )
  const hits = await Promise.all(
    words.map(async (word) => [
      word,
      (await readAll((page) => face.search.inSpace(space, `"${word}"`, page))).items.length
    ])
  )
  return {
    revision: id,
    pages: pages.map(({ title }) => title),
    files: files.map(({ name }) => name),
    texts: Object.fromEntries(words.map((word) => [word, texts.filter((text) => text.includes(word)).length])),
    hits: Object.fromEntries(hits)
  }
}

const verify = async (
  ledger: Ledger.Ledger,
  given: ReadonlyArray<string>,
  inFlight: Ledger.Step | undefined
): Promise<Verdict> => {
  const face = quire.as(ledger.admin as never)
  const organization = ledger.organization as never
  const spaces = await readAll((page) => face.spaces.list(organization, page))
  const collections = await readAll((page) => face.collections.list(organization, { ...page, nested: true }))
  const top = await readAll((page) => face.collections.list(organization, { ...page, nested: false }))
  const deleted = await readAll((page) => face.spaces.listDeleted(organization, page))
  const within = await Promise.all(
    collections.items.map(async ({ id }) => [id, await readAll((page) => face.spaces.listIn(id, page))] as const)
  )
  const active = Object.fromEntries(
    [...spaces.items, ...collections.items].map(({ id, object, parent, title }) => [
      id,
      { kind: object, title, parent: parent ?? null }
    ])
  )
  const children = within.map(([id, { items }]) => [
    id,
    [...items.map((each) => each.id), ...collections.items.flatMap((each) => (each.parent === id ? [each.id] : []))]
  ])
  const isRevived =
    inFlight?.op === "restore" ? [inFlight.id, ...Ledger.below(ledger, inFlight.id).map(({ id }) => id)] : []
  const concerned = inFlight !== undefined && "id" in inFlight ? [inFlight.id, ...isRevived] : []
  const unknown = spaces.items.flatMap(({ id }) => (ledger.things[id] === undefined ? [id] : []))
  const looked = [...new Set([...given, ...concerned, ...unknown])].filter((id) => active[id]?.kind === "space")
  const contents: { [id: string]: Content } = {}
  for (const id of looked) {
    const source = ledger.things[id] ?? ledger.things[concerned[0] ?? ""]
    const words = (source?.brought ?? []).map(({ word }) => word)
    contents[id] = await contentOf(face, id, inFlight?.op === "import" ? [...words, inFlight.brought.word] : words)
  }
  const facts: Facts = {
    active,
    deleted: deleted.items.map(({ id }) => id),
    children: { "": top.items.map(({ id }) => id), ...Object.fromEntries(children) },
    counts: {
      spaces: spaces.count,
      collections: collections.count,
      "collections at the top": { told: top.count.told, listed: top.items.filter(({ parent }) => !parent).length },
      "deleted spaces": deleted.count,
      ...Object.fromEntries(within.map(([id, { count }]) => [`spaces in ${id}`, count]))
    },
    contents
  }
  return settle(ledger, facts, [...given, ...concerned], inFlight)
}

/** The same numbers for the same seed, from 0 to below 1. */
const numbers = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** No word begins another. */
const wordOf = (step: number) =>
  `brought${[...step.toString(26).padStart(4, "0")].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("")}`

const broughtBy = (step: number, pages: number): Ledger.Brought => {
  const word = wordOf(step)
  const titles = Array.from({ length: pages }, (_, index) => `Page ${index} ${word}`)
  return { word, pages: titles, files: pages === 1 ? [] : [`${word}.txt`] }
}

const next = (ledger: Ledger.Ledger, random: () => number): Ledger.Step => {
  const pick = <A>(list: ReadonlyArray<A>): A | undefined => list[Math.floor(random() * list.length)]
  const things = Object.values(ledger.things)
  const active = things.filter(({ deletion }) => deletion === null)
  const collections = active.filter(({ kind }) => kind === "collection")
  const originals = active.filter(({ isCopy, kind }) => kind === "space" && !isCopy)
  const parent = random() < 0.2 ? null : (pick(collections.slice(-8))?.id ?? null)
  const kind = random() < 0.35 ? ("collection" as const) : ("space" as const)
  const create: Ledger.Step = { op: "create", kind, title: `${kind} ${ledger.step}`, parent }
  const chance = random()
  if (originals.length < 3 || chance < 0.2) return create
  if (chance < 0.5) {
    const space = pick(originals.slice(-12))
    const pages = random() < 0.4 ? 1 : 2 + Math.floor(random() * 3)
    return space === undefined ? create : { op: "import", id: space.id, brought: broughtBy(ledger.step, pages) }
  }
  if (chance < 0.64) {
    const titles = new Set(things.map(({ title }) => title))
    const space = pick(
      originals.filter(({ brought, title }) => brought.length > 0 && !titles.has(Ledger.copyTitle(title)))
    )
    return space === undefined ? create : { op: "duplicate", id: space.id, title: Ledger.copyTitle(space.title) }
  }
  if (chance < 0.78) {
    const thing = pick(active)
    if (thing === undefined) return create
    const inside = new Set([thing.id, ...Ledger.below(ledger, thing.id).map(({ id }) => id)])
    const to = pick([null, ...collections.map(({ id }) => id)].filter((id) => id === null || !inside.has(id)))
    return to === undefined || to === thing.parent ? create : { op: "move", id: thing.id, parent: to }
  }
  const thing =
    chance < 0.89 ? pick(random() < 0.6 ? collections : active) : pick(things.filter((each) => each.deletion !== null))
  if (thing === undefined) return create
  return { op: thing.deletion === null ? "delete" : "restore", id: thing.id }
}

const importing = async (face: Quire.HostApi, space: string, { files, pages, word }: Ledger.Brought) => {
  const text = (title: string) =>
    `# ${title}\n\nThis ${word} was imported${files.map((name) => `, see [it](${name})`)}.\n`
  const encoded = (content: string) => new TextEncoder().encode(content)
  const archive = () =>
    zipSync(
      Object.fromEntries([
        ...pages.map((title, index) => [`${index}-${word}.md`, encoded(text(title))]),
        ...files.map((name) => [name, encoded(`a file of ${word}`)])
      ])
    )
  const isSingle = pages.length === 1
  const { revision } = await face.imports.bytesIntoSpace(space, {
    source: isSingle ? "markdown" : "zip",
    bytes: isSingle ? encoded(text(pages[0] ?? "")) : archive(),
    contentType: undefined,
    url: `http://source.test/${word}`,
    name: word
  })
  return { id: space, revision }
}

const perform = async (ledger: Ledger.Ledger, step: Ledger.Step): Promise<Ledger.Acknowledged> => {
  const face = quire.as(ledger.admin as never)
  const organization = ledger.organization as never
  if (step.op === "create") {
    const input = { title: step.title, ...(step.parent === null ? {} : { parent: step.parent as never }) }
    if (step.kind === "collection") return { id: (await face.collections.create(organization, input)).id, revision: "" }
    const { id, revision } = await face.spaces.create(organization, { ...input, editMode: "live" })
    return { id, revision }
  }
  if (step.op === "import") return await importing(face, step.id, step.brought)
  if (step.op === "duplicate") {
    const { id, revision } = await face.spaces.duplicate(step.id)
    return { id, revision }
  }
  const { [Ledger.thingOf(ledger, step.id).kind === "space" ? "spaces" : "collections"]: service } = face
  if (step.op === "move") await service.move(step.id, { parent: step.parent as never })
  if (step.op === "restore") await service.restore(step.id)
  if (step.op === "delete" && !(await service.remove(step.id))) throw new Error(`${step.id} was not there to delete`)
  return { id: step.id, revision: "" }
}

const work = async (given: Ledger.Ledger, seed: number) => {
  const random = numbers(seed)
  for (let ledger = given; ; ) {
    const step = next(ledger, random)
    say({ event: "intends", step })
    try {
      const acknowledged = await perform(ledger, step)
      say({ event: "done", step, acknowledged })
      ledger = Ledger.apply(ledger, step, acknowledged)
    } catch (error) {
      return say({ event: "failed", step, reason: String(error) })
    }
  }
}

say({ event: "open" })
for await (const line of createInterface({ input: process.stdin })) {
  const command: Command = JSON.parse(line)
  if (command.do === "found") say({ event: "founded", ledger: await found() })
  if (command.do === "verify")
    say({ event: "verified", verdict: await verify(command.ledger, command.looked, command.inFlight) })
  if (command.do === "work") await work(command.ledger, command.seed)
  if (command.do === "close") break
}
await quire.close()
process.exit(0)
