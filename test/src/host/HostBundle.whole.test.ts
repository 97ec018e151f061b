import { assert, it } from "@effect/vitest"
import { build } from "esbuild"
import { alias, external } from "../../../scripts/bundle.mjs"
import { root } from "../support/program.ts"

/** The sources in the bundle of a program that hosts write. */
const sourcesOf = async (program: string) => {
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: `${root}/test` },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    outdir: root,
    external: [...external],
    alias: { ...alias },
    write: false,
    metafile: true,
    logLevel: "error"
  })
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
}

const forTests = /fast-check|pure-rand|node_modules\/vitest|@effect\/vitest|packages\/testing\//

it.each([
  ["the server in a host", 'import { Quire } from "@quire/http"\nexport const open = Quire.open'],
  ["the engine in a host", 'import { Engine } from "@quire/core"\nexport const layer = Engine.layer']
])("bundles no test code into %s (rule host-bundle)", async (_, program) => {
  const sources = await sourcesOf(program)
  assert.include(sources, "packages/core/src/Engine.ts")
  assert.deepStrictEqual(
    sources.filter((source) => forTests.test(source)),
    []
  )
})
