import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { at } from "./workspace.mjs"

const picture = at("docs/images/reference.png")

/** A server on memory, and its address once it listens. */
const serve = async () => {
  const server = spawn(
    process.execPath,
    [at("packages/http/dist/bin/quire.js"), "serve", "--store", "memory", "--port", "0"],
    {
      stdio: ["ignore", "pipe", "inherit"]
    }
  )
  for await (const line of createInterface(server.stdout)) {
    const [, base] = /^Quire listens on (\S+)/.exec(line) ?? []
    if (base !== undefined) return { base, server }
  }
  throw new Error("the server ended before it listened")
}

// Takes the picture of the README with Chromium, or what `CHROMIUM` names.
const profile = mkdtempSync(join(tmpdir(), "quire-picture-"))
const { base, server } = await serve()
try {
  mkdirSync(at("docs/images"), { recursive: true })
  execFileSync(process.env.CHROMIUM ?? "chromium", [
    "--headless",
    "--no-sandbox",
    "--hide-scrollbars",
    "--window-size=1200,620",
    "--virtual-time-budget=3000",
    `--user-data-dir=${profile}`,
    `--screenshot=${picture}`,
    `${base}/docs`
  ])
} finally {
  server.kill()
  rmSync(profile, { recursive: true, force: true })
}
