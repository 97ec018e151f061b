import { execFile } from "node:child_process"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import { assert } from "@effect/vitest"
import { build } from "../../../scripts/build.mjs"
import { root } from "./program.ts"

export interface Ended {
  readonly code: number
  readonly out: string
}

/** Runs a program to its end. */
export const run = (program: string, words: ReadonlyArray<string>, cwd: string, env = process.env): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(program, words, { cwd, env, maxBuffer: 2 ** 26 }, (_, out, err) =>
      resolve({ code: child.exitCode ?? 1, out: `${out}${err}` })
    )
  })

/** The packages that are published, each after those that it depends on. */
export const published = ["core", "adapters", "reader", "http", "client", "editor", "console", "testing"] as const

/**
 * Packs the packages as npm would publish them, and returns where each is. The command, which is bundled for one, is
 * tried alone.
 */
export const packAll = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  for (const name of ["http", "client", "editor", "console", "testing"])
    assert.strictEqual(await build(`packages/${name}`), 0, name)
  await fs.mkdir(folder)
  const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder]
  const { code, out } = await run("npm", [...words, ...published.map((name) => `./packages/${name}`)], root)
  assert.strictEqual(code, 0, out)
  const tarballs = await fs.readdir(folder)
  return new Map(
    published.map((name) => [
      `@quire/${name}`,
      join(folder, tarballs.find((file) => file.startsWith(`quire-${name}-`)) ?? "")
    ])
  )
}
