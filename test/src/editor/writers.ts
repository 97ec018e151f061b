import { type Client, createClient, type Document } from "@quire/client"
import type { OrganizationId } from "@quire/core"
import {
  type CopyStore,
  createPageTransport,
  fromDocument,
  type HeadFollower,
  keys,
  makeMemoryCopies,
  makeMemoryLocks,
  openPageSession,
  type PageAddress,
  type PageSession,
  type PageTransport,
  PageTransportError,
  type SavingClock,
  schema,
  type TabLocks,
  toDocument
} from "@quire/editor"
import { Quire } from "@quire/http"
import { history } from "prosemirror-history"
import type { Node } from "prosemirror-model"
import { EditorState, type Transaction } from "prosemirror-state"
import { takeEdit, type WriterEdit } from "./writerEdits.ts"

const baseUrl = "http://quire.test"

interface Timer {
  readonly at: number
  readonly callback: () => void
}

/** Time that passes only when a test lets it, and waits for the server's work in between. */
export class VirtualTime {
  #now = 0
  #timers: ReadonlyArray<Timer> = []
  #working = 0

  readonly clock: SavingClock = {
    now: () => this.#now,
    after: (milliseconds, callback) => {
      const timer = { at: this.#now + milliseconds, callback }
      this.#timers = [...this.#timers, timer].toSorted((left, right) => left.at - right.at)
      return () => {
        this.#timers = this.#timers.filter((each) => each !== timer)
      }
    },
    random: () => 0.5
  }

  /** Work that takes real time, which no virtual time passes in. */
  async working<A>(work: () => Promise<A>): Promise<A> {
    this.#working++
    try {
      return await work()
    } finally {
      this.#working--
    }
  }

  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; ) {
      await new Promise<void>((done) => setImmediate(done))
      quiet = this.#working === 0 ? quiet + 1 : 0
    }
  }

  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds
    await this.settle()
    for (;;) {
      const [next] = this.#timers
      if (next === undefined || next.at > end) break
      this.#timers = this.#timers.slice(1)
      this.#now = Math.max(this.#now, next.at)
      next.callback()
      await this.settle()
    }
    this.#now = end
  }
}

/** What happens to the next save. */
export type SaveFate = "lost request" | "lost response" | "no response" | "unavailable" | "slow"

/** What the rounds met, for the report. */
export const makeCounts = () => ({
  saves: 0,
  merges: 0,
  conflicts: 0,
  "lost requests": 0,
  "lost responses": 0,
  crashes: 0,
  "restored copies": 0,
  "expired sessions": 0,
  /** A word of a conflict that the page has twice. */
  "doubled in conflicts": 0
})

export type RoundCounts = ReturnType<typeof makeCounts>

/** The server, and the readers of its streams. */
export class Room {
  readonly time = new VirtualTime()
  readonly counts: RoundCounts = makeCounts()
  /** The conflicts in the responses of the server. */
  readonly conflicts: Array<unknown> = []
  readonly #quire: Quire.Quire
  readonly #followers = new Set<{ readonly follower: HeadFollower; readonly isCut: () => boolean }>()

  constructor(quire: Quire.Quire) {
    this.#quire = quire
  }

  /** Sends a request to the server, also when the tab has ended meanwhile, and reports the head that it created to all who follow. */
  async send(request: Request): Promise<Response> {
    const { headers, method, url } = request
    const body = method === "POST" ? { body: await request.arrayBuffer() } : {}
    const response = await this.time.working(async () => {
      const answered = await this.#quire.handler(new Request(url, { method, headers, ...body }))
      return new Response(await answered.arrayBuffer(), { status: answered.status, headers: answered.headers })
    })
    if (request.method !== "POST" || !response.ok) return response
    const saved: { readonly revision: string; readonly merged?: boolean; readonly conflicts?: ReadonlyArray<unknown> } =
      await response.clone().json()
    this.counts.saves++
    if (saved.merged === true) this.counts.merges++
    this.conflicts.push(...(saved.conflicts ?? []))
    this.counts.conflicts = this.conflicts.length
    for (const { follower, isCut } of this.#followers) {
      this.time.clock.after(100, () => {
        if (!isCut() && !follower.signal.aborted) follower.onHead(saved.revision)
      })
    }
    return response
  }

  follow(follower: HeadFollower, isCut: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const entry = { follower, isCut }
      this.#followers.add(entry)
      const end = () => {
        this.#followers.delete(entry)
        resolve()
      }
      follower.signal.addEventListener("abort", end)
      this.time.clock.after(20_000, end)
    })
  }
}

/** A browser of a person: its storage, its connection and its session. */
export class Device {
  readonly copies: CopyStore = makeMemoryCopies()
  readonly locks: TabLocks = makeMemoryLocks()
  isCut = false
  isSignedIn = true
  /** Whether the server has a stream for this device. */
  hasStream = true
  nextFate: SaveFate | undefined
  readonly #room: Room
  readonly #client: Client

  constructor(room: Room, token: string) {
    this.#room = room
    this.#client = createClient({
      baseUrl,
      token: () => (this.isSignedIn ? token : "expired"),
      fetch: (request) => this.#fetch(request)
    })
  }

  transport(address: PageAddress): PageTransport {
    return {
      ...createPageTransport(this.#client, address),
      followHeads: (follower) => {
        if (this.isCut) throw new PageTransportError({ failure: "unreachable", message: "cut" })
        if (!this.hasStream) throw new PageTransportError({ failure: "unavailable", message: "too many", status: 503 })
        return this.#room.follow(follower, () => this.isCut)
      }
    }
  }

  async #fetch(request: Request): Promise<Response> {
    const { counts, time } = this.#room
    const fate = request.method === "POST" ? this.nextFate : undefined
    if (fate !== undefined) this.nextFate = undefined
    if (this.isCut || fate === "lost request") {
      counts["lost requests"]++
      throw new TypeError("The connection is cut.")
    }
    if (fate === "unavailable") {
      return new Response("{}", { status: 503, headers: { "retry-after": "2" } })
    }
    await new Promise<void>((done) => time.clock.after(fate === "slow" ? 5_000 : 60, done))
    const response = await this.#room.send(request)
    if (fate === "no response") await new Promise<void>((done) => time.clock.after(60_000, done))
    await new Promise<void>((done) => time.clock.after(fate === "slow" ? 5_000 : 60, done))
    if (this.isCut || fate === "lost response" || fate === "no response") {
      counts["lost responses"]++
      throw new TypeError("The response is lost.")
    }
    return response
  }
}

/** What a session needs of a view. */
class Host {
  state: EditorState

  constructor(state: EditorState) {
    this.state = state
  }

  readonly dispatch = (tr: Transaction): void => {
    this.state = this.state.apply(tr)
  }

  readonly updateState = (state: EditorState): void => {
    this.state = state
  }
}

/** The words of a document, and how often each occurs. */
export const wordsOf = (value: unknown): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  const read = (member: unknown, name: string): void => {
    if (typeof member === "string" && name === "text") {
      for (const [word] of member.matchAll(/[\p{L}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    if (typeof member !== "object" || member === null) return
    for (const [each, inner] of Object.entries(member)) if (each !== "marks") read(inner, each)
  }
  read(value, "")
  return counts
}

/** Which words writers wrote and deleted in a round. */
export class WordLedger {
  readonly written = new Set<string>()
  readonly deleted = new Set<string>()
  /** How often a word may occur, as writers copied it. */
  readonly allowed = new Map<string, number>()

  record(before: unknown, after: unknown): void {
    const [old, next] = [wordsOf(before), wordsOf(after)]
    for (const [word, count] of next) {
      const more = count - (old.get(word) ?? 0)
      if (more > 0) this.allowed.set(word, (this.allowed.get(word) ?? 0) + more)
      this.written.add(word)
    }
    for (const [word, count] of old) if ((next.get(word) ?? 0) < count) this.deleted.add(word)
  }
}

/** The name that all devices have for the page. */
export const pageName = { server: "test", content: "content", page: "page" }

/** A tab with an editor of the page. */
export class Writer {
  readonly device: Device
  readonly #room: Room
  readonly #address: PageAddress
  readonly #ledger: WordLedger
  readonly #name: string
  #edits = 0
  #host: Host | undefined
  session: PageSession | undefined

  constructor(room: Room, device: Device, address: PageAddress, ledger: WordLedger, name: string) {
    this.#room = room
    this.device = device
    this.#address = address
    this.#ledger = ledger
    this.#name = name
  }

  get document() {
    return this.session?.getDocument()
  }

  async open(): Promise<void> {
    if (this.session !== undefined) return
    const { copies, locks } = this.device
    const { clock } = this.#room.time
    const transport = this.device.transport(this.#address)
    let session: PageSession | undefined
    const opening = openPageSession({ transport, name: pageName, copies, locks, clock }).then(
      (opened) => (session = opened),
      () => undefined
    )
    await this.#room.time.pass(1_000)
    await this.#room.time.settle()
    if (session === undefined) {
      void opening.then((late) => late?.destroy())
      return
    }
    let made = 0
    const tag = `${this.#name}k${this.#edits}`
    const makeKey = () => `${tag}${String(made++).padStart(8, "0")}`
    const read = fromDocument(session.document)
    const doc = read.childCount === 0 ? read.copy(read.content.addToEnd(schema.node("paragraph"))) : read
    this.#host = new Host(EditorState.create({ doc, plugins: [history(), keys({ makeKey })] }))
    this.session = session
    if (session.isRestored) this.#room.counts["restored copies"]++
    session.attach(this.#host)
  }

  edit(edit: WriterEdit): void {
    if (this.#host === undefined) return
    const before = toDocument(this.#host.state.doc)
    this.#host.updateState(takeEdit(this.#host.state, edit, `${this.#name}n${this.#edits++}x`))
    this.#ledger.record(before, toDocument(this.#host.state.doc))
  }

  /** Replaces the first occurrence of a text. */
  replace(text: string, by: string): void {
    const state = this.#host?.state
    let start = -1
    state?.doc.descendants((node, pos) => {
      const at = node.isText ? (node.text ?? "").indexOf(text) : -1
      if (start < 0 && at >= 0) start = pos + at
      return true
    })
    if (state !== undefined) this.#host?.dispatch(state.tr.insertText(by, start, start + text.length))
  }

  insertBlock(node: Node): void {
    if (this.#host !== undefined) this.#host.dispatch(this.#host.state.tr.insert(0, node))
  }

  removeBlock(key: string): void {
    const host = this.#host
    host?.state.doc.forEach((node, pos) => {
      if (node.attrs["key"] === key) host.dispatch(host.state.tr.delete(pos, pos + node.nodeSize))
    })
  }

  /** Saves at once, while time passes. */
  async save(): Promise<void> {
    const saving = this.session?.save()
    await this.#room.time.pass(2_000)
    await saving
  }

  /** Ends the tab without a last save. */
  crash(): void {
    this.session?.destroy()
    this.session = undefined
    this.#host = undefined
  }
}

/** A server with four people who may edit, the first of whom owns everything. */
export interface SavingWorld {
  readonly quire: Quire.Quire
  readonly tokens: ReadonlyArray<string>
  /** The client of the owner. */
  readonly owner: Client
  /** Makes a page in a new space, or in a change request of it. */
  readonly makePage: (document: Document, hasChangeRequest: boolean) => Promise<PageAddress>
  /** The document of a page on the server. */
  readonly readPage: (address: PageAddress) => Promise<Document>
  readonly close: () => Promise<void>
}

export const openWorld = async (): Promise<SavingWorld> => {
  const quire = await Quire.open({ upkeep: "off", store: { kind: "memory" }, baseUrl })
  const tokens: Array<string> = []
  let organization: OrganizationId | undefined
  for (const name of ["a", "b", "c", "d"]) {
    const { id } = await quire.system.users.ensure({ email: `${name}@saving.test`, displayName: name })
    const as = quire.as(id)
    if (organization === undefined) organization = (await as.organizations.create({ title: "Saving" })).id
    else await quire.system.members.add(organization, id, "edit")
    tokens.push((await as.tokens.create(id, { label: "one" })).token)
  }
  const organizationId = String(organization)
  const owner = createClient({ baseUrl, token: tokens[0] ?? "", fetch: quire.handler })
  return {
    quire,
    tokens,
    owner,
    makePage: async (document, hasChangeRequest) => {
      const { id: space } = await owner.spaces.create({ organizationId, body: { title: "Space", editMode: "live" } })
      const changes = [{ operation: "insert_page", title: "Page", document: { document } }] as const
      const made = await owner.content.edit({ spaceId: space, body: { changes } })
      const page = made.changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))[0] ?? ""
      if (!hasChangeRequest) return { space, page }
      const { id } = await owner.changeRequests.create({ spaceId: space })
      return { space, page, changeRequest: id }
    },
    readPage: async (address) => {
      const transport = createPageTransport(owner, address)
      const { signal } = new AbortController()
      return transport.readPage(await transport.readHead(signal), signal)
    },
    close: () => quire.close()
  }
}
