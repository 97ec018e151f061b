import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { namespaces } from "./namespaces.mjs"
import { at, packages } from "./workspace.mjs"

/**
 * The `quire` command, and the other programs of Quire that it starts by URL, such as threads, by the names of their
 * output files.
 */
export const command = {
  quire: "packages/http/src/bin/quire.ts",
  TextWorker: "packages/adapters/src/text-process/TextWorker.ts",
  DescriptionWorker: "packages/adapters/src/openapi/DescriptionWorker.ts",
  ComputeWorker: "packages/adapters/src/compute/ComputeWorker.ts",
  SamlWorker: "packages/adapters/src/saml/SamlWorker.ts",
  TypesetWorker: "packages/adapters/src/typesetting/TypesetWorker.ts",
  PdfWorker: "packages/adapters/src/pdf/PdfWorker.ts",
  ScriptWorker: "packages/adapters/src/script/ScriptWorker.ts"
}

/** Our packages by name, resolved to their sources. */
export const alias = Object.fromEntries([
  ["@quire/core/internal", at("packages/core/src/internal/index.ts")],
  ...["memory", "postgres"].map((name) => [`@quire/adapters/${name}`, at(`packages/adapters/src/${name}/index.ts`)]),
  ...packages.map((name) => [`@quire/${name}`, at(`packages/${name}/src/index.ts`)])
])

/**
 * A parser and a typesetter with native binaries, and modules that we never call: the driver's native variant, and 5 MB of documentation
 * pages.
 */
export const external = [
  "satteri",
  "@myriaddreamin/typst-ts-node-compiler",
  "pg-native",
  "*/httpApiScalar.js",
  "*/httpApiSwagger.js"
]

/** Defines `require` for packages that are not ES modules. */
const require =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url)'

/** Bundles one program; returns the metadata that esbuild reports about its files. */
const bundleOne = async (name, path, folder, sourcemap) => {
  const { metafile } = await build({
    entryPoints: { [name]: at(path) },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    absWorkingDir: at("."),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // V8 stores a source with any character beyond Latin-1 in two bytes per character, so comments are dropped, and
    // esbuild escapes the rest.
    legalComments: "none",
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap,
    sourcesContent: false,
    external,
    alias,
    plugins: [namespaces],
    banner: { js: require },
    metafile: true,
    logLevel: "error"
  })
  return metafile.outputs
}

/**
 * Bundles programs of the repository into a folder. Code that a program loads at startup is put into few files, and
 * code that it loads later into separate files. Programs share no files, because a program would load everything that
 * another one needs of a shared module. Types are not checked. Returns the outputs of esbuild's metafile.
 */
export const bundle = async (entries, folder, { sourcemap = "linked" } = {}) => {
  const all = Object.entries(entries).map(([name, path]) => bundleOne(name, path, folder, sourcemap))
  return { outputs: Object.assign({}, ...(await Promise.all(all))) }
}

/** Bundles programs, the command unless others are given as JSON, into a folder, and writes their metafile there. */
const main = async ([folder, entries]) => {
  const metafile = await bundle(entries === undefined ? command : JSON.parse(entries), folder)
  writeFileSync(join(folder, "metafile.json"), JSON.stringify(metafile))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2))
