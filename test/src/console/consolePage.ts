import type { Browser, Page } from "playwright-core"
import { assert } from "vitest"
import { findingsOf } from "../reading/axe.ts"
import { browser, open } from "../reading/browser.ts"
import type { ConsoleServer } from "./consoleServer.ts"

/** A person who is signed in with a separate browser session. */
export interface Visitor {
  readonly page: Page
  /** What the browser reported, except responses of the API that are errors. */
  readonly complaints: ReadonlyArray<string>
  /** Calls the API with the session of the browser. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>
  readonly close: () => Promise<void>
}

/** The fields of responses that tests read. */
export interface Answer {
  readonly id: string
  readonly number: number
  readonly revision: string
  readonly urls: { readonly app: string }
  readonly pages: ReadonlyArray<PageAnswer>
  readonly items?: ReadonlyArray<unknown>
}

export interface PageAnswer {
  readonly id: string
  readonly title: string
  readonly urls: { readonly app: string }
  readonly pages?: ReadonlyArray<PageAnswer>
}

const isOfApi = (complaint: string): boolean => complaint.startsWith("Failed to load resource")

/** Opens a path of the application without a session, and signs in with the email that the server sends. */
export const signIn = async (
  { linkFor, url }: ConsoleServer,
  email: string,
  path = "/app/",
  of: Browser | undefined = undefined
): Promise<Visitor> => {
  const { close, complaints, page } = await open(of ?? (await browser()), `${url}${path}`)
  await page.waitForURL(/\/sign-in\?return=/)
  await page.getByLabel("email").fill(email)
  await page.getByRole("button", { name: "Email me a sign-in link" }).click()
  await page.goto(await linkFor(email))
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL(/\/app\//)
  const call = (method: string, at: string, body?: unknown): Promise<Answer> =>
    page.evaluate(
      async ([method, address, text]) => {
        const headers = { "content-type": "application/json" }
        const response = await fetch(address, { method, headers, ...(text === undefined ? {} : { body: text }) })
        const answer = await response.text()
        if (!response.ok) throw new Error(answer)
        return answer === "" ? {} : JSON.parse(answer)
      },
      [method, `${url}/v1${at}`, body === undefined ? undefined : JSON.stringify(body)] as const
    )
  return {
    page,
    call,
    close,
    get complaints() {
      return complaints.filter((complaint) => !isOfApi(complaint))
    }
  }
}

const looks = [
  ["light", 1280, "ltr"],
  ["dark", 1280, "ltr"],
  ["light", 390, "ltr"],
  ["dark", 390, "rtl"],
  ["light", 1280, "rtl"]
] as const

/** Shows a screen in each theme, width and direction; fails if axe finds a fault, or if it is wider than the window. */
export const assertScreen = async (page: Page, name: string): Promise<void> => {
  for (const [colorScheme, width, direction] of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate((dir) => void Object.assign(document.documentElement, { dir }), direction)
    const at = `${name} ${colorScheme} ${width} ${direction}`
    assert.deepStrictEqual(await findingsOf(page), [], at)
    assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, at)
  }
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(() => void Object.assign(document.documentElement, { dir: "ltr" }))
}
