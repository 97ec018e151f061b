import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { Metafile } from "../../../scripts/bundle.mjs"
import { program } from "../support/program.ts"

type Outputs = Metafile["outputs"]

/** The files that programs load at once, by the sources of their entries. */
const atOnce = (outputs: Outputs, entries: ReadonlyArray<string>): ReadonlySet<string> => {
  const open = Object.keys(outputs).filter((file) => entries.includes(outputs[file]?.entryPoint ?? ""))
  const found = new Set<string>()
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue
    found.add(file)
    for (const { kind, path } of outputs[file]?.imports ?? []) if (kind === "import-statement") open.push(path)
  }
  return found
}

/** The entry, and what it loads for a server before that reads its settings. */
const entries = ["quire", "Command", "Serve"].map((name) => `packages/http/src/bin/${name}.ts`)

describe("the modules that a server loads at startup", () => {
  let sources: ReadonlySet<string> = new Set()

  beforeAll(async () => {
    const { outputs } = await program()
    const files = [...atOnce(outputs, entries)].filter((file) => outputs[file] !== undefined)
    sources = new Set(files.flatMap((file) => Object.keys(outputs[file]?.inputs ?? {})))
  })

  it("includes the engine, its memory store and its routes", () => {
    for (const source of ["core/src/Engine.ts", "adapters/src/memory/Memory.ts", "http/src/Http.ts"])
      assert.isTrue(sources.has(`packages/${source}`), source)
  })

  it.each([
    ["a driver of a database", /^node_modules\/pg/],
    ["the store on Postgres and its migrations", /^packages\/adapters\/src\/postgres\//],
    ["clients of other protocols", /^node_modules\/(undici|nodemailer)\//],
    ["readers of archives, images and file types", /^node_modules\/(fflate|file-type|image-size|yauzl|mime)\//],
    [
      "a typesetter, a highlighter, scripts and signatures",
      /^node_modules\/(@myriaddreamin|quickjs-wasi|xml-crypto|@node-saml)\//
    ],
    ["documentation of the API", /\/documentation\/(OpenApi|Reference)|httpApi(Scalar|Swagger)/],
    [
      "a whole index, whose namespaces are objects",
      /^(node_modules\/effect\/dist\/(\w+(-\w+)*\/)?|packages\/(core|adapters)\/src\/(\w+\/)?)index\.(js|ts)$/
    ]
  ])("excludes %s", (_, late) => {
    assert.deepStrictEqual(
      [...sources].filter((source) => late.test(source)),
      []
    )
  })
})
