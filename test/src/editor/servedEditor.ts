import { createServer } from "node:http"
import { Document } from "@quire/core"
import { Schema } from "effect"
import type { BrowserContextOptions, Page } from "playwright-core"
import { afterAll, assert } from "vitest"
import { browser } from "../reading/browser.ts"
import { bundledEditor, editorStyle } from "./bundledEditor.ts"

/** What a host gives the editor: pages and people to search, and uploads that the test ends. */
const hostScript = `
const pages = [
  { ref: { kind: "page", page: "install" }, title: "Install", detail: "Guide" },
  { ref: { kind: "page", page: "review" }, title: "Review changes", detail: "Guide" },
  { ref: { kind: "anchor", page: "review", anchor: "merge" }, title: "Merge", detail: "Review changes" }
]
const people = [
  { ref: { kind: "user", user: "ada" }, title: "Ada Lovelace" },
  { ref: { kind: "user", user: "alan" }, title: "Alan Turing" }
]
const search = (all) => async (query) => all.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()))
const titles = new Map([...pages, ...people].map(({ ref, title }) => [JSON.stringify(ref), title]))
const uploads = []
const comments = []
let changes = 0
let editor
const start = (document, options = {}) => {
  editor = quire.createEditor(window.document.querySelector("main"), {
    document,
    label: "Page",
    onChange: () => changes++,
    onComment: (target) => comments.push(target),
    searchLinks: search(pages),
    searchMentions: search(people),
    resolve: async (ref) =>
      ref.kind === "file"
        ? { title: "plan.pdf", url: "/picture.svg" }
        : { title: titles.get(JSON.stringify(ref)), url: "/" },
    uploadFile: (file, onProgress) =>
      new Promise((resolve, reject) => {
        uploads.push({ name: file.name, size: file.size, onProgress, finish: (id) => resolve({ file: id }), fail: () => reject(new Error("offline")) })
      }),
    ...options
  })
}
`

const pageStyle = `
[data-theme="dark"] { color-scheme: dark; }
body { margin: 0; background: light-dark(#ffffff, #111213); color: light-dark(#1e1f22, #e9ebef); font-family: system-ui, sans-serif; }
main { max-inline-size: 54rem; margin-inline: auto; padding-block: 1rem; }
h1 { margin: 0.5rem 3.75rem 0; font-size: 2rem; }
@media (max-width: 40rem) { h1 { margin-inline: 2.125rem; } }
`

const pageHtml = `<!doctype html><html lang="en" data-theme="light"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Editor</title><link rel="stylesheet" href="page.css"><link rel="stylesheet" href="style.css"><body><main><h1>Page</h1></main><script src="editor.js"></script><script src="host.js"></script>`

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="200"><rect width="480" height="200" fill="#8ab"/></svg>'

/** The policy that pages with the editor can be sent with: no inline code or styles, and one policy for trusted types. */
const policyOf = (base: string): string =>
  `default-src 'none'; script-src ${base}editor.js ${base}host.js; style-src ${base}style.css ${base}page.css; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types quire-editor`

/** A server with one page, whose script starts the editor when the test calls `start`. */
export const serveEditor = async () => {
  const files = new Map([
    ["/", ["text/html;charset=utf-8", pageHtml]],
    ["/editor.js", ["text/javascript;charset=utf-8", `${await bundledEditor()}`]],
    ["/host.js", ["text/javascript;charset=utf-8", hostScript]],
    ["/style.css", ["text/css", await editorStyle()]],
    ["/page.css", ["text/css", pageStyle]],
    ["/picture.svg", ["image/svg+xml", picture]]
  ])
  const server = createServer((request, response) => {
    const [type, text] = files.get(new URL(request.url ?? "/", "http://localhost").pathname) ?? []
    response
      .writeHead(text === undefined ? 404 : 200, {
        "content-type": type ?? "text/plain",
        "content-security-policy": policyOf(`http://${request.headers.host}/`)
      })
      .end(text)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`
  const close = () =>
    new Promise((done) => {
      server.close(done)
      server.closeAllConnections()
    })
  return { base, close }
}

/** A page with an editor. */
export interface EditorPage {
  readonly page: Page
  /** What the browser complained of, such as violations of the policy. */
  readonly complaints: ReadonlyArray<string>
  readonly documentOf: () => Promise<Document.Document>
  /** Puts the cursor before the text of the first block with a text, as a click and the Home key do. */
  readonly goTo: (text: string) => Promise<void>
  readonly close: () => Promise<void>
}

type EditorLook = BrowserContextOptions & {
  readonly theme?: "light" | "dark"
  readonly direction?: "ltr" | "rtl"
}

/** Opens a page with an editor for a document. */
export const openEditor = async (
  base: string,
  document: Document.Document,
  options: EditorLook = {}
): Promise<EditorPage> => {
  const { direction = "ltr", theme = "light", ...contextOptions } = options
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 }, ...contextOptions })
  const page = await context.newPage()
  const complaints: Array<string> = []
  page.on("console", (message) => complaints.push(message.text()))
  page.on("pageerror", (error) => complaints.push(error.message))
  await page.goto(base)
  await page.evaluate(
    `Object.assign(document.documentElement, { dir: "${direction}" }).dataset.theme = "${theme}"; start(${JSON.stringify(document)})`
  )
  const documentOf = (): Promise<Document.Document> => page.evaluate("editor.getDocument()")
  const goTo = async (text: string) => {
    await page.locator(".quire-document :is(p, h2, h3, h4)", { hasText: text }).first().click()
    // ProseMirror restores the selection shortly after it gets the focus; a person is slower. In a text of several
    // lines, the key leads to the start of the line.
    for (let tries = 0; tries < 5; tries++) {
      await page.keyboard.press("Home")
      if (await page.evaluate("editor.view.state.selection.$from.parentOffset === 0")) return
    }
  }
  return { page, complaints, documentOf, goTo, close: () => context.close() }
}

const decode = Schema.decodeUnknownSync(Document.Document)

/** A suite's server, and a function that opens an editor and fails if the browser complains, or if the document is not valid. */
export const editorSuite = () => {
  let server: Promise<Awaited<ReturnType<typeof serveEditor>>> | undefined
  const withEditor = async (
    document: Document.Document,
    act: (editor: EditorPage) => Promise<void>,
    options: EditorLook = {}
  ): Promise<void> => {
    server ??= serveEditor()
    const opened = await openEditor((await server).base, document, options)
    try {
      await act(opened)
      assert.deepStrictEqual(opened.complaints, [])
      const saved = await opened.documentOf()
      assert.doesNotThrow(() => decode(saved))
    } finally {
      await opened.close()
    }
  }
  afterAll(async () => {
    await (await server)?.close()
  })
  return withEditor
}
