import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join, posix, relative, sep } from "node:path"
import { Schema } from "effect"

export const languages = ["en", "es", "ja", "zh"] as const
export type Language = (typeof languages)[number]

/** Files of one language by their paths, as an import takes them. */
export type Files = ReadonlyMap<string, string>

/** A documentation in several languages that a package of the npm registry contains. */
export interface Documentation {
  readonly name: string
  readonly package: string
  readonly version: string
  readonly locales: Readonly<Record<Language, string>>
  /** Reads the pages of a locale in the folder of the unpacked package. */
  readonly read: (folder: string, locale: string) => Files
}

const readTree = (folder: string, extension: string): Files =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(folder, path).split(sep).join("/"), readFileSync(path, "utf8")])
  )

/** The package also has drafts, whose names begin with underscores. */
const readIntlayer = (folder: string, locale: string): Files =>
  new Map([...readTree(join(folder, "docs", locale), ".md")].filter(([path]) => !posix.basename(path).startsWith("__")))

const toHtml = (title: string, body: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`

const ElectronPages = Schema.fromJsonString(
  Schema.Record(
    Schema.String,
    Schema.Record(Schema.String, Schema.Struct({ title: Schema.String, html: Schema.String }))
  )
)

const readElectron = (folder: string, locale: string): Files => {
  const all = Schema.decodeUnknownSync(ElectronPages)(readFileSync(join(folder, "dist/docs.json"), "utf8"))
  return new Map(
    Object.entries(all[locale] ?? {}).map(([path, { html, title }]) => [
      `${path.replace(/^\/docs\//, "")}.html`,
      toHtml(title, html)
    ])
  )
}

const helpText = /<script type="text\/(?:html|x-red)" data-help-name="([^"]+)">([^]*?)<\/script>/g

/** Creates one page for each node; a file can contain the help of several nodes. */
const readNodeRed = (folder: string, locale: string): Files => {
  const texts = [...readTree(join(folder, "locales", locale), ".html").values()]
  const nodes = texts.flatMap((text) =>
    Array.from(text.matchAll(helpText), ([, name = "", body = ""]) => ({ name, body }))
  )
  return new Map(
    nodes.map(({ body, name }) => [`${name.replaceAll(" ", "-")}.html`, toHtml(name, `<h1>${name}</h1>${body}`)])
  )
}

export const documentations: ReadonlyArray<Documentation> = [
  {
    name: "intlayer",
    package: "@intlayer/docs",
    version: "8.9.6",
    locales: { en: "en", es: "es", ja: "ja", zh: "zh" },
    read: readIntlayer
  },
  {
    name: "electron",
    package: "electron-i18n",
    version: "1.3136.0",
    locales: { en: "en-US", es: "es-ES", ja: "ja-JP", zh: "zh-CN" },
    read: readElectron
  },
  {
    name: "node-red",
    package: "@node-red/nodes",
    version: "5.0.7",
    locales: { en: "en-US", es: "es-ES", ja: "ja", zh: "zh-CN" },
    read: readNodeRed
  }
]

const Manifest = Schema.fromJsonString(Schema.Struct({ name: Schema.String, version: Schema.String }))

const isUnpackedIn = (folder: string, { package: name, version }: Documentation): boolean => {
  const manifest = Schema.decodeUnknownSync(Manifest)(readFileSync(join(folder, "package.json"), "utf8"))
  return manifest.name === name && manifest.version === version
}

const run = (command: string, args: ReadonlyArray<string>): string => {
  const { status, stdout } = spawnSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed with exit code ${status}`)
  return stdout.trim()
}

/** Returns the folder among `folders` with the unpacked package, or downloads the package into `cache`. */
export const locate = (documentation: Documentation, folders: ReadonlyArray<string>, cache: string): string => {
  const own = folders.find((folder) => isUnpackedIn(folder, documentation))
  if (own !== undefined) return own
  const target = join(cache, documentation.name)
  mkdirSync(target, { recursive: true })
  const spec = `${documentation.package}@${documentation.version}`
  const archive = run("npm", ["pack", spec, "--silent", "--pack-destination", cache]).split("\n").at(-1) ?? ""
  run("tar", ["-xzf", join(cache, archive), "--strip-components=1", "-C", target])
  return target
}
