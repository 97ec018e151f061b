import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { read } from "../../../../deploy/image.mjs"
import * as SecretFiles from "../../src/bin/SecretFiles.ts"
import { sharedOptions } from "../../src/bin/SharedOptions.ts"

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

const known = new Set<string>([
  ...Object.values(sharedOptions).map(({ variable }) => variable),
  ...SecretFiles.variables.map((name) => `${name}_FILE`)
])

/** The variables of ours that the command does not know. */
const unknown = (names: ReadonlyArray<string>) => names.filter((name) => name.startsWith("QUIRE_") && !known.has(name))

const command = "/opt/quire/node_modules/.bin/quire"

describe("the image", () => {
  const stages = read(at("Dockerfile"))
  const image = stages.at(-1)

  it("uses Debian slim, in three stages", () => {
    assert.lengthOf(stages, 3)
    for (const { base } of stages) assert.match(base, /^node:\d+-bookworm-slim$/)
  })

  it("runs the server as a non-root user, and checks its readiness", () => {
    assert.strictEqual(image?.user, "node")
    assert.deepStrictEqual(image?.command, [command, "serve"])
    assert.include(image?.probe?.join(" "), "/readyz")
  })

  it("uses only options of the command, and sets where the first token goes (rule first-token-unseen)", () => {
    assert.deepStrictEqual(unknown(Object.keys(image?.environment ?? {})), [])
    assert.strictEqual(image?.environment["QUIRE_BOOTSTRAP_TOKEN_FILE"], "/var/lib/quire/first-token")
  })
})

describe("the configuration in compose.yaml", () => {
  const text = readFileSync(at("compose.yaml"), "utf8")
  const environment = [...text.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name = "", value = ""]) => ({
    name,
    value
  }))

  it("takes secrets only from files (rule secret-files)", () => {
    const files = environment.filter(({ name }) => name.endsWith("_FILE")).map(({ value }) => value)
    const secrets = [...text.matchAll(/^ {4}file: secrets\/(.*)$/gm)].map(([, name]) => `/run/secrets/${name}`)
    assert.deepStrictEqual(files.sort(), secrets.sort())
    assert.lengthOf(secrets, 3)
    assert.deepStrictEqual(
      environment.filter(({ name }) => /(PASSWORD|KEY|TOKEN|(?<!BASE|SITES)_URL)$/.test(name)),
      []
    )
  })

  it("uses only options of the command, and waits for the database", () => {
    assert.deepStrictEqual(unknown(environment.map(({ name }) => name)), [])
    assert.match(text, /depends_on:\n {6}postgres:\n {8}condition: service_healthy/)
  })
})

it("runs the same command as a non-root user in the systemd unit", () => {
  const unit = readFileSync(at("deploy/quire.service"), "utf8")
  assert.match(unit, new RegExp(`^ExecStart=${command} serve$`, "m"))
  assert.match(unit, /^User=(?!root$)\w+$/m)
  const words = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) => line.split(" "))
  const names = words.map((word) => word.split("=")[0] ?? "")
  assert.include(names, "QUIRE_BOOTSTRAP_TOKEN_FILE")
  assert.deepStrictEqual(unknown(names), [])
})

it("restarts the server without a limit and with a delay in the systemd unit", () => {
  const unit = readFileSync(at("deploy/quire.service"), "utf8")
  const [head = "", service = ""] = unit.split("[Service]")
  assert.match(head, /^StartLimitIntervalSec=0$/m)
  assert.match(service, /^Restart=on-failure$/m)
  assert.match(service, /^RestartSec=[1-9]\d*$/m)
})
