import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Guide from "./guide.ts"

/** A static generator, as it is installed from the registry. */
export interface Generator {
  readonly name: string
  readonly packages: ReadonlyArray<string>
  readonly command: ReadonlyArray<string>
  /** Where its output is, below its folder. */
  readonly output: string
  /** The files that it builds from, by path. */
  readonly files: (pages: ReadonlyArray<Guide.GuidePage>) => Readonly<Record<string, string>>
  /** The address of a page in the output. */
  readonly addressOf: (page: Guide.GuidePage) => string
}

const groups = ["api", "best-practices"]

const filesOf = (pages: ReadonlyArray<Guide.GuidePage>, folder: string, hasHeading: boolean) =>
  Object.fromEntries(
    pages.map((page) => [
      `${folder}${page.path === "" ? "index" : page.path}.md`,
      Guide.write(page, ["title", "description"], hasHeading)
    ])
  )

const vitePressConfig = (pages: ReadonlyArray<Guide.GuidePage>) => {
  const sidebar = groups.map((group) => ({
    text: group,
    items: pages
      .filter(({ path }) => path.startsWith(`${group}/`))
      .map(({ path, title }) => ({ text: title, link: `/${path}` }))
  }))
  return `export default {
  title: "Guide", description: "A guide", lang: "en", cleanUrls: true, ignoreDeadLinks: true,
  markdown: { html: false },
  vue: { template: { compilerOptions: { delimiters: ["[[[", "]]]"] } } },
  themeConfig: { search: { provider: "local" }, sidebar: ${JSON.stringify(sidebar)} }
}\n`
}

const starlightConfig = `import starlight from "@astrojs/starlight"
import { defineConfig } from "astro/config"
export default defineConfig({
  site: "https://guide.example.com",
  telemetry: false,
  integrations: [starlight({ title: "Guide", sidebar: ${JSON.stringify(
    groups.map((group) => ({ label: group, autogenerate: { directory: group } }))
  )} })]
})\n`

const starlightCollections = `import { defineCollection } from "astro:content"
import { docsLoader } from "@astrojs/starlight/loaders"
import { docsSchema } from "@astrojs/starlight/schema"
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }\n`

export const generators: ReadonlyArray<Generator> = [
  {
    name: "VitePress 1.6.4",
    packages: ["vitepress@1.6.4"],
    command: ["vitepress", "build", "docs"],
    output: "docs/.vitepress/dist",
    files: (pages) => ({
      ...filesOf(pages, "docs/", true),
      "docs/.vitepress/config.mjs": vitePressConfig(pages)
    }),
    addressOf: ({ path }) => `/${path === "" ? "index" : path}.html`
  },
  {
    name: "Starlight 0.36.3 (Astro 5.18.2)",
    packages: ["astro@5.18.2", "@astrojs/starlight@0.36.3"],
    command: ["astro", "build"],
    output: "dist",
    files: (pages) => ({
      ...filesOf(pages, "src/content/docs/", false),
      "astro.config.mjs": starlightConfig,
      "src/content.config.mjs": starlightCollections
    }),
    addressOf: ({ path }) => (path === "" ? "/index.html" : `/${path}/index.html`)
  }
]

const run = (folder: string, command: string, args: ReadonlyArray<string>, failure: string): void => {
  const { error, signal, status, stderr, stdout } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    timeout: 300_000,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", NODE_ENV: "production" }
  })
  if (status === 0) return
  throw new Error(`${failure} (${error?.message ?? signal ?? `exit ${status}`})\n${`${stdout}${stderr}`.slice(-2000)}`)
}

/** Installs a generator in a separate folder, builds the guide, and returns where the output is. */
export const build = (folder: string, generator: Generator, pages: ReadonlyArray<Guide.GuidePage>): string => {
  mkdirSync(folder, { recursive: true })
  const files = { "package.json": JSON.stringify({ private: true, type: "module" }), ...generator.files(pages) }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const install = ["install", "--no-audit", "--no-fund", "--include=dev", ...generator.packages]
  run(folder, "npm", install, `${generator.packages.join(" and ")} could not be installed: is the registry there?`)
  const [program = "", ...args] = generator.command
  run(folder, join(folder, "node_modules/.bin", program), args, `${generator.name} could not build the guide`)
  return join(folder, generator.output)
}
