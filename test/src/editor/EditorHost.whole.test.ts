import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { transform } from "esbuild"
import { build } from "vite"
import { afterAll, assert, beforeAll, it } from "vitest"
import { browser, inBrowser, open } from "../reading/browser.ts"
import { freePort, makePrograms } from "../support/hostProjects.ts"
import { run } from "../support/packages.ts"
import { clear, root, workshop } from "../support/program.ts"

const example = join(root, "examples/hosts/editor")

const compiler = fileURLToPath(
  import.meta.resolve("@effect/tsgo-linux-x64/artifacts/typescript/7.0.2/tsc", import.meta.url)
)

inBrowser("the example of a host with the editor (rule host-recipes)", () => {
  const programs = makePrograms()
  let folder = ""
  let base = ""

  beforeAll(async () => {
    folder = await workshop()
    await build({ root: example, build: { outDir: join(folder, "page") }, logLevel: "error" })
    const server = await readFile(join(example, "server.ts"), "utf8")
    await writeFile(join(folder, "server.js"), (await transform(server, { loader: "ts", format: "esm" })).code)
    base = `http://127.0.0.1:${await freePort()}`
    await programs.start(["server.js"], folder, { BASE_URL: base })
  })
  afterAll(async () => {
    await programs.end()
    await clear(folder)
  })

  it("compiles", async () => {
    assert.deepStrictEqual(await run(compiler, ["-p", example, "--noEmit"], root), { code: 0, out: "" })
  })

  it("saves what a user of the host types, under its policy", async () => {
    const { close, complaints, page } = await open(await browser(), `${base}/`)
    await page.context().addCookies([{ name: "session", value: "s-1", url: base }])
    await page.goto(base)
    await page.getByRole("textbox", { name: "Notes" }).getByText("Write here.").click()
    await page.keyboard.press("End")
    await page.keyboard.type(" And here.")
    await page.getByRole("status").getByText("unsaved").waitFor()
    await page.getByRole("status").getByText("saved", { exact: true }).waitFor()
    await page.reload()
    await page.getByText("Write here. And here.").waitFor()
    assert.deepStrictEqual(
      complaints.filter((each) => !each.includes("401")),
      []
    )
    await close()
  })
})
