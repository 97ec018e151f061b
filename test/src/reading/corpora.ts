import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** Documentation that is here anyway: this project's own, and what packages come with. */
export const corpora = {
  quire: "docs",
  undici: "node_modules/undici",
  undici8: "node_modules/@effect/platform-node/node_modules/undici",
  playwright: "node_modules/playwright-core",
  highlight: "node_modules/lowlight/node_modules/highlight.js",
  commander: "node_modules/katex/node_modules/commander",
  effect: "node_modules/effect",
  check: "node_modules/fast-check",
  validate: "node_modules/html-validate",
  katex: "node_modules/katex",
  mailer: "node_modules/nodemailer",
  marked: "node_modules/marked",
  lowlight: "node_modules/lowlight",
  biome: "node_modules/@biomejs/biome"
} as const

export type CorpusName = keyof typeof corpora

/** What goes along with texts: other files of packages are programs. */
const kept = /\.(?:mdx?|markdown|png|svg|jpe?g|gif|webp)$/i

/** The files of a corpus by their paths in it, without its own packages. */
export const filesOf = (name: CorpusName): { readonly [path: string]: Uint8Array } => {
  const at = join(root, corpora[name])
  const entries = readdirSync(at, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && kept.test(entry.name))
    .map((entry) => relative(at, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split("/").includes("node_modules"))
    .toSorted()
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(at, path))]))
}

export const isCorpusName = (name: string): name is CorpusName => Object.hasOwn(corpora, name)
