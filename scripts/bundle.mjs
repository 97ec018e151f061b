import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { at, packages } from "./workspace.mjs"

/** The `quire` command, and whatever else of ours it starts by a URL, such as a thread, each by the name of its file. */
export const command = {
  quire: "packages/http/src/bin/quire.ts",
  TextWorker: "packages/adapters/src/text-process/TextWorker.ts"
}

/** Our packages by name, as their sources. */
const alias = Object.fromEntries([
  ...["internal", "testing"].map((name) => [`@quire/core/${name}`, at(`packages/core/src/${name}/index.ts`)]),
  ...["memory", "postgres"].map((name) => [`@quire/adapters/${name}`, at(`packages/adapters/src/${name}/index.ts`)]),
  ...packages.map((name) => [`@quire/${name}`, at(`packages/${name}/src/index.ts`)])
])

/**
 * A parser with a binary of its own, and what nothing of ours calls: the driver's native twin, and pages of
 * documentation that are 5 MB large.
 */
const external = ["satteri", "pg-native", "*/httpApiScalar.js", "*/httpApiSwagger.js"]

/** What packages that are not ES modules call. */
const require =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url)'

/**
 * Writes programs of the repository into a folder, each with all that it loads at once in few files and what it loads
 * later in files of its own; types are not checked. Answers esbuild's account of what went where.
 */
export const bundle = async (entries, folder, { sourcemap = "linked" } = {}) => {
  const { metafile } = await build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, at(path)])),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    absWorkingDir: at("."),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // V8 keeps a source with one sign beyond Latin-1 in two bytes a sign: comments go, and esbuild escapes the rest.
    legalComments: "none",
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap,
    sourcesContent: false,
    external,
    alias,
    banner: { js: require },
    metafile: true,
    logLevel: "error"
  })
  return metafile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(command, process.argv[2])
