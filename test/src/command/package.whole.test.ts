import * as fs from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { pack } from "../../../scripts/pack.mjs"
import { clear, root, workshop } from "../support/program.ts"
import { Command, call, curl } from "./Commands.ts"

let folder = ""

/** The command as a package that finds nothing but what it depends on, as strict package managers have it. */
beforeAll(async () => {
  folder = await workshop()
  await fs.rm(join(folder, "node_modules"))
  await fs.mkdir(join(folder, "node_modules/@quire"), { recursive: true })
  await fs.symlink(join(root, "packages/adapters"), join(folder, "node_modules/@quire/adapters"))
  await pack(join(folder, "command"))
})
afterAll(() => clear(folder))

const quire = (...words: ReadonlyArray<string>) =>
  new Command([join(folder, "command/quire.mjs"), ...words], folder, {})

it("includes in the published command everything it needs except the database", async () => {
  const text = await fs.readFile(join(folder, "command/quire.mjs"), "utf8")
  assert.isTrue(text.startsWith("#!/usr/bin/env node\n"))
  const server = quire("serve", "--data", "data", "--port", "0")
  await server.url()
  const { token, url } = curl(server.out)
  assert.strictEqual((await call(url, token)).status, 200)
  assert.strictEqual((await server.stop()).code, 0)
})

it("includes in the published command the licenses of its contents", async () => {
  const licences = await fs.readFile(join(folder, "command/LICENSES.txt"), "utf8")
  for (const name of ["effect", "@effect/platform-node", "pg", "undici", "nodemailer", "yaml"]) {
    assert.match(licences, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\n\n.+`, "m"))
  }
  assert.notMatch(licences, /undefined|^(fast-check|@quire\/core) /m)
  assert.isAbove(licences.match(/Permission/g)?.length ?? 0, 50)
})
