import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { Rounds } from "@quire/testing"
import chromium from "@sparticuz/chromium"
import * as fc from "fast-check"
import { type BrowserContext, type Page, chromium as playwright } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { inBrowser } from "../reading/browser.ts"
import { executablePath } from "../support/chromium.ts"
import { makeSavedPage, makeToken, type SavingServer, serveSaving } from "./savingServer.ts"

const excluded = new Set(["--single-process", "--no-zygote", "--disable-web-security"])

/** A browser of one person, with separate storage. */
const launchProfile = (folder: string): Promise<BrowserContext> =>
  playwright.launchPersistentContext(folder, {
    executablePath: executablePath(),
    args: chromium.args.filter((argument) => !excluded.has(argument)),
    handleSIGTERM: false,
    headless: true
  })

const kinds = ["type", "type", "type", "type", "enter", "cut", "connect", "crash", "expire", "sign in", "wait"] as const

const action = fc.record({ kind: fc.constantFrom(...kinds), who: fc.nat(2), at: fc.nat(10_000) })

const actions = fc.array(action, { minLength: 6, maxLength: 16, size: "max" })

type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** Puts the cursor before a word or at the end of a text. */
const selectWord = (at: number) => `(() => {
  const places = []
  view.state.doc.descendants((node, pos) => {
    if (!node.isTextblock) return true
    const text = node.textContent
    places.push(pos + 1 + text.length)
    for (const { index } of text.matchAll(/(?<=^|\\s)\\S/g)) places.push(pos + 1 + index)
    return false
  })
  view.focus()
  const { doc, tr } = view.state
  view.dispatch(tr.setSelection(quire.TextSelection.create(doc, places[${at} % places.length])))
})()`

/** Milliseconds after which the storage of the browser has what was typed. */
const storedAfter = 200

/** A tab of a person, which may crash. */
interface Tab {
  readonly person: number
  page: Page | undefined
  /** The words that were typed, with the time. */
  readonly typed: Map<string, number>
}

const name = (person: number) => `person-${person}@rounds.test`

const met = { rounds: 0, words: 0, cuts: 0, crashes: 0, "expired sessions": 0, conflicts: 0 }

inBrowser("browsers that edit one page", () => {
  let server: SavingServer
  let profiles: ReadonlyArray<BrowserContext> = []
  const folders: Array<string> = []
  const tokens: Array<string> = []

  beforeAll(async () => {
    server = await serveSaving()
    for (const person of [0, 1]) {
      tokens.push(await makeToken(server, name(person)))
      folders.push(await mkdtemp(join(tmpdir(), "quire-profile-")))
    }
    profiles = await Promise.all(folders.map(launchProfile))
  }, 120_000)
  afterAll(async () => {
    for (const profile of profiles) await profile.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
    await server.close()
  })

  const open = async (tab: Tab, urlFor: (token: string) => string) => {
    const context = profiles[tab.person]
    if (tab.page === undefined && context !== undefined) {
      tab.page = await context.newPage()
      await tab.page.goto(urlFor(tokens[tab.person] ?? ""))
      await tab.page.waitForFunction("window.session !== undefined")
    }
  }

  const crash = async (tab: Tab, page: Page) => {
    const crashed = page.waitForEvent("crash")
    const now = Date.now()
    const devtools = await page.context().newCDPSession(page)
    void devtools.send("Page.crash").catch(() => undefined)
    await crashed
    tab.page = undefined
    await page.close()
    for (const [word, at] of tab.typed) if (now - at < storedAfter) tab.typed.delete(word)
    met.crashes++
  }

  const connect = async (isConnected: boolean) => {
    for (const profile of profiles) await profile.setOffline(!isConnected)
  }

  const act = async (tab: Tab, { at, kind }: Action, word: string, urlFor: (token: string) => string) => {
    const profile = profiles[tab.person]
    const token = tokens[tab.person] ?? ""
    if (kind === "cut") {
      await profile?.setOffline(true)
      met.cuts++
    }
    if (kind === "connect") {
      await profile?.setOffline(false)
      await open(tab, urlFor)
    }
    if (kind === "expire") {
      server.expired.add(token)
      met["expired sessions"]++
    }
    if (kind === "sign in") {
      server.expired.delete(token)
      await tab.page?.evaluate("session.resume()")
    }
    if (kind === "crash" && tab.page !== undefined) await crash(tab, tab.page)
    if (kind === "wait") await tab.page?.evaluate(`new Promise((done) => setTimeout(done, ${at % 1_500}))`)
    if (kind === "type" || kind === "enter") await tab.page?.evaluate(selectWord(at))
    if (kind === "enter") await tab.page?.keyboard.press("Enter")
    if (kind === "type" && tab.page !== undefined) {
      await tab.page.keyboard.insertText(` ${word} `)
      tab.typed.set(word, Date.now())
    }
  }

  const play = async (round: ReadonlyArray<Action>): Promise<void> => {
    const markdown = "First words of a page.\n\nThen more words.\n\nLast words."
    const { readDocument, urlFor } = await makeSavedPage(server, tokens[0] ?? "", markdown, [name(1)])
    const tabs = [0, 1, 0].map((person): Tab => ({ person, page: undefined, typed: new Map() }))
    for (const tab of tabs) await open(tab, urlFor)
    for (const [index, action] of round.entries()) {
      const tab = tabs[action.who]
      if (tab !== undefined) await act(tab, action, `w${index}n${action.who}x`, urlFor)
    }
    server.expired.clear()
    await connect(true)
    for (const tab of tabs) {
      await open(tab, urlFor)
      await tab.page?.evaluate("session.resume()")
    }
    const documents = () =>
      Promise.all(
        tabs.map(({ page }) =>
          page?.evaluate("['saved', 'conflict'].includes(stateOf().status.name) && session.getDocument()")
        )
      )
    const isEqual = async () => {
      const [first, ...others] = [await readDocument(), ...(await documents())]
      return others.every((other) => isDeepStrictEqual(other, first))
    }
    const end = Date.now() + 60_000
    while (!(await isEqual()) && Date.now() < end)
      await tabs[0]?.page?.evaluate("new Promise((done) => setTimeout(done, 100))")
    const document = await readDocument()
    for (const own of await documents()) assert.deepStrictEqual<unknown>(own, document)
    const conflicts = await Promise.all(tabs.map(({ page }) => page?.evaluate("stateOf().conflicts")))
    // A conflict shows the side of another person next to what both have.
    const hasConflicts = conflicts.some((each) => Array.isArray(each) && each.length > 0)
    const [text, everything] = [JSON.stringify(document), JSON.stringify([document, conflicts])]
    for (const { typed } of tabs) {
      for (const word of typed.keys()) {
        assert.include(everything, word)
        if (!hasConflicts) assert.isAtMost(text.split(word).length - 1, 1, `${word} occurs more than once`)
        met.words++
      }
    }
    met.rounds++
    if (hasConflicts) met.conflicts++
    for (const { page } of tabs) await page?.close({ runBeforeUnload: false })
    if (met.rounds % 20 === 0) console.log(JSON.stringify(met))
  }

  it(
    "lose no typed word, double none, and become equal, through cut connections, crashes, two tabs and expired sessions (rules editor-saving, editor-remote and editor-local-copy)",
    async () => {
      const reset = async () => {
        server.expired.clear()
        await connect(true)
        for (const profile of profiles)
          for (const page of profile.pages()) if (page.url() !== "about:blank") await page.close()
      }
      await Rounds.holds(fc.asyncProperty(actions, play).beforeEach(reset), Rounds.rounds(2, 1_000, 3))
      console.log(JSON.stringify(met))
    },
    Rounds.patience
  )
})
