import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { folder } from "@quire/console"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { inBrowser } from "../reading/browser.ts"
import { assertScreen, type PageAnswer, signIn, type Visitor } from "./consolePage.ts"
import { type ConsoleServer, openConsole } from "./consoleServer.ts"

const first = {
  operation: "insert_page",
  title: "Install",
  document: { markdown: "Run the installer.\n\n# Next\n\nStart." }
}

inBrowser("the console", () => {
  let server: ConsoleServer
  let ann: Visitor
  let bob: Visitor
  let organization = ""

  beforeAll(async () => {
    server = await openConsole()
    const { quire } = server
    const person = async (name: string) => {
      const email = `${name}@example.com`
      return (await quire.system.users.ensure({ email, displayName: name, emailVerified: true })).id
    }
    const [admin, member] = [await person("ann"), await person("bob")]
    const { id } = await quire.as(admin).organizations.create({ title: "Acme" })
    await quire.system.members.add(id, member, "admin")
    await person("eve")
    organization = id
    ann = await signIn(server, "ann@example.com", "/app/")
    bob = await signIn(server, "bob@example.com", `/app/o/${organization}/trash`)
  })
  afterAll(async () => {
    await ann.close()
    await bob.close()
    await server.close()
  })

  const create = async (title: string, changes: ReadonlyArray<unknown> = [first]): Promise<string> => {
    const { id } = await ann.call("POST", `/orgs/${organization}/spaces`, { title, editMode: "live" })
    if (changes.length > 0) await ann.call("POST", `/spaces/${id}/content`, { changes })
    return id
  }

  const goTo = (page: Page, path: string) => page.goto(`${server.url}/app${path}`)

  const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true })

  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

  const titlesOf = async (space: string): Promise<ReadonlyArray<unknown>> => {
    const shape = ({ pages = [], title }: PageAnswer): unknown =>
      pages.length === 0 ? title : [title, pages.map(shape)]
    return (await ann.call("GET", `/spaces/${space}/content/pages`)).pages.map(shape)
  }

  it("leads through the sign-in page to the address that was opened", async () => {
    await heading(ann.page, "Spaces").waitFor()
    await heading(bob.page, "Trash").waitFor()
    assert.strictEqual(new URL(bob.page.url()).pathname, `/app/o/${organization}/trash`)
  })

  it("creates a first space with a page, and opens it", async () => {
    const { page } = ann
    await goTo(page, "/")
    await page.getByText("Create your first space").waitFor()
    await assertScreen(page, "first run")
    await press(page, "New space")
    await page.getByRole("dialog").waitFor()
    await assertScreen(page, "new space")
    await page.getByLabel("Title", { exact: true }).fill("Handbook")
    await page.keyboard.press("Enter")
    await heading(page, "Introduction").waitFor()
    await page.getByRole("treeitem", { name: "Handbook" }).waitFor()
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("moves pages by keys alone, and the focus stays on the page (rule console-keyboard)", async () => {
    const { page } = ann
    const changes = ["One", "Two", "Three"].map((title) => ({ operation: "insert_page", title }))
    const space = await create("Keys", changes)
    await goTo(page, `/s/${space}`)
    const item = page.getByRole("treeitem", { name: "Three" })
    await item.focus()
    const step = async (key: string, expected: ReadonlyArray<unknown>) => {
      const saved = page.waitForResponse((response) => response.request().method() === "POST")
      await page.keyboard.press(key)
      assert.strictEqual((await saved).status(), 200)
      assert.deepStrictEqual(await titlesOf(space), expected)
      await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Three")
    }
    await step("Alt+ArrowUp", ["One", "Three", "Two"])
    await step("Alt+ArrowRight", [["One", ["Three"]], "Two"])
    await step("Alt+ArrowLeft", ["One", "Three", "Two"])
    await step("Alt+ArrowDown", ["One", "Two", "Three"])
    await page.keyboard.press("Enter")
    await heading(page, "Three").waitFor()
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("creates, renames, duplicates, moves and deletes pages with the menu", async () => {
    const { page } = ann
    const space = await create("Menu")
    await goTo(page, `/s/${space}`)
    await heading(page, "Install").waitFor()
    const act = async (title: string, action: string) => {
      await page
        .getByRole("main")
        .getByRole("button", { name: `Actions for ${title}`, exact: true })
        .click()
      await page.getByRole("menuitem", { name: action }).click()
    }
    await act("Install", "Rename")
    await page.getByLabel("Title", { exact: true }).fill("Set up")
    await press(page, "Save")
    await heading(page, "Set up").waitFor()
    await act("Set up", "Duplicate")
    await heading(page, "Copy of Set up").waitFor()
    await page.getByText("Run the installer.").waitFor()
    await act("Copy of Set up", "Move…")
    await page.getByRole("dialog").getByLabel("Below").selectOption({ label: "Set up" })
    await press(page, "Move")
    await page.getByText('was moved below "Set up"').waitFor()
    assert.deepStrictEqual(await titlesOf(space), [["Set up", ["Copy of Set up"]]])
    await act("Copy of Set up", "Delete")
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
    await heading(page, "Set up").waitFor()
    assert.deepStrictEqual(await titlesOf(space), ["Set up"])
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("saves what two people write in one page without a button, and shows it to both", async () => {
    const space = await create("Together")
    const textOf = async (page: Page) =>
      (await page.getByRole("textbox", { name: "Text of Install" }).innerText()).trim()
    const write = async (page: Page, text: string, place: string) => {
      await page.getByRole("textbox", { name: "Text of Install" }).getByText(place).click()
      await page.keyboard.press("End")
      await page.keyboard.type(text)
    }
    for (const { page } of [ann, bob]) {
      await goTo(page, `/s/${space}`)
      await press(page, "Edit")
      await page.getByRole("status").getByText("Saved").waitFor()
    }
    await assertScreen(ann.page, "editor")
    await write(ann.page, " It takes a minute.", "Run the installer.")
    await write(bob.page, " the server.", "Start.")
    for (const { page } of [ann, bob]) {
      await page.getByText("Run the installer. It takes a minute.").waitFor()
      await page.getByText("Start. the server.").waitFor()
    }
    assert.strictEqual(await textOf(ann.page), await textOf(bob.page))
    await press(ann.page, "Done")
    await ann.page.getByRole("region", { name: "Text of Install" }).getByText("Start. the server.").waitFor()
    assert.deepStrictEqual([...ann.complaints, ...bob.complaints], [])
  })

  it("proposes changes, which another person approves and merges", async () => {
    const { page } = ann
    const space = await create("Review")
    await goTo(page, `/s/${space}/cr`)
    await page.getByText("No open change requests").waitFor()
    await press(page, "New change request")
    await page.getByLabel("Subject").fill("Explain the removal")
    await press(page, "Create")
    await page.waitForURL(/\/cr\/1\/p\//)
    await page.getByRole("button", { name: "New page", exact: true }).click()
    await page.getByRole("menuitem", { name: "New page" }).click()
    await page.getByLabel("Title", { exact: true }).fill("Remove")
    await press(page, "Create")
    await heading(page, "Remove").waitFor()
    await goTo(page, `/s/${space}/cr/1`)
    await heading(page, "Explain the removal").waitFor()
    await page.getByLabel("Write a comment").fill("Is this enough?")
    await press(page, "Comment")
    await page.getByText("Is this enough?").first().waitFor()
    await press(page, "Request review")
    await page.getByLabel("bob").check()
    await page.getByRole("dialog").getByRole("button", { name: "Request review" }).click()
    await page.getByText("Waiting for review").waitFor()
    await assertScreen(page, "change request")
    await goTo(bob.page, `/o/${organization}/change-requests`)
    await bob.page.getByRole("radio", { name: "Waiting for me" }).press("Space")
    await bob.page.getByRole("link", { name: "Explain the removal" }).click()
    await press(bob.page, "Review changes")
    await bob.page.getByLabel("Comment", { exact: true }).fill("It is.")
    await press(bob.page, "Submit review")
    await bob.page.getByText("Approved", { exact: true }).waitFor()
    await press(bob.page, "Merge")
    await bob.page.getByRole("alertdialog").getByRole("button", { name: "Merge" }).click()
    await bob.page.getByText("The changes are part of the space.").waitFor()
    assert.deepStrictEqual(await titlesOf(space), ["Install", "Remove"])
    assert.deepStrictEqual([...ann.complaints, ...bob.complaints], [])
  })

  it("shows what a change request lacks, and resolves its conflicts", async () => {
    const { page } = ann
    const space = await create("Conflicts")
    const [install] = (await ann.call("GET", `/spaces/${space}/content/pages`)).pages
    await ann.call("POST", `/spaces/${space}/change-requests`, { subject: "Rename" })
    const rename = (title: string) => ({ changes: [{ operation: "update_page", page: install?.id, title }] })
    await ann.call("POST", `/spaces/${space}/change-requests/1/content`, rename("Theirs"))
    await ann.call("POST", `/spaces/${space}/content`, rename("Ours"))
    await goTo(page, `/s/${space}/cr/1`)
    await page.getByText("The changes can't be merged yet:").waitFor()
    await press(page, "Resolve conflicts…")
    await page
      .getByRole("radio", { name: /^Keep the version of the space/ })
      .first()
      .waitFor()
    await assertScreen(page, "conflicts")
    for (const choice of await page.getByRole("radio", { name: /^Keep the version of the space/ }).all()) {
      await choice.check()
    }
    await press(page, "Resolve")
    await page.getByText("The changes can be merged.").waitFor()
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("shows the history of a space with differences, and rolls back", async () => {
    const { page } = ann
    const space = await create("Past")
    const before = (await ann.call("GET", `/spaces/${space}`)).revision
    const [install] = (await ann.call("GET", `/spaces/${space}/content/pages`)).pages
    const markdown = "Run the new installer.\n\n# Next\n\nStart."
    const edit = { operation: "update_page", page: install?.id, document: { markdown } }
    await ann.call("POST", `/spaces/${space}/content`, { changes: [edit] })
    await goTo(page, `/s/${space}/history`)
    await page.getByText("Current", { exact: true }).waitFor()
    await assertScreen(page, "history")
    await page.getByRole("link", { name: "Edited pages" }).first().click()
    await page.getByRole("insertion").first().waitFor()
    assert.match((await page.getByRole("insertion").allTextContents()).join(" "), /new/)
    await assertScreen(page, "revision")
    await goTo(page, `/s/${space}/r/${before}`)
    await press(page, "Roll back to this revision")
    await page.getByRole("alertdialog").getByRole("button", { name: "Roll back" }).click()
    await page.getByRole("link", { name: "Rolled back" }).waitFor()
    await goTo(page, `/s/${space}/p/${install?.id}`)
    await page.getByText("Run the installer.").waitFor()
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("moves a space to the trash, and restores it from there", async () => {
    const { page } = ann
    const space = await create("Old")
    await goTo(page, `/s/${space}`)
    await page.getByRole("button", { name: "More actions for this space" }).click()
    await page.getByRole("menuitem", { name: "Delete space" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete space" }).click()
    await heading(page, "Spaces").waitFor()
    await goTo(page, `/s/${space}`)
    await heading(page, "This space isn't available").waitFor()
    await goTo(page, `/o/${organization}/trash`)
    await page.getByRole("button", { name: "Restore Old" }).waitFor()
    await assertScreen(page, "trash")
    await page.getByRole("button", { name: "Restore Old" }).click()
    await page.getByText('"Old" was restored.').waitFor()
    await page.getByText("The trash is empty").waitFor()
    await goTo(page, `/s/${space}`)
    await heading(page, "Install").waitFor()
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("finds pages, spaces and actions by keys alone (rule console-keyboard)", async () => {
    const { page } = ann
    const space = await create("Found", [{ ...first, title: "Zebra crossing" }])
    await goTo(page, "/")
    await heading(page, "Spaces").waitFor()
    while ((await ann.call("GET", `/spaces/${space}/search?query=zebra`)).items?.length === 0);
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").waitFor()
    await page.keyboard.type("zebra")
    await page.getByRole("option", { name: /Zebra crossing/ }).waitFor()
    await assertScreen(page, "palette")
    await page.keyboard.press("Enter")
    await heading(page, "Zebra crossing").waitFor()
    assert.include(page.url(), `/s/${space}/p/`)
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").waitFor()
    await page.keyboard.type("trash")
    await page.getByRole("option", { name: "Trash" }).waitFor()
    await page.keyboard.press("Enter")
    await heading(page, "Trash").waitFor()
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("opens every address that the API names, and says where there is nothing to open (rule console-addresses)", async () => {
    const space = await create("Addresses")
    const collection = await ann.call("POST", `/orgs/${organization}/collections`, { title: "Engineering" })
    const request = await ann.call("POST", `/spaces/${space}/change-requests`, { subject: "A proposal" })
    const { urls } = await ann.call("GET", `/spaces/${space}`)
    const [page] = (await ann.call("GET", `/spaces/${space}/content/pages`)).pages
    const current = await ann.call("GET", `/spaces/${space}/content`)
    const acme = await ann.call("GET", `/orgs/${organization}`)
    const named = [
      [urls.app, "Install"],
      [`${page?.urls.app}#next`, "Install"],
      [current.urls.app, "Edited pages"],
      [request.urls.app, "A proposal"],
      [collection.urls.app, "Engineering"],
      [acme.urls.app, "Spaces"]
    ] as const
    for (const [address, title] of named) {
      await ann.page.goto(address)
      await heading(ann.page, title).waitFor()
      await assertScreen(ann.page, title)
    }
    const eve = await signIn(server, "eve@example.com", new URL(urls.app).pathname)
    for (const [address, title] of named) {
      await eve.page.goto(address)
      await eve.page.getByRole("heading", { name: /isn't available$/ }).waitFor({ timeout: 20_000 })
      assert.notInclude(await eve.page.content(), title === "Spaces" ? "Acme" : title)
    }
    for (const path of [
      `/s/${space}/p/none`,
      `/s/${space}/r/none`,
      `/s/${space}/cr/99`,
      "/s/none",
      "/c/none",
      "/o/none"
    ]) {
      await goTo(ann.page, path)
      await ann.page.getByRole("heading", { name: /isn't available$/ }).waitFor()
    }
    await goTo(ann.page, "/never/was")
    await heading(ann.page, "There is no page at this address").waitFor()
    await assertScreen(ann.page, "no page")
    assert.deepStrictEqual([...ann.complaints, ...eve.complaints], [])
    await eve.close()
  })

  it("says what went wrong while the server cannot be reached, and tries again", async () => {
    const { page } = ann
    const space = await create("Broken")
    await goTo(page, "/")
    await page.route(/\/v1\/spaces\//, (route) => route.abort())
    await page.getByRole("treeitem", { name: "Broken" }).click()
    await page.getByText("The server can't be reached").first().waitFor()
    await assertScreen(page, "unreachable")
    await page.unroute(/\/v1\/spaces\//)
    await press(page, "Try again")
    await heading(page, "Install").waitFor()
    assert.include(page.url(), space)
  })

  it("takes at most 130 kB of script for its first screen (rule console-size)", () => {
    const page = readFileSync(join(folder, "index.html"), "utf8")
    const scripts = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path)
    assert.isNotEmpty(scripts)
    const sizes = scripts.map((path) => gzipSync(readFileSync(join(folder, path)), { level: 9 }).length)
    assert.isAtMost(
      sizes.reduce((sum, size) => sum + size, 0),
      130_000
    )
    assert.match(page, /<head>\s*<base href="\/app\/"/)
    assert.include(readFileSync(join(folder, "LICENSES.txt"), "utf8"), "react-dom")
  })

  it("signs out, after which the session is over", async () => {
    const { page } = bob
    await goTo(page, "/")
    await page.getByRole("button", { name: "Account: bob" }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.waitForURL(/\/sign-in$/)
    await goTo(page, "/")
    await page.waitForURL(/\/sign-in\?return=/)
    assert.deepStrictEqual(bob.complaints, [])
  })
})
