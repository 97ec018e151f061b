import { mkdirSync, statSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { at } from "../workspace.mjs"

const folder = "docs/images"

/** Bytes of a picture at most. */
const most = 300_000

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 780 }

const openSearch = async (page) => {
  await page.keyboard.press("/")
  await page.keyboard.type("redirects")
  await page.getByRole("option").first().waitFor()
}

const pictures = [
  { name: "landing", path: "", viewport: desktop },
  { name: "page", path: "start", viewport: desktop },
  { name: "page-dark", path: "write/pages", viewport: desktop, theme: "dark" },
  { name: "search", path: "start", viewport: desktop, act: openSearch },
  { name: "phone", path: "start", viewport: phone },
  { name: "reference", address: "docs", viewport: { width: 1280, height: 640 } }
]

const launch = async () => {
  const require = createRequire(at("test/package.json"))
  const { default: chromium } = await import(require.resolve("@sparticuz/chromium"))
  const { chromium: playwright } = require("playwright-core")
  const shared = new Set(["--single-process", "--no-zygote"])
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args.filter((argument) => !shared.has(argument)),
    headless: true
  })
}

const take = async (browser, { base, start }, { act, address, name, path, theme, viewport }) => {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" })
  try {
    const page = await context.newPage()
    await page.goto(address === undefined ? `${start}${path}` : `${base}/${address}`, { waitUntil: "networkidle" })
    if (theme !== undefined) await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
    await act?.(page)
    const file = at(folder, `${name}.png`)
    writeFileSync(file, await page.screenshot())
    return { name, bytes: statSync(file).size }
  } finally {
    await context.close()
  }
}

/** Takes the pictures of the README of a guide that is served; returns whether all are small enough. */
export const takePictures = async (served, tell) => {
  mkdirSync(at(folder), { recursive: true })
  const browser = await launch()
  try {
    let ok = true
    for (const picture of pictures) {
      const { bytes, name } = await take(browser, served, picture)
      tell(`  ${folder}/${name}.png ${Math.round(bytes / 1000)} kB${bytes > most ? ": too large" : ""}`)
      ok &&= bytes <= most
    }
    return ok
  } finally {
    await browser.close()
  }
}
