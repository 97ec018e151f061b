import { createClient, type Document } from "@quire/client"
import { createPageTransport, makeMemoryCopies, openPageSession, type PageAddress, schema } from "@quire/editor"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { Device, openWorld, pageName, Room, type SavingWorld, WordLedger, Writer, wordsOf } from "./writers.ts"

const paragraph = (key: string, text: string) =>
  ({
    object: "block",
    type: "paragraph",
    key,
    nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
  }) as const

const document: Document = {
  object: "document",
  data: { schemaVersion: 1 },
  nodes: [paragraph("one", "first words here"), paragraph("two", "second words there")]
}

/** The texts of the paragraphs of a document. */
const linesOf = (value: Document | undefined) =>
  (value?.nodes ?? []).map((block) =>
    [...JSON.stringify(block).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text).join("")
  )

describe("a session of a page", () => {
  let world: SavingWorld
  let room: Room
  let address: PageAddress
  let mine: Writer
  let theirs: Writer

  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    room = new Room(world.quire)
    address = await world.makePage(document, false)
    const [first, second] = world.tokens.map((token, index) => {
      return new Writer(room, new Device(room, token), address, new WordLedger(), `w${index}`)
    })
    assert(first !== undefined && second !== undefined)
    mine = first
    theirs = second
    for (const writer of [mine, theirs]) await writer.open()
  })

  const linesOnServer = async () => linesOf(await world.readPage(address))
  const statusOf = (writer: Writer) => writer.session?.state.get().status

  /** Takes the connection, the session or the rights away, and gives them back. */
  const conflict = async (): Promise<void> => {
    theirs.device.isCut = true
    mine.replace("words", "mine")
    await room.time.pass(2_000)
    theirs.replace("words", "theirs")
    await room.time.pass(2_000)
    theirs.device.isCut = false
    await theirs.save()
    await room.time.pass(3_000)
  }

  it("saves a second after the last edit, and every three seconds while the writer does not pause (rule editor-saving)", async () => {
    mine.replace("first", "1")
    await room.time.pass(900)
    assert.deepStrictEqual([statusOf(mine)?.name, room.counts.saves], ["unsaved", 0])
    await room.time.pass(500)
    assert.deepStrictEqual([statusOf(mine)?.name, room.counts.saves], ["saved", 1])
    for (let at = 0; at < 8; at++) {
      mine.replace(at === 0 ? "1" : `1${"x".repeat(at)}`, `1${"x".repeat(at + 1)}`)
      await room.time.pass(500)
    }
    assert.strictEqual(room.counts.saves, 2)
    await room.time.pass(2_000)
    assert.deepStrictEqual(
      [await linesOnServer(), room.counts.saves],
      [["1xxxxxxxx words here", "second words there"], 3]
    )
  })

  it("shows what another person saves, in the text that is being written (rule editor-remote)", async () => {
    theirs.replace("second", "2")
    mine.replace("first", "1")
    await room.time.pass(1_300)
    assert.deepStrictEqual(linesOf(mine.document), ["1 words here", "2 words there"])
    await room.time.pass(3_000)
    assert.deepStrictEqual(theirs.document, mine.document)
    assert.deepStrictEqual(await linesOnServer(), ["1 words here", "2 words there"])
  })

  it("does not double an edit whose response was lost (rule editor-saving)", async () => {
    mine.replace("first", "first more")
    mine.device.nextFate = "lost response"
    await room.time.pass(1_200)
    assert.deepInclude(statusOf(mine), { name: "unsaved", isOffline: true })
    assert.strictEqual(room.counts.saves, 1)
    mine.replace("more", "more and more")
    await room.time.pass(5_000)
    assert.deepStrictEqual(await linesOnServer(), ["first more and more words here", "second words there"])
    assert.deepStrictEqual(mine.session?.state.get().conflicts, [])
    assert.strictEqual(statusOf(mine)?.name, "saved")
  })

  it("recognizes a save whose response was lost, also after another person changed its words (rule editor-saving)", async () => {
    mine.replace("here", "here mine")
    mine.device.nextFate = "lost response"
    await room.time.pass(1_450)
    assert.deepStrictEqual(linesOf(theirs.document), ["first words here mine", "second words there"])
    theirs.replace("here", "hither")
    await theirs.save()
    assert.strictEqual(room.counts.saves, 2)
    await room.time.pass(5_000)
    assert.deepStrictEqual(await linesOnServer(), ["first words hither mine", "second words there"])
    assert.deepStrictEqual(linesOf(mine.document), ["first words hither mine", "second words there"])
    assert.deepStrictEqual([mine.session?.state.get().conflicts, room.counts.saves], [[], 2])
  })

  it("waits as long as the server asks for (rule editor-saving)", async () => {
    mine.replace("first", "1")
    mine.device.nextFate = "unavailable"
    const saveAt = room.time.clock.now() + 1_000
    await room.time.pass(1_500)
    assert.deepInclude(statusOf(mine), { name: "unsaved", isOffline: true, retryAt: saveAt + 2_000 })
    await room.time.pass(5_000)
    assert.deepStrictEqual([statusOf(mine)?.name, room.counts.saves], ["saved", 1])
  })

  it("keeps the text when the session of the person expires, and continues after sign-in (rule editor-saving)", async () => {
    mine.device.isSignedIn = false
    mine.replace("first", "1")
    await room.time.pass(20_000)
    assert.deepStrictEqual([statusOf(mine)?.name, room.counts.saves], ["signed-out", 0])
    mine.device.isSignedIn = true
    mine.session?.resume()
    await room.time.pass(2_000)
    assert.deepStrictEqual([statusOf(mine)?.name, (await linesOnServer())[0]], ["saved", "1 words here"])
  })

  it("keeps the text when the person may not write any more (rule editor-saving)", async () => {
    await world.owner.spaces.delete({ spaceId: address.space })
    mine.replace("first", "1")
    await room.time.pass(20_000)
    assert.deepInclude(statusOf(mine), { name: "refused", isFinal: true })
    assert.deepStrictEqual(linesOf(mine.document), ["1 words here", "second words there"])
  })

  it("names the fields that the server refuses, until they are edited (rule editor-saving)", async () => {
    mine.insertBlock(schema.node("math", { key: "three", data: { formula: 1 } }))
    await room.time.pass(2_000)
    const status = statusOf(mine)
    assert(status?.name === "refused")
    assert.isFalse(status.isFinal)
    assert.match(status.fields[0]?.path ?? "", /^changes\.0\.document/)
    mine.removeBlock("three")
    mine.replace("first", "1")
    await room.time.pass(2_000)
    assert.deepStrictEqual([statusOf(mine)?.name, (await linesOnServer())[0]], ["saved", "1 words here"])
  })

  it("keeps both sides of words that two people changed, until the writer takes one (rule editor-remote)", async () => {
    await conflict()
    const [found] = theirs.session?.state.get().conflicts ?? []
    assert.deepInclude(found, {
      kind: "text",
      block: "one",
      theirs: "first mine here",
      mine: "first theirs here",
      kept: "theirs"
    })
    assert.strictEqual(statusOf(theirs)?.name, "conflict")
    assert.deepStrictEqual(linesOf(theirs.document), ["first mine here", "second words there"])
    assert.isTrue(theirs.session?.resolve(found?.id ?? "", "mine"))
    await room.time.pass(3_000)
    assert.strictEqual(statusOf(theirs)?.name, "saved")
    assert.deepStrictEqual(linesOf(mine.document), ["first theirs here", "second words there"])
  })

  it("keeps both conflicts when the same words conflict again (rule editor-remote)", async () => {
    await conflict()
    mine.device.isCut = true
    theirs.replace("mine", "again")
    await room.time.pass(2_000)
    mine.replace("mine", "later")
    await room.time.pass(2_000)
    mine.device.isCut = false
    await mine.save()
    theirs.device.isCut = true
    mine.replace("again", "third")
    await room.time.pass(2_000)
    theirs.replace("again", "fourth")
    await room.time.pass(2_000)
    theirs.device.isCut = false
    await theirs.save()
    const conflicts = theirs.session?.state.get().conflicts ?? []
    assert.deepStrictEqual(
      conflicts.map((each) => each.mine),
      ["first theirs here", "first fourth here"]
    )
    assert.strictEqual(new Set(conflicts.map(({ id }) => id)).size, 2)
  })

  it("keeps a conflict over a crash, and forgets it when the writer takes the other side (rule editor-local-copy)", async () => {
    await conflict()
    theirs.crash()
    await theirs.open()
    const [found] = theirs.session?.state.get().conflicts ?? []
    assert.strictEqual(found?.mine, "first theirs here")
    assert.isTrue(theirs.session?.resolve(found?.id ?? "", "theirs"))
    await room.time.pass(500)
    assert.deepStrictEqual(await theirs.device.copies.listKeys(""), [])
  })

  it("has each edit in the local copy within 200 ms, and continues it after a crash (rule editor-local-copy)", async () => {
    mine.device.isCut = true
    mine.replace("first", "1")
    await room.time.pass(200)
    mine.crash()
    await mine.open()
    assert.isTrue(mine.session?.isRestored)
    assert.deepStrictEqual(linesOf(mine.document), ["1 words here", "second words there"])
    theirs.replace("second", "2")
    await room.time.pass(3_000)
    mine.device.isCut = false
    await room.time.pass(60_000)
    assert.deepStrictEqual(linesOf(mine.document), ["1 words here", "2 words there"])
    assert.deepStrictEqual(await linesOnServer(), ["1 words here", "2 words there"])
    assert.deepStrictEqual(await mine.device.copies.listKeys(""), [])
  })

  it("keeps the words of two tabs of one person, also when both crash (rule editor-local-copy)", async () => {
    const second = new Writer(room, mine.device, address, new WordLedger(), "w5")
    await second.open()
    mine.device.isCut = true
    mine.replace("first", "1")
    second.replace("second", "2")
    await room.time.pass(2_000)
    assert.lengthOf(await mine.device.copies.listKeys(""), 2)
    mine.crash()
    second.crash()
    mine.device.isCut = false
    await second.open()
    await room.time.pass(60_000)
    assert.deepStrictEqual(linesOf(second.document), ["1 words here", "2 words there"])
    assert.deepStrictEqual(await linesOnServer(), ["1 words here", "2 words there"])
    assert.deepStrictEqual(await mine.device.copies.listKeys(""), [])
  })

  it("does not take the copy of a tab that is still open (rule editor-local-copy)", async () => {
    mine.device.isCut = true
    mine.replace("first", "1")
    await room.time.pass(500)
    mine.device.isCut = false
    const second = new Writer(room, mine.device, address, new WordLedger(), "w5")
    await second.open()
    assert.isFalse(second.session?.isRestored)
  })

  it("ignores what other programs put into its storage (rule editor-local-copy)", async () => {
    const copies = makeMemoryCopies()
    for (const [index, value] of [
      null,
      "text",
      { version: 1 },
      { version: 1, revision: "r", base: {}, document: {} }
    ].entries()) {
      await copies.write(`test/content/page/${index}`, value)
    }
    const { clock } = room.time
    const opening = openPageSession({
      transport: mine.device.transport(address),
      name: pageName,
      copies,
      locks: mine.device.locks,
      clock
    })
    await room.time.pass(1_000)
    const session = await opening
    assert.isFalse(session.isRestored)
    assert.deepStrictEqual<unknown>(session.document, document)
    session.destroy()
  })

  it("states that unsaved edits are only in memory where storage is blocked (rule editor-local-copy)", async () => {
    assert.strictEqual(mine.session?.state.get().localCopy, "memory")
    Object.assign(mine.device.copies, { write: () => Promise.reject(new Error("full")) })
    mine.replace("first", "1")
    await room.time.pass(500)
    assert.strictEqual(mine.session?.state.get().localCopy, "failed")
    await room.time.pass(1_000)
    assert.strictEqual(statusOf(mine)?.name, "saved")
  })

  it("asks for the head from time to time while its stream is refused (rule editor-remote)", async () => {
    mine.device.hasStream = false
    mine.crash()
    await mine.open()
    theirs.replace("second", "2")
    await room.time.pass(10_000)
    assert.isFalse(mine.session?.state.get().isFollowing)
    assert.deepStrictEqual(linesOf(mine.document), ["first words here", "2 words there"])
  })

  it("saves before it is closed, and reports what it could not save (rule editor-saving)", async () => {
    mine.replace("first", "1")
    const closing = mine.session?.close()
    await room.time.pass(1_000)
    assert.strictEqual((await closing)?.status.name, "saved")
    theirs.device.isCut = true
    theirs.replace("second", "2")
    const cut = theirs.session?.close()
    await room.time.pass(1_000)
    assert.deepInclude((await cut)?.status, { name: "unsaved", isOffline: true })
    assert.lengthOf(await theirs.device.copies.listKeys(""), 1)
    assert.deepStrictEqual(await linesOnServer(), ["1 words here", "second words there"])
  })

  it("writes in a page without text, whose empty line is no edit (rule editor-saving)", async () => {
    const empty = await world.makePage({ ...document, nodes: [] }, true)
    const writer = new Writer(room, new Device(room, world.tokens[0] ?? ""), empty, new WordLedger(), "w6")
    await writer.open()
    await room.time.pass(5_000)
    assert.strictEqual(room.counts.saves, 0)
    writer.edit({ kind: "type", at: 0, to: 0 })
    await room.time.pass(5_000)
    assert.deepStrictEqual(wordsOf(writer.document), wordsOf(await world.readPage(empty)))
    assert.lengthOf((await world.readPage(empty)).nodes, 1)
  })

  it("reads the stream of the server, whose first event is the head (rule editor-remote)", async () => {
    const client = createClient({
      baseUrl: "http://quire.test",
      token: world.tokens[0] ?? "",
      fetch: world.quire.handler
    })
    const transport = createPageTransport(client, address)
    const ending = new AbortController()
    const head = await transport.readHead(ending.signal)
    const heads: Array<string> = []
    let onNext = () => undefined as void
    const nextHead = () => new Promise<void>((resolve) => (onNext = resolve))
    const first = nextHead()
    const following = transport.followHeads({
      lastRevision: undefined,
      onHead: (revision) => {
        heads.push(revision)
        onNext()
      },
      signal: ending.signal
    })
    await first
    const second = nextHead()
    const { revision } = await transport.savePage(
      { revision: head, document: { ...document, nodes: [] } },
      ending.signal
    )
    await second
    assert.deepStrictEqual(heads, [head, revision])
    ending.abort()
    await following.catch(() => undefined)
  })
})
