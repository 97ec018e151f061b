import { mkdir, mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { inBrowser } from "../reading/browser.ts"
import { assertScreen, type PageAnswer } from "./consolePage.ts"
import { type ConsoleWorld, chooseAction, confirm, heading, openWorld, press } from "./consolePeople.ts"

inBrowser("the content of a space in the console", () => {
  let world: ConsoleWorld

  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it("uploads files, and says where they are used", async () => {
    const { ann, createSpace, goTo } = world
    const { page } = ann
    const space = await createSpace("Files")
    await goTo(page, `/s/${space}/files`)
    await page.getByText("No files yet").waitFor()
    await page.locator("input[type=file]").setInputFiles([
      { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("Sail at noon.") },
      { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("Rope.") }
    ])
    await page.getByText("2 files were uploaded.").waitFor()
    await assertScreen(page, "files")
    const [plan] = (await ann.call("GET", `/spaces/${space}/content/files`)).items ?? []
    assert.deepInclude(plan, { name: "plan.txt", size: 13 })
    await chooseAction(page, "Actions for plan.txt", "Where it is used…")
    await page.getByText("No page shows or links to it.").waitFor()
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("creates, edits, renames and deletes reusable content", async () => {
    const { ann, createSpace, goTo } = world
    const { page } = ann
    const space = await createSpace("Reuse")
    await goTo(page, `/s/${space}/reusable`)
    await press(page, "New reusable content")
    await page.getByLabel("Title", { exact: true }).fill("Support hours")
    await confirm(page, "Create")
    await heading(page, "Support hours").waitFor()
    await press(page, "Edit")
    await page.getByRole("textbox", { name: "Text of Support hours" }).click()
    await page.keyboard.type("Every day.")
    await assertScreen(page, "reusable content")
    await press(page, "Save")
    await page.getByText('"Support hours" was saved.').waitFor()
    await page.reload()
    await page.getByText("Every day.").waitFor()
    await chooseAction(page, "More actions", "Rename…")
    await page.getByLabel("Title", { exact: true }).fill("Opening hours")
    await confirm(page, "Save")
    await heading(page, "Opening hours").waitFor()
    await goTo(page, `/s/${space}/reusable`)
    await page.getByRole("link", { name: "Opening hours" }).waitFor()
    await assertScreen(page, "reusable contents")
    await page.getByRole("link", { name: "Opening hours" }).click()
    await chooseAction(page, "More actions", "Delete…")
    await confirm(page, "Delete")
    await page.getByText("No reusable content yet").waitFor()
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("lists broken links, each with a link to its page", async () => {
    const { ann, createSpace, goTo } = world
    const { page } = ann
    const markdown = "See [the end](#nowhere) and [elsewhere](https://example.org/)."
    const space = await createSpace("Links", {
      changes: [{ operation: "insert_page", title: "Map", document: { markdown } }]
    })
    await goTo(page, `/s/${space}/links`)
    await page.getByText("2 links, 1 broken").waitFor()
    await assertScreen(page, "links")
    await page.getByRole("main").getByRole("link", { name: "Map", exact: true }).last().click()
    await heading(page, "Map").waitFor()
    await goTo(page, `/s/${space}/links`)
    await page.getByRole("radio", { name: "Working" }).press("Space")
    await page.getByRole("link", { name: "https://example.org/" }).waitFor()
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("asks before it edits a locked page, and continues an open change request (rule console-confirmation)", async () => {
    const { ann, createSpace, goTo } = world
    const { page } = ann
    const space = await createSpace("Locked", { editMode: "locked" })
    const requests = async () => (await ann.call("GET", `/spaces/${space}/change-requests`)).items?.length
    await goTo(page, `/s/${space}`)
    await press(page, "Edit in a change request")
    await page.getByLabel("Subject").waitFor()
    await assertScreen(page, "edit a locked page")
    await confirm(page, "Cancel")
    const drafts = `/spaces/${space}/change-requests?status=draft`
    assert.deepStrictEqual([await requests(), (await ann.call("GET", drafts)).items], [0, []])
    await press(page, "Edit in a change request")
    await confirm(page, "Edit")
    await page.waitForURL(/\/cr\/1\/p\//)
    await page.getByRole("status").getByText("Saved").waitFor()
    await goTo(page, `/s/${space}`)
    await press(page, "Edit in a change request")
    await page.getByRole("radio", { name: /^Install/ }).waitFor()
    await assertScreen(page, "continue a change request")
    await confirm(page, "Edit")
    await page.waitForURL(/\/cr\/1\/p\//)
    assert.strictEqual((await ann.call("GET", drafts)).items?.length, 1)
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("says why an import failed, and keeps what was entered", async () => {
    const { ann, goTo, organization } = world
    const { page } = ann
    await goTo(page, `/o/${organization}/import`)
    await page.getByLabel("From").selectOption({ label: "Address of a zip archive" })
    await page.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:1/docs.zip")
    await press(page, "Import")
    await page
      .getByRole("alert")
      .getByText(/^Nothing was imported/)
      .waitFor()
    await assertScreen(page, "import")
    assert.strictEqual(await page.getByLabel("Address", { exact: true }).inputValue(), "http://127.0.0.1:1/docs.zip")
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("imports a folder of the computer, and reports what was not understood", async () => {
    const { ann, goTo, organization } = world
    const { page } = ann
    const folder = await mkdtemp(join(tmpdir(), "handbook-"))
    await mkdir(join(folder, "guide"))
    await writeFile(join(folder, "README.md"), "# Welcome\n\nRead [the guide](guide/start.md) and [this](gone.md).\n")
    await writeFile(join(folder, "guide", "start.md"), "# Start\n\nHere.\n")
    await goTo(page, `/o/${organization}/import`)
    await page.getByLabel("From").selectOption({ label: "Folder" })
    await page.getByLabel("Folder", { exact: true }).setInputFiles(folder)
    await press(page, "Import")
    await page.getByRole("heading", { name: "Import finished" }).waitFor()
    await page.getByText("1 link leads to nothing in the source.").waitFor()
    await assertScreen(page, "report of an import")
    await page.getByRole("link", { name: "Open pages" }).click()
    await page.getByRole("treeitem", { name: "Guide" }).waitFor()
    await heading(page, "Welcome").waitFor()
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("imports files into a change request of a locked space", async () => {
    const { ann, createSpace, goTo } = world
    const { page } = ann
    const space = await createSpace("Locked import", { editMode: "locked" })
    await goTo(page, `/s/${space}/import`)
    await page.locator("input[type=file]").setInputFiles([
      { name: "one.md", mimeType: "text/markdown", buffer: Buffer.from("# One\n\n[Two](two.md)\n") },
      { name: "two.md", mimeType: "text/markdown", buffer: Buffer.from("# Two\n") }
    ])
    await press(page, "Import")
    await page.getByRole("link", { name: "Open change request" }).click()
    await page.waitForURL(/\/cr\/1/)
    const pages = await ann.call("GET", `/spaces/${space}/change-requests/1/content/pages`)
    assert.deepStrictEqual(
      pages.pages.map(({ title }: { readonly title: string }) => title),
      ["Install", "One", "Two"]
    )
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("downloads the pages of a space as an archive", async () => {
    const { ann, createSpace, goTo } = world
    const { page } = ann
    const space = await createSpace("Archive")
    await goTo(page, `/s/${space}`)
    const started = page.waitForEvent("download")
    await chooseAction(page, "More actions for this space", "Download as Markdown")
    const chunks: Array<Buffer> = []
    for await (const chunk of await (await started).createReadStream()) chunks.push(Buffer.from(chunk))
    assert.strictEqual(Buffer.concat(chunks).toString("latin1", 0, 2), "PK")
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("moves pages by dragging them with the mouse", async () => {
    const { ann, createSpace, goTo } = world
    const { page } = ann
    const changes = ["One", "Two", "Three"].map((title) => ({ operation: "insert_page", title }))
    const space = await createSpace("Dragging", { changes })
    await goTo(page, `/s/${space}`)
    const titles = async (): Promise<unknown> => {
      const shape = ({ pages = [], title }: PageAnswer): unknown =>
        pages.length === 0 ? title : [title, pages.map(shape)]
      return (await ann.call("GET", `/spaces/${space}/content/pages`)).pages.map(shape)
    }
    /** Drags a page to a height of another one: 0 is above it, 0.5 is into it, and 1 is below it. */
    const drag = async (title: string, target: string, height: number) => {
      const boxOf = async (name: string) => {
        const box = await page.getByRole("treeitem", { name, exact: true }).boundingBox()
        assert.isNotNull(box)
        return box ?? { x: 0, y: 0, width: 0, height: 0 }
      }
      const [from, to] = [await boxOf(title), await boxOf(target)]
      await page.mouse.move(from.x + 60, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(to.x + 60, to.y + to.height * height, { steps: 6 })
      await page.mouse.up()
    }
    const dragAndSave = async (title: string, target: string, height: number) => {
      const saved = page.waitForResponse((response) => response.request().method() === "POST")
      await drag(title, target, height)
      assert.strictEqual((await saved).status(), 200)
    }
    await page.getByRole("treeitem", { name: "Three" }).waitFor()
    await dragAndSave("Three", "One", 0.1)
    assert.deepStrictEqual(await titles(), ["Three", "One", "Two"])
    await dragAndSave("Three", "Two", 0.5)
    assert.deepStrictEqual(await titles(), ["One", ["Two", ["Three"]]])
    await page.getByRole("treeitem", { name: "Three", level: 2 }).waitFor()
    await dragAndSave("Three", "Two", 0.1)
    assert.deepStrictEqual(await titles(), ["One", "Three", "Two"])
    assert.strictEqual(await outlineOf(page), 0)
    assert.deepStrictEqual(ann.complaints, [])
  })
})

/** How many rows are marked as the place to drop on. */
const outlineOf = (page: Page): Promise<number> => page.locator(".drop-before, .drop-inside, .drop-after").count()
