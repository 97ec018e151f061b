#!/usr/bin/env node
/**
 * Does what the Dockerfile says in folders, where no container runtime is at hand, and tries what comes of it:
 *
 *     node deploy/try.mjs BASE FOLDER
 *
 * BASE is a root file system of Debian with Node and a user `node`, as `debootstrap --variant=minbase` makes one; the
 * stages are made below FOLDER. It needs root, for chroot and namespaces.
 */
import { execFileSync, spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { read } from "./image.mjs"

const root = fileURLToPath(new URL("../", import.meta.url))
const [base, folder] = process.argv.slice(2)
if (base === undefined || folder === undefined) {
  console.error("usage: node deploy/try.mjs BASE FOLDER")
  process.exit(2)
}

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`
const passed = Object.entries(process.env).filter(([name]) =>
  /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name)
)

/** The words that run a command in a stage, with its own processes and mounts. */
const inside = (place, { environment, folder: cwd, user }, command) => {
  const variables = {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    HOME: "/tmp",
    ...environment
  }
  const words = Object.entries(variables).map(([name, value]) => quote(`${name}=${value}`))
  const script = `mount -t proc proc ${quote(`${place}/proc`)} && mount --rbind /dev ${quote(`${place}/dev`)} &&
    exec chroot --userspec=${user}:${user} ${quote(place)} /usr/bin/env -i ${words.join(" ")} /bin/sh -c ${quote(`cd ${quote(cwd)} && exec ${command}`)}`
  return ["unshare", ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script]]
}

const run = (place, stage, command) =>
  execFileSync(...inside(place, stage, command), { stdio: ["ignore", "inherit", "inherit"] })

const copyContext = (target) => {
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root })
  const files = `${list}`.split("\0").filter((path) => path !== "" && existsSync(join(root, path)))
  const packed = execFileSync("tar", ["--null", "--files-from=-", "--create"], {
    cwd: root,
    input: files.join("\0"),
    maxBuffer: 2 ** 30
  })
  execFileSync("tar", ["--extract", "--no-same-owner", "--directory", target], { input: packed })
}

mkdirSync(folder, { recursive: true })
const places = new Map()

const build = (stage, index) => {
  const place = join(folder, stage.name ?? `stage-${index}`)
  console.log(`stage ${stage.name ?? index} from ${stage.base}`)
  rmSync(place, { recursive: true, force: true })
  execFileSync("cp", ["--archive", base, place])
  places.set(stage.name, place)
  const built = { ...stage, user: "root", environment: { ...stage.environment, ...Object.fromEntries(passed) } }
  for (const step of stage.steps) {
    mkdirSync(join(place, step.folder), { recursive: true })
    if (step.kind === "run") {
      console.log(`  ${step.command}`)
      run(place, { ...built, folder: step.folder }, `sh -c ${quote(step.command)}`)
    } else if (step.from === undefined) copyContext(join(place, step.folder, step.target))
    else {
      mkdirSync(join(place, step.target), { recursive: true })
      for (const source of step.sources)
        execFileSync("cp", ["--archive", `${places.get(step.from)}${source}/.`, `${place}${step.target}`])
    }
  }
  return { place, stage }
}

const findFreePort = () =>
  new Promise((done) => {
    const probe = createServer()
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })

const faults = []
const expect = (what, holds, detail = "") => {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}${detail === "" ? "" : `: ${detail}`}`)
  if (!holds) faults.push(what)
}

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

const childOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]

/** Runs the image until it was tried; returns what it has printed. */
const tryOnce = async (place, stage, port, round) => {
  const environment = { ...stage.environment, QUIRE_PORT: String(port) }
  const command = stage.command.map(quote).join(" ")
  const started = performance.now()
  const child = spawn(...inside(place, { ...stage, environment }, command), { stdio: ["ignore", "pipe", "pipe"] })
  let log = ""
  child.stdout.on("data", (chunk) => (log += chunk))
  child.stderr.on("data", (chunk) => (log += chunk))
  const ended = new Promise((done) => child.once("exit", (code) => done(code)))
  const isHealthy = () => {
    try {
      execFileSync(...inside(place, { ...stage, environment }, stage.probe.map(quote).join(" ")), { stdio: "ignore" })
      return true
    } catch {
      return false
    }
  }
  while (child.exitCode === null && performance.now() - started < 60_000 && !isHealthy()) await wait(250)
  expect(
    `${round}: the health check passes`,
    isHealthy(),
    `after ${((performance.now() - started) / 1000).toFixed(1)} s`
  )
  const ask = (path, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers }).then(({ status }) => status)
  expect(`${round}: /healthz is 200`, (await ask("/healthz")) === 200)
  const file = `${place}${stage.environment.QUIRE_BOOTSTRAP_TOKEN_FILE}`
  const token = readFileSync(file, "utf8").trim()
  const { mode, uid } = statSync(file)
  expect(
    `${round}: the token is in a file of its owner's alone`,
    (mode & 0o777) === 0o600 && uid !== 0,
    `${(mode & 0o777).toString(8)}, user ${uid}`
  )
  expect(`${round}: the token opens the API`, (await ask("/v1/orgs", { authorization: `Bearer ${token}` })) === 200)
  const inner = childOf(child.pid)
  const user = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${inner}/status`, "utf8"))[1]
  expect(`${round}: the server does not run as root`, user !== "0", `user ${user}`)
  process.kill(Number(inner), "SIGTERM")
  expect(`${round}: SIGTERM ends it with code 0`, (await ended) === 0)
  expect(
    `${round}: no credential is in the log`,
    !log.includes(token) && !/quire_\w{16}/.test(log),
    `${log.length} characters`
  )
  return log
}

const stages = read(join(root, "Dockerfile")).map(build)
const { place, stage } = stages.at(-1)
const size = execFileSync("du", ["--summarize", "--block-size=M", join(place, "opt/quire")])
  .toString()
  .split("\t")[0]
console.log(`the packages take ${size}`)
const port = await findFreePort()
const first = await tryOnce(place, stage, port, "first start")
console.log(first.replaceAll(/^/gm, "    | "))
await tryOnce(place, stage, port, "second start")
process.exitCode = faults.length === 0 ? 0 : 1
