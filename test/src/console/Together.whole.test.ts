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
    organization = (await server.quire.as(admin).organizations.create({ title: "Acme" })).id
    await server.quire.system.members.add(organization, member, "admin")
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

  /** The caret of a person in the paragraph with a text. */
  const caretIn = (page: Page, name: string, text: string) =>
    textOf(page).locator("p", { hasText: text }).locator(".quire-person-caret", { hasText: name })

  it("sees where the other's cursor is until the other leaves (rule editor-presence)", async () => {
    const [ann, bob] = await openPage("Run the installer.\n\nStart.")
    if (ann === undefined || bob === undefined) return assert.fail()
    await goTo(ann, "Run the installer.", "End")
    await goTo(bob, "Start.", "Home")
    await caretIn(bob, "ann", "Run the installer.").waitFor()
    await caretIn(ann, "bob", "Start.").waitFor()
    await ann.getByRole("list", { name: "Also on this page" }).getByText("bob").waitFor()
    await goTo(ann, "Start.", "End")
    await caretIn(bob, "ann", "Start.").waitFor()
    await ann.keyboard.press("Shift+Home")
    await textOf(bob).locator(".quire-person-selection", { hasText: "Start." }).waitFor()
    await ann.keyboard.press("End")
    await ann.keyboard.type(" Then stop.")
    await caretIn(bob, "ann", "Then stop.").waitFor()
    const spoken = await textOf(bob).ariaSnapshot()
    assert.notInclude(spoken, "ann")
    await textOf(bob).locator(".quire-person-name").waitFor({ state: "hidden" })
    await assertScreen(bob, "editor with another person")
    await ann.getByRole("button", { name: "Done" }).click()
    await textOf(bob).locator(".quire-person-caret").waitFor({ state: "detached" })
    await bob.getByRole("list", { name: "Also on this page" }).waitFor({ state: "detached" })
    assert.deepStrictEqual(people.flatMap(({ complaints }) => complaints), [])
  })

  it("no longer sees the cursor of a person who closed the window (rule editor-presence)", async () => {
    const [ann, bob] = await openPage("Stop.")
    if (ann === undefined || bob === undefined) return assert.fail()
    await goTo(ann, "Stop.", "Home")
    await caretIn(bob, "ann", "Stop.").waitFor()
    await ann.goto("about:blank")
    await textOf(bob).locator(".quire-person-caret").waitFor({ state: "detached", timeout: 10_000 })
    assert.deepStrictEqual(people[1].complaints, [])
  })
})
