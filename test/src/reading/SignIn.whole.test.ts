import { MemoryMailer } from "@quire/adapters"
import { EmailInvites, MailDelivery } from "@quire/core"
import { Effect, type Layer } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, expect, it } from "vitest"
import { ask } from "../published/reader.ts"
import * as Stage from "../published/stage.ts"
import { asSystem, memory } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { assertAccessible, inBrowser, type Look, launch, sizeOf } from "./browser.ts"

const looks: ReadonlyArray<Look> = [
  ["light", 1280, "ltr"],
  ["dark", 390, "ltr"]
]

inBrowser("a person who signs in by email", () => {
  let api: Server.Opened<Layer.Success<typeof memory>>
  let stage: Stage.Stage
  let site: Stage.Served
  let browser: Browser

  beforeAll(async () => {
    api = await Server.open(memory)
    const url = await api.listen()
    stage = { api, url, ask: (path, asked) => ask(url, path, asked), close: api.close }
    site = await Stage.site(stage)
    browser = await launch(`--host-resolver-rules=MAP quire.test ${new URL(stage.url).host}`)
  })
  afterAll(async () => {
    await browser.close()
    await stage.close()
  })

  /** The link of the last email to an address, once what waits is delivered. */
  const linkTo = async (address: string) => {
    const emails = await api.run(
      Effect.gen(function* () {
        yield* asSystem(Effect.flatMap(MailDelivery.MailDelivery, ({ deliver }) => deliver()))
        return yield* Effect.flatMap(MemoryMailer.MemoryMailer, ({ emails }) => emails)
      })
    )
    const text = emails.findLast(({ to }) => to === address)?.text ?? ""
    return /^http:\S+code=\S+$/m.exec(text)?.[0] ?? ""
  }

  const signInWith = async (page: Page, link: string) => {
    await page.goto(link)
    await page.getByRole("button", { name: "Sign in" }).click()
  }

  it.each(looks)(
    "accepts an invitation, signs out, and signs in again by a requested link: %s, %i pixels",
    async (...look) => {
      const context = await browser.newContext({ ...sizeOf(look), colorScheme: look[0] })
      const page = await context.newPage()
      const address = `ann-${look[0]}@${new URL(site.published).hostname}`
      await Stage.asAdmin(
        stage,
        site
      )(
        Effect.flatMap(EmailInvites.EmailInvites, ({ send }) =>
          send(site.organization, { emails: [address], role: "read" })
        )
      )
      await signInWith(page, await linkTo(address))
      await page.getByText(`You are signed in as ann-${look[0]}.`).waitFor()
      await assertAccessible(page, look)
      await page.getByRole("link", { name: "Site" }).click()
      assert.strictEqual(page.url(), site.published)
      await page.goto("http://quire.test/sign-in")
      await page.getByRole("button", { name: "Sign out" }).click()

      await page.goto("http://quire.test/sign-in?return=/docs")
      await page.getByLabel("Enter your email address").fill(address)
      await assertAccessible(page, look)
      await page.getByRole("button", { name: "Email me a sign-in link" }).click()
      await page.getByText(`If there is an account for ${address}, a link to sign in is on its way.`).waitFor()
      await assertAccessible(page, look)
      const link = await linkTo(address)
      await signInWith(page, link)
      await page.waitForURL("http://quire.test/docs")
      await signInWith(page, link)
      await page.getByText("This sign-in link has expired or was already used. Request a new one.").waitFor()
      await assertAccessible(page, look)
      expect(await page.getByLabel("Enter your email address").isVisible()).toBe(true)
      await context.close()
    }
  )
})
