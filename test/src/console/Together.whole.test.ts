import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { inBrowser, launch } from "../reading/browser.ts"
import { assertScreen, signIn, type Visitor } from "./consolePage.ts"
import { type ConsoleServer, openConsole } from "./consoleServer.ts"

inBrowser("two people on one page", () => {
  let server: ConsoleServer
  let browsers: ReadonlyArray<Browser> = []
  let people: readonly [ann: Visitor, bob: Visitor]
  let organization = ""

  beforeAll(async () => {
    server = await openConsole()
    const person = async (name: string) => {
      const email = `${name}@example.com`
      return (await server.quire.system.users.ensure({ email, displayName: name, emailVerified: true })).id
    }
    const [admin, member] = [await person("ann"), await person("bob")]
    const { id } = await server.quire.as(admin).organizations.create({ title: "Acme" })
    await server.quire.system.members.add(id, member, "admin")
    organization = id
    // Each has a browser: the storage of a second context of one browser does not respond.
    const [first, second] = [await launch(), await launch()]
    browsers = [first, second]
    people = [
      await signIn(server, "ann@example.com", "/app/", first),
      await signIn(server, "bob@example.com", `/app/o/${organization}/trash`, second)
    ]
  })
  afterAll(async () => {
    for (const browser of browsers) await browser.close()
    await server.close()
  })

  const textOf = (page: Page) => page.getByRole("textbox", { name: "Text of Install" })

  /** Opens a new page in the editors of both. */
  const openPage = async (markdown: string) => {
    const [ann] = people
    const { id: space } = await ann.call("POST", `/orgs/${organization}/spaces`, { title: "Space", editMode: "live" })
    const change = { operation: "insert_page", title: "Install", document: { markdown } }
    await ann.call("POST", `/spaces/${space}/content`, { changes: [change] })
    for (const { page } of people) {
      await page.goto(`${server.url}/app/s/${space}`)
      await page.getByRole("button", { name: "Edit", exact: true }).click()
      await page.getByRole("status").getByText("Saved").waitFor()
    }
    return people.map(({ page }) => page)
  }

  const goTo = async (page: Page, text: string, key: string) => {
    await textOf(page).getByText(text).click()
    await page.keyboard.press(key)
  }

  /** Waits until a person's caret, which is the only one, is in the paragraph with a text. */
  const caretIn = (page: Page, name: string, text: string) =>
    page.waitForFunction(
      ([person, words]) => {
        const paragraph = Array.from(document.querySelectorAll(".quire-document p")).find((each) =>
          each.textContent.includes(words)
        )
        const caret = document.querySelector(`.quire-person-caret[data-person-name="${person}"]`)
        const [line, mark] = [paragraph?.getBoundingClientRect(), caret?.getBoundingClientRect()]
        return line && mark && mark.height > 10 && mark.top >= line.top - 4 && mark.bottom <= line.bottom + 4
      },
      [name, text] as const
    )

  const caretsOf = (page: Page) => page.locator(".quire-person-caret")

  it("sees where the other's cursor is until the other leaves (rule editor-presence)", async () => {
    const [ann, bob] = await openPage("Run the installer.\n\nStart.")
    if (ann === undefined || bob === undefined) return assert.fail()
    await goTo(ann, "Run the installer.", "End")
    await goTo(bob, "Start.", "Home")
    await caretIn(bob, "ann", "Run the installer.")
    await caretIn(ann, "bob", "Start.")
    await ann.getByRole("list", { name: "Also on this page" }).getByText("bob").waitFor()
    await goTo(ann, "Start.", "End")
    await caretIn(bob, "ann", "Start.")
    await ann.keyboard.press("Shift+Home")
    await textOf(bob).locator(".quire-person-selection", { hasText: "Start." }).waitFor()
    await ann.keyboard.press("End")
    await ann.keyboard.type(" Then stop.")
    await caretIn(bob, "ann", "Start. Then stop.")
    const spoken = await textOf(bob).ariaSnapshot()
    assert.notInclude(spoken, "ann")
    await bob.waitForFunction(() => {
      const caret = document.querySelector(".quire-person-caret")
      return caret !== null && getComputedStyle(caret, "::before").visibility === "hidden"
    })
    await assertScreen(bob, "editor with another person")
    await ann.getByRole("button", { name: "Done" }).click()
    await caretsOf(bob).waitFor({ state: "detached" })
    await bob.getByRole("list", { name: "Also on this page" }).waitFor({ state: "detached" })
    assert.deepStrictEqual(
      people.flatMap(({ complaints }) => complaints),
      []
    )
  })

  it("no longer sees the cursor of a person who closed the window (rule editor-presence)", async () => {
    const [ann, bob] = await openPage("Stop.")
    if (ann === undefined || bob === undefined) return assert.fail()
    await goTo(ann, "Stop.", "Home")
    await caretIn(bob, "ann", "Stop.")
    await ann.goto(`${server.url}/app/o/${organization}/trash`)
    await caretsOf(bob).waitFor({ state: "detached", timeout: 10_000 })
    assert.deepStrictEqual(people[1].complaints, [])
  })

  it("settles conflicts at their blocks by keys alone (rule editor-conflicts)", async () => {
    const [ann, bob] = await openPage("The river is long.\n\n* The hill is high.\n\nThe sea is deep.")
    if (ann === undefined || bob === undefined) return assert.fail()
    const replace = async (page: Page, text: string, word: string, other: string) => {
      // ProseMirror restores the selection shortly after it gets the focus; a person is slower.
      for (let tries = 0; tries < 10; tries++) {
        await goTo(page, text, "End")
        for (let presses = 0; presses < text.length - text.indexOf(word); presses++) {
          await page.keyboard.press("Shift+ArrowLeft")
        }
        if ((await page.evaluate("getSelection().toString()")) === `${word}.`) break
      }
      await page.keyboard.type(`${other}.`)
    }
    const saved = ann.waitForResponse(
      (response) => response.request().postData()?.includes("The sea is calm.") === true
    )
    await bob.route("**/content", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()))
    for (const [text, word] of [
      ["The river is long.", "long"],
      ["The hill is high.", "high"],
      ["The sea is deep.", "deep"]
    ] as const) {
      await replace(bob, text, word, "wide")
      await replace(ann, text, word, "calm")
    }
    await saved
    await bob.unroute("**/content")
    await bob.evaluate(() => void window.dispatchEvent(new Event("online")))
    const boxes = textOf(bob).getByRole("group", { name: "Someone else changed the same text." })
    await boxes.nth(2).waitFor()
    assert.strictEqual(await boxes.count(), 3)
    assert.deepStrictEqual(await boxes.first().locator("mark").allTextContents(), ["wide", "calm"])
    await assertScreen(bob, "editor with conflicts")
    await bob.getByRole("button", { name: "Next conflict" }).focus()
    await bob.keyboard.press("Enter")
    const choose = async (choice: string) => {
      await bob.waitForFunction(() => document.activeElement?.classList.contains("quire-conflict"))
      for (let presses = 0; presses < 4; presses++) {
        await bob.keyboard.press("Tab")
        if ((await bob.evaluate(() => document.activeElement?.textContent)) === choice) break
      }
      await bob.keyboard.press("Enter")
    }
    await choose("Use yours")
    await choose("Use theirs")
    await choose("Keep both")
    await boxes.first().waitFor({ state: "detached" })
    await bob.getByRole("status").getByText("Saved").waitFor()
    for (const page of [ann, bob]) {
      await textOf(page).getByText("The sea is wide.").waitFor()
      const texts = (await textOf(page).locator("p").allInnerTexts()).map((text) => text.trim())
      assert.deepStrictEqual(texts, ["The river is wide.", "The hill is calm.", "The sea is calm.", "The sea is wide."])
    }
  })
})
