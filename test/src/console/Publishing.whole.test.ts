import { afterAll, assert, beforeAll, it } from "vitest"
import { browser, inBrowser, open } from "../reading/browser.ts"
import { assertScreen } from "./consolePage.ts"
import { type ConsoleWorld, chooseAction, confirm, heading, openWorld, press } from "./consolePeople.ts"

inBrowser("publishing in the console", () => {
  let world: ConsoleWorld

  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  /** What a reader without an account sees at an address. */
  const read = async (address: string): Promise<string> => {
    const { close, page } = await open(await browser(), address)
    const text = await page.innerText("body")
    await close()
    return text
  }

  it("publishes a page that was just written, without the API", async () => {
    const { ann, goTo } = world
    const { page } = ann
    await goTo(page, "/")
    await press(page, "New space")
    await page.getByLabel("Title", { exact: true }).fill("Handbook")
    await page.keyboard.press("Enter")
    await heading(page, "Introduction").waitFor()
    await page.getByRole("textbox", { name: "Text of Introduction" }).click()
    await page.keyboard.type("Welcome aboard.")
    await page.getByRole("status").getByText("Saved").waitFor()
    await press(page, "Publish")
    await page.getByLabel("Title of the site").waitFor()
    await assertScreen(page, "publish a space")
    await confirm(page, "Publish")
    await heading(page, "Handbook").waitFor()
    await page.getByText("Published", { exact: true }).waitFor()
    await assertScreen(page, "site")
    const address = await page
      .getByRole("link", { name: /^Open site/ })
      .last()
      .getAttribute("href")
    assert.include(await read(address ?? ""), "Welcome aboard.")
    await chooseAction(page, "More actions for this site", "Unpublish…")
    await confirm(page, "Unpublish")
    await page.getByText("Not published", { exact: true }).waitFor()
    assert.notInclude(await read(address ?? ""), "Welcome aboard.")
    const preview = await page.getByRole("link", { name: /^Preview/ }).getAttribute("href")
    assert.include(await read(preview ?? ""), "Welcome aboard.")
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("creates a site, adds and removes spaces, and says what becomes visible before it is published (rule console-confirmation)", async () => {
    const { ann, createSpace, goTo, organization } = world
    const { page } = ann
    await createSpace("Manual")
    await createSpace("Recipes")
    await goTo(page, `/o/${organization}/sites`)
    await press(page, "New site")
    await page.getByLabel("Title", { exact: true }).fill("Docs")
    await page.getByLabel("Space", { exact: true }).selectOption({ label: "Manual" })
    await assertScreen(page, "new site")
    await confirm(page, "Create")
    await heading(page, "Docs").waitFor()
    await press(page, "Add space")
    await page.getByRole("dialog").getByLabel("Space", { exact: true }).selectOption({ label: "Recipes" })
    await confirm(page, "Add")
    await page.getByRole("main").getByRole("link", { name: "Recipes" }).waitFor()
    await chooseAction(page, "Actions for Recipes", "Open first")
    await page.getByText('The address of the site now opens "Recipes".').waitFor()
    await chooseAction(page, "Actions for Manual", "Remove from site…")
    await confirm(page, "Remove")
    await page.getByText('"Manual" was removed from the site.').waitFor()
    await press(page, "Publish")
    const dialog = page.getByRole("dialog")
    await dialog.getByText("Anyone can read the site").waitFor()
    await dialog.getByRole("listitem").first().waitFor()
    assert.deepStrictEqual(await dialog.getByRole("listitem").allInnerTexts(), ["Recipes"])
    await assertScreen(page, "publish a site")
    await confirm(page, "Publish")
    await page.getByText("Published", { exact: true }).waitFor()
    await goTo(page, `/o/${organization}/sites`)
    await page.getByRole("link", { name: "Docs", exact: true }).waitFor()
    await assertScreen(page, "sites")
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("gives readers of a private site a share link, and takes it back", async () => {
    const { ann, createSpace, goTo, organization } = world
    const { page } = ann
    const space = await createSpace("Secret plans")
    const body = { title: "Customers", visibility: "share-link", spaces: [space] }
    const site = await ann.call("POST", `/orgs/${organization}/sites`, body)
    await ann.call("POST", `/orgs/${organization}/sites/${site.id}/publish`)
    await goTo(page, `/o/${organization}/sites/${site.id}`)
    await press(page, "New share link")
    await page.getByLabel("Name", { exact: true }).fill("Globex")
    await confirm(page, "Create")
    await page.getByRole("button", { name: "Copy the share link Globex" }).waitFor()
    await assertScreen(page, "share links")
    const links = await ann.call("GET", `/orgs/${organization}/sites/${site.id}/share-links`)
    const [address = ""] = /http[^"]+~share[^"]+/.exec(JSON.stringify(links)) ?? []
    assert.include(await read(address), "Run the installer.")
    await page.getByRole("button", { name: "Revoke the share link Globex" }).click()
    await confirm(page, "Revoke")
    await page.getByText("Without a share link, only members").waitFor()
    assert.notInclude(await read(address), "Run the installer.")
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("previews the site with the changes of a change request", async () => {
    const { ann, createSpace, goTo, organization } = world
    const { page } = ann
    const space = await createSpace("Guide")
    await ann.call("POST", `/orgs/${organization}/sites`, { title: "Guides", spaces: [space] })
    await ann.call("POST", `/spaces/${space}/change-requests`, { subject: "More" })
    const changes = [{ operation: "insert_page", title: "Upcoming", document: { markdown: "Soon." } }]
    await ann.call("POST", `/spaces/${space}/change-requests/1/content`, { changes })
    await goTo(page, `/s/${space}/cr/1`)
    const link = page.getByRole("link", { name: /^Preview on Guides/ })
    assert.include(await read((await link.getAttribute("href")) ?? ""), "Upcoming")
    assert.deepStrictEqual(ann.complaints, [])
  })
})
