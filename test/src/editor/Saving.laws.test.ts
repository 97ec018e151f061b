import { isDeepStrictEqual } from "node:util"
import { DocumentEdits, Rounds } from "@quire/testing"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type WriterEdit, writerEdit } from "./writerEdits.ts"
import {
  Device,
  makeCounts,
  openWorld,
  Room,
  type RoundCounts,
  type SaveFate,
  type SavingWorld,
  WordLedger,
  Writer,
  wordsOf
} from "./writers.ts"

const fates: ReadonlyArray<SaveFate> = [
  "lost request",
  "lost response",
  "lost response",
  "no response",
  "unavailable",
  "slow"
]

const acts = ["cut", "connect", "crash", "crash", "expire", "sign in", "save", "wait"] as const

type Action =
  | { readonly kind: "edit"; readonly who: number; readonly edit: WriterEdit; readonly pause: number }
  | { readonly kind: "fate"; readonly who: number; readonly fate: SaveFate; readonly pause: number }
  | { readonly kind: (typeof acts)[number]; readonly who: number; readonly pause: number }

const common = { who: fc.nat(5), pause: fc.constantFrom(0, 30, 80, 200, 700, 1_500, 4_000) }

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("edit" as const), edit: writerEdit, ...common }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("fate" as const), fate: fc.constantFrom(...fates), ...common })
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...acts), ...common }) }
)

const rounds = fc.record({
  document: DocumentEdits.documents,
  people: fc.integer({ min: 2, max: 4 }),
  hasTwoTabs: fc.boolean(),
  hasChangeRequest: fc.boolean(),
  actions: fc.array(action, { minLength: 5, maxLength: 40, size: "max" })
})

type Round = typeof rounds extends fc.Arbitrary<infer A> ? A : never

/** Typed words that a document has more often than writers made them. */
const doubledWords = (document: unknown, { allowed }: WordLedger) =>
  [...wordsOf(document)].filter(([word, count]) => /^w\d+n\d+x$/.test(word) && count > (allowed.get(word) ?? 0))

const act = async (room: Room, writer: Writer, action: Action): Promise<void> => {
  const { device, session } = writer
  if (action.kind === "edit") writer.edit(action.edit)
  if (action.kind === "fate") device.nextFate = action.fate
  if (action.kind === "cut") device.isCut = true
  if (action.kind === "connect") device.isCut = false
  if (action.kind === "expire") {
    device.isSignedIn = false
    room.counts["expired sessions"]++
  }
  if (action.kind === "sign in") {
    device.isSignedIn = true
    session?.resume()
  }
  if (action.kind === "save") void session?.save()
  if (action.kind === "crash" && session !== undefined) {
    await room.time.pass(200)
    writer.crash()
    room.counts.crashes++
  }
  await room.time.pass(action.pause)
}

describe("editors of one page", () => {
  let world: SavingWorld

  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  /** Plays a round, then connects everyone, and returns what it met. */
  const play = async ({ actions, document, hasChangeRequest, hasTwoTabs, people }: Round): Promise<RoundCounts> => {
    const room = new Room(world.quire)
    const address = await world.makePage(document, hasChangeRequest)
    const ledger = new WordLedger()
    ledger.record({}, document)
    const devices = world.tokens.slice(0, people).map((token) => new Device(room, token))
    const tabs = hasTwoTabs ? [...devices, ...devices.slice(0, 1)] : devices
    const writers = tabs.map((device, index) => new Writer(room, device, address, ledger, `w${index}`))
    for (const writer of writers) await writer.open()
    for (const action of actions) {
      const writer = writers[action.who % writers.length]
      if (writer !== undefined) await act(room, writer, action)
      if (action.kind === "wait") for (const closed of writers) await closed.open()
    }
    for (const { device } of writers) Object.assign(device, { isCut: false, isSignedIn: true, nextFate: undefined })
    const isSettled = async () => {
      const server = await world.readPage(address)
      return writers.every(({ document: own, session }) => {
        const name = session?.state.get().status.name
        return (name === "saved" || name === "conflict") && isDeepStrictEqual(own, server)
      })
    }
    for (let tries = 0; tries < 12; tries++) {
      for (const writer of writers) {
        await writer.open()
        writer.session?.resume()
      }
      await room.time.pass(20_000)
      if (await isSettled()) break
    }
    const server = await world.readPage(address)
    for (const { document: own, session } of writers) {
      assert.include(["saved", "conflict"], session?.state.get().status.name, JSON.stringify(session?.state.get()))
      assert.deepStrictEqual<unknown>(own, server)
    }
    const everything = JSON.stringify([server, writers.map(({ session }) => session?.state.get().conflicts)])
    const lost = [...ledger.written].filter((word) => !ledger.deleted.has(word) && !everything.includes(word))
    assert.deepStrictEqual(lost, [])
    const doubled = doubledWords(server, ledger)
    if (room.counts.conflicts === 0) assert.deepStrictEqual(doubled, [])
    else if (doubled.length > 0) room.counts["doubled in conflicts"]++
    for (const { session } of writers) session?.destroy()
    await room.time.pass(0)
    return room.counts
  }

  it(
    "lose no word that was not deleted, double none, and become equal, through merges, cut connections, lost responses, crashes, two tabs and expired sessions (rules editor-saving, editor-remote and editor-local-copy)",
    async () => {
      const met = new Map<string, number>()
      const count = (name: string) => met.set(name, (met.get(name) ?? 0) + 1)
      const report = () => console.log(`rounds with each: ${JSON.stringify(Object.fromEntries(met))}`)
      const property = fc.asyncProperty(rounds, async (round) => {
        count("rounds")
        if ((met.get("rounds") ?? 0) % 100 === 0) report()
        for (const [name, times] of Object.entries(await play(round))) if (times > 0) count(name)
      })
      await Rounds.holds(property, Rounds.rounds(10, 20_000, 100))
      report()
      for (const name of Object.keys(makeCounts()).filter((each) => each !== "doubled in conflicts"))
        assert.isAbove(met.get(name) ?? 0, Rounds.meetsEveryCase() ? 0 : -1)
    },
    Rounds.patience
  )
})
