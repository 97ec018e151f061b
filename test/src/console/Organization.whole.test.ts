import { afterAll, assert, beforeAll, it } from "vitest"
import { inBrowser } from "../reading/browser.ts"
import { assertScreen } from "./consolePage.ts"
import { type ConsoleWorld, confirm, heading, openWorld, press } from "./consolePeople.ts"

inBrowser("an organization in the console", () => {
  let world: ConsoleWorld

  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it("lists the pages that were edited last", async () => {
    const { ann, createSpace, goTo } = world
    const { page } = ann
    const changes = ["First", "Second"].map((title) => ({ operation: "insert_page", title }))
    const space = await createSpace("Recent", { changes })
    const [first] = (await ann.call("GET", `/spaces/${space}/content/pages`)).pages
    await ann.call("POST", `/spaces/${space}/content`, {
      changes: [{ operation: "update_page", page: first?.id, title: "Changed" }]
    })
    await goTo(page, "/")
    const recent = page.getByRole("region", { name: "Recently edited" })
    await recent.getByRole("link", { name: "Changed" }).waitFor()
    assert.deepStrictEqual(await recent.getByRole("link").allInnerTexts(), ["Changed", "Second"])
    await assertScreen(page, "home")
    await recent.getByRole("link", { name: "Changed" }).click()
    await heading(page, "Changed").waitFor()
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("invites people by email", async () => {
    const { ann, goTo, organization } = world
    const { page } = ann
    await goTo(page, "/")
    await press(page, "Invite people")
    await page.getByLabel("Email addresses").fill("bob@example.com, cat@example.com")
    await page.getByLabel("Role").selectOption({ label: "Reviewer" })
    await assertScreen(page, "invite people")
    await confirm(page, "Invite")
    await page.getByText("2 people were invited.").waitFor()
    const { items = [] } = await ann.call("GET", `/orgs/${organization}/members?role=review`)
    assert.lengthOf(items, 2)
    assert.deepStrictEqual(ann.complaints, [])
  })

  it("admits a person who opens an invite link and joins, and says where a link is not valid", async () => {
    const { ann, goTo, organization, stranger } = world
    const { id } = await ann.call("POST", `/orgs/${organization}/link-invites`, { role: "read" })
    const eve = await stranger("eve")
    await goTo(eve.page, `/o/${organization}/invites/none`)
    await press(eve.page, "Join organization")
    await heading(eve.page, "This invitation isn't available").waitFor()
    await goTo(eve.page, `/o/${organization}/invites/${id}`)
    await eve.page.getByText("You're invited").last().waitFor()
    await assertScreen(eve.page, "invitation")
    await press(eve.page, "Join organization")
    await heading(eve.page, "Spaces").waitFor()
    assert.deepStrictEqual([...ann.complaints, ...eve.complaints], [])
    await eve.close()
  })
})
