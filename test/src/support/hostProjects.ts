import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { packAll, run } from "./packages.ts"
import { clear, workshop } from "./program.ts"

/** A port that nothing listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === "object" && address !== null ? address.port : 0
}

/** The dependencies of Quire's packages, each as the file that npm would publish. */
export const packedDependencies = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries([...(await packAll(join(folder, "packed")))].map(([name, path]) => [name, `file:${path}`]))

/** Runs npm, in a folder, with whatever it has downloaded before. */
export const npmInstall = (folder: string, ...words: ReadonlyArray<string>) =>
  run(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error", ...words],
    folder
  )

/**
 * Makes a folder with Quire's packages as they are published, and these of the registry; undefined where the registry
 * does not answer. Contract suites are installed only where they are asked for, as their peers are test libraries.
 */
export const installed = async (
  dependencies: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, object>> = {}
): Promise<string | undefined> => {
  const folder = await workshop()
  await fs.rm(join(folder, "node_modules"))
  const ours = await packedDependencies(folder)
  const needed = Object.entries(ours).filter(([name]) => name !== "@quire/testing" || name in dependencies)
  const all = { ...dependencies, ...Object.fromEntries(needed) }
  const manifest = { private: true, dependencies: all, overrides: { ...ours, ...overrides } }
  await fs.writeFile(join(folder, "package.json"), JSON.stringify(manifest))
  const { code } = await npmInstall(folder)
  if (code === 0) return folder
  await clear(folder)
  return undefined
}

/** Programs that serve at a port, which `end` ends. */
export const makePrograms = () => {
  const started: Array<ChildProcess> = []
  return {
    /** Starts a program and returns what it has printed when it says that it is ready. */
    start: async (words: ReadonlyArray<string>, cwd: string, env: Readonly<Record<string, string>>) => {
      const child = spawn(process.execPath, words, {
        cwd,
        env: { ...process.env, NODE_ENV: "production" as const, ...env },
        stdio: ["ignore", "pipe", "inherit"]
      })
      started.push(child)
      let printed = ""
      await new Promise((resolve) => {
        child.once("exit", resolve)
        child.stdout.on("data", (chunk) => {
          printed += String(chunk)
          if (/Ready in|listening/.test(printed)) resolve(undefined)
        })
      })
      return printed
    },
    end: async () => {
      for (const child of started.splice(0)) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        child.kill("SIGTERM")
        await once(child, "exit")
      }
    }
  }
}
