import { HostileTexts } from "@quire/testing"
import type { Browser } from "playwright-core"

const elements =
  "html head meta title link script body a aside p header div form button svg path circle rect span kbd nav ul li details summary small main article ol h1 h2 h3 h4 img footer time input dialog section figure figcaption pre code table colgroup col thead tbody tr th td em strong s sub sup hr br blockquote bdi mark b label"

const mathElements =
  "math semantics annotation mrow mi mo mn ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose mmultiscripts mprescripts none merror"

/** Attributes that make something of a text, and elements that no page has; with all that the page says of itself. */
const look = `(() => {
  const known = new Set(${JSON.stringify(`${elements} ${mathElements}`.split(" "))})
  const told = []
  const ids = new Set()
  for (const element of document.querySelectorAll("*")) {
    const name = element.localName
    if (!known.has(name)) told.push("element " + name)
    if (name === "script" && (element.parentElement !== document.head || element.src === "" && element !== document.head.querySelector("script"))) told.push("script " + element.text)
    for (const { name: key, value } of element.attributes) {
      if (key.startsWith("on") || /^(style|srcdoc|formaction|http-equiv|ping|srcset|background|poster|is|slot)$/.test(key)) told.push(name + " " + key)
      if (!/^[\\w:-]+$/.test(key)) told.push(name + " " + key)
      if (/^(href|src|action|xlink:href)$/.test(key) && URL.canParse(value, location.href) && !/^(https?|mailto|tel):$/.test(new URL(value, location.href).protocol)) told.push(key + " " + value)
      if (key === "id" && ids.size === ids.add(value).size) told.push("id " + value + " twice")
    }
  }
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT)
  if (comments.nextNode() !== null) told.push("comment " + comments.currentNode.data)
  return JSON.stringify({
    told: [...new Set(told)],
    ran: globalThis.${HostileTexts.mark} ?? null,
    titles: [...document.querySelectorAll("h1")].map((title) => title.textContent),
    display: getComputedStyle(document.body).display,
    reports: globalThis.quireReports
  })
})()`

/** Reports of the policy, from before anything of a page is read. */
const listen = `globalThis.quireReports = []
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => globalThis.quireReports.push(effectiveDirective + " " + blockedURI))`

/** Pictures of other sites without encryption are refused, those with are not to be had here; pages are looked for in vain. */
const isExpected = (complaint: string) => /^(?:Failed to load resource|Refused to load the image)/.test(complaint)
const isExpectedReport = (report: string) => report.startsWith("img-src http:")

export interface Seen {
  readonly told: ReadonlyArray<string>
  readonly ran: unknown
  readonly titles: ReadonlyArray<string>
  readonly display: string
  readonly reports: ReadonlyArray<string>
}

/** A window that notices whatever a page does besides being read. */
export const watched = async (browser: Browser) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript(listen)
  const page = await context.newPage()
  const strange: Array<string> = []
  page.on("console", (message) => {
    if (!isExpected(message.text())) strange.push(message.text())
  })
  page.on("pageerror", (error) => strange.push(error.message))
  page.on("popup", () => strange.push("a window was opened"))
  page.on("dialog", async (dialog) => {
    strange.push(`a dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on("request", (request) => {
    const isOwn = new URL(request.url()).origin === new URL(page.url()).origin || request.isNavigationRequest()
    if (!isOwn && request.resourceType() !== "image") strange.push(`a request: ${request.url()}`)
    if (request.isNavigationRequest() && request.frame() !== page.mainFrame()) strange.push(`a frame: ${request.url()}`)
  })

  /** What is seen now; `strange` is emptied. */
  const see = async (): Promise<Seen & { readonly strange: ReadonlyArray<string> }> => {
    const seen: Seen = JSON.parse(String(await page.evaluate(look)))
    const reports = seen.reports.filter((report) => !isExpectedReport(report))
    return { ...seen, reports, strange: strange.splice(0) }
  }

  const visit = async (url: string) => {
    await page.goto(url)
    return see()
  }

  return { page, visit, see, close: () => context.close() }
}

export type Watched = Awaited<ReturnType<typeof watched>>
