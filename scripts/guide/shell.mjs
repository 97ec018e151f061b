import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { command } from "../command.mjs"
import { run } from "../workspace.mjs"
import { differenceOf } from "./outputs.mjs"

const timeout = 480_000
const address = "127.0.0.1:4100"

/** The block that starts the server. */
const isStart = ({ kind, text }) => kind === "shell" && text === "npm start"

const findFreePort = () =>
  new Promise((done) => {
    const probe = createServer()
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })

/** A server in a folder, its output up to the moment it listens, and its first token. */
const serve = (cwd, env) =>
  new Promise((done, fail) => {
    const server = spawn(process.execPath, [env.QUIRE, "serve"], { cwd, env, stdio: ["ignore", "pipe", "ignore"] })
    let out = ""
    server.once("exit", (code) => fail(new Error(`the server exited with code ${code}: ${out}`)))
    server.stdout.on("data", (chunk) => {
      out += chunk
      if (/^Quire listens on .*\n/m.test(out)) done({ server, out, token: /quire_\w+/.exec(out)?.[0] ?? "" })
    })
  })

const stop = (server) =>
  new Promise((done) => {
    server.removeAllListeners("exit")
    server.once("exit", done)
    server.kill()
  })

const prelude = `npm() {
  if [ "$1" != start ]; then echo "npm $*: not in the guide" >&2; return 1; fi
  shift; if [ "$1" = -- ]; then shift; fi
  case "$1" in --help) ;; -*) set -- serve "$@" ;; esac
  "$NODE" "$QUIRE" "$@"
}
`

const quote = (path) => `'${path}'`

const stepOf = ({ at: place, block, text }) =>
  block.kind === "file"
    ? `mkdir -p ${quote(dirname(block.title))}; cp ${quote(`${place}.file`)} ${quote(block.title)}\n`
    : `exec >${quote(`${place}.out`)} 2>&1\n${text}\necho $? >${quote(`${place}.code`)}\n`

/** Each page runs in a separate shell, after the first page, which sets up shared state. */
const scriptOf = (pages) =>
  prelude +
  pages
    .map(({ steps }, index) => {
      const own = steps.map(stepOf).join("")
      return index === 0 ? own : `(\n${own})\n`
    })
    .join("")

const judge = (path, { at: place, block }, back) => {
  if (block.kind === "file") return []
  const faultAt = (fault) => [`${path}:${block.line}: ${fault}`]
  if (!existsSync(`${place}.code`)) return faultAt("it did not run to the end")
  const printed = back(readFileSync(`${place}.out`, "utf8"))
  const code = readFileSync(`${place}.code`, "utf8").trim()
  if (block.expected !== undefined) {
    const difference = differenceOf(block.expected, printed)
    return difference === undefined ? [] : faultAt(difference)
  }
  if (code !== "0") return faultAt(`it exited with code ${code}\n${printed.trim()}`)
  return printed.includes('"error":{') ? faultAt(`the command was rejected\n${printed.trim()}`) : []
}

const lay = (pages, folder, forth) =>
  pages.flatMap(({ blocks, path }, page) => {
    const steps = blocks
      .filter((block) => (block.kind === "shell" && !isStart(block)) || block.kind === "file")
      .map((block, index) => {
        const place = join(folder, `${page}-${index}`)
        if (block.kind === "file") writeFileSync(`${place}.file`, `${block.text}\n`)
        return { at: place, block, text: forth(block.text) }
      })
    return steps.some(({ block }) => block.kind === "shell") ? [{ path, steps }] : []
  })

/** Runs the commands of all pages against one server in a fresh folder; returns the faults. */
export const runShell = async (pages) => {
  const quire = await command()
  if (quire === undefined) return ["the quire command could not be bundled"]
  const folder = mkdtempSync(join(tmpdir(), "quire-guide-"))
  const cwd = join(folder, "work")
  const port = await findFreePort()
  const own = Object.entries(process.env).filter(([name]) => !/^(QUIRE|NODE_OPTIONS|npm_)/.test(name))
  const env = {
    ...Object.fromEntries(own),
    QUIRE_PORT: String(port),
    QUIRE: quire,
    NODE: process.execPath,
    QUIRE_BOOTSTRAP_TOKEN_FILE: "-"
  }
  try {
    mkdirSync(cwd)
    const { out, server, token } = await serve(cwd, env)
    try {
      const back = (text) => text.replaceAll(`127.0.0.1:${port}`, address)
      const forth = (text) => text.replaceAll(address, `127.0.0.1:${port}`).replaceAll("quire_…", token)
      const laid = lay(pages, folder, forth)
      writeFileSync(join(folder, "script.sh"), scriptOf(laid))
      const ran = await run("bash", [join(folder, "script.sh")], { capture: true, cwd, env, timeout })
      const started = pages.flatMap(({ blocks, path }) => blocks.filter(isStart).map((block) => ({ path, block })))
      return [
        ...started.flatMap(({ block, path }) => {
          const difference = block.expected === undefined ? undefined : differenceOf(block.expected, back(out))
          return difference === undefined ? [] : [`${path}:${block.line}: ${difference}`]
        }),
        ...laid.flatMap(({ path, steps }) => steps.flatMap((step) => judge(path, step, back))),
        ...(ran.output.trim() === "" ? [] : [`the shell printed\n${ran.output.trim()}`])
      ]
    } finally {
      await stop(server)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
