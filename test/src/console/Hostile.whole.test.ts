import { HostileTexts, Rounds } from "@quire/testing"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { inBrowser } from "../reading/browser.ts"
import { crowdedPages } from "../reading/hostile.ts"
import { isDeep } from "../support/depth.ts"
import { seed } from "../support/seed.ts"
import { signIn, type Visitor } from "./consolePage.ts"
import { type ConsoleServer, openConsole } from "./consoleServer.ts"

const step = 20

/** Every so many texts, from one that follows from the seed; all in deep runs. */
const texts = isDeep ? HostileTexts.all : HostileTexts.all.filter((_, at) => (at + seed) % step === 0)

/** Reports of the policy, from before anything of a page is read. */
const listen = `globalThis.quireReports = []
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => globalThis.quireReports.push(effectiveDirective + " " + blockedURI))`

/** What runs, loads or styles something, and what leads to a script. */
const findDangers = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate((mark) => {
    const dangers: Array<string> = Reflect.get(globalThis, "quireReports").filter(
      (report: string) => !report.startsWith("img-src http:")
    )
    if (Reflect.has(globalThis, mark)) dangers.push("a script of the text ran")
    for (const element of document.body.querySelectorAll("*")) {
      const name = element.localName
      if (/^(?:iframe|frame|object|embed|base|style|link|meta|script)$/.test(name)) dangers.push(name)
      if (name === "form" && element.closest("main") !== null) dangers.push(name)
      for (const { name: key, value } of element.attributes) {
        if (/^(?:on|srcdoc$|formaction$|ping$)/.test(key)) dangers.push(`${name} ${key}`)
        if (!/^(?:href|src|action|xlink:href|poster)$/.test(key) || !URL.canParse(value, location.href)) continue
        if (!/^(?:https?|mailto|tel|blob):$/.test(new URL(value, location.href).protocol))
          dangers.push(`${key} ${value}`)
      }
    }
    return dangers
  }, HostileTexts.mark)

inBrowser("the console of texts that contain code", () => {
  let server: ConsoleServer
  let ann: Visitor
  let space = ""
  const strange: Array<string> = []

  beforeAll(async () => {
    server = await openConsole()
    const email = "ann@example.com"
    const { id } = await server.quire.system.users.ensure({ email, displayName: "ann", emailVerified: true })
    const organization = (await server.quire.as(id).organizations.create({ title: "Acme" })).id
    ann = await signIn(server, email, "/app/")
    space = (await ann.call("POST", `/orgs/${organization}/spaces`, { title: "Texts", editMode: "live" })).id
    const { page } = ann
    await page.addInitScript(listen)
    page.on("popup", () => strange.push("a window was opened"))
    page.on("pageerror", ({ message }) => strange.push(message))
    page.on("dialog", async (dialog) => {
      strange.push(`a dialog: ${dialog.message()}`)
      await dialog.dismiss()
    })
    page.on("request", (request) => {
      const isOwn = request.url().startsWith(server.url) || request.url().startsWith("blob:")
      if (!isOwn && request.resourceType() !== "image") strange.push(`a request: ${request.url()}`)
    })
  })
  afterAll(async () => {
    await ann.close()
    await server.close()
  })

  it(
    "runs nothing where a page is read, edited and compared (rule console-hostile)",
    async () => {
      const { page } = ann
      const check = async (view: string) => {
        const dangers = [...(await findDangers(page)), ...strange.splice(0)]
        assert.deepStrictEqual(dangers, [], view)
      }
      for (const [title, changes] of crowdedPages(texts)) {
        const before = (await ann.call("GET", `/spaces/${space}`)).revision
        await ann.call("POST", `/spaces/${space}/content`, { changes })
        const { revision } = await ann.call("GET", `/spaces/${space}`)
        assert.notStrictEqual(revision, before)
        const { pages } = await ann.call("GET", `/spaces/${space}/content/pages`)
        const id = pages.find((each) => each.title === title)?.id
        await page.goto(`${server.url}/app/s/${space}/p/${id}`)
        await page.getByRole("region", { name: `Text of ${title}` }).waitFor()
        await check(`${title}, read`)
        await page.getByRole("button", { name: "Edit", exact: true }).click()
        await page.getByRole("status").getByText("Saved").waitFor()
        await check(`${title}, edited`)
        await page.goto(`${server.url}/app/s/${space}/r/${revision}`)
        await page.getByText(title).first().waitFor()
        await check(`${title}, compared`)
      }
    },
    Rounds.patience
  )

  it.each([
    ["embed", "title", "x"],
    ["iframe", "title", "x"],
    ["a", "href", "javascript:x"]
  ] as const)("fails the check with an element %s whose %s is %s", async (name, key, value) => {
    const { page } = ann
    await page.goto(`${server.url}/app/s/${space}`)
    await page.evaluate(
      ([tag, attribute, text]) => {
        const element = document.createElement(tag)
        element.setAttribute(attribute, text)
        document.body.append(element)
      },
      [name, key, value] as const
    )
    assert.isNotEmpty(await findDangers(page))
  })
})
