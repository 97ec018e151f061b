import { posix } from "node:path"
import { faultsOf } from "../rules.mjs"

const pascal = /^([A-Z][A-Za-z0-9]*\.tsx?|index\.ts)$/
const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const migration = /^\d{4}_[a-z0-9]+(_[a-z0-9]+)*\.ts$/

/**
 * Whether a path is an entry point that a person or a tool starts, rather than a module. Code generation runs
 * `openapi.ts`.
 */
const isEntry = (path) => /\/src\/bin\/[a-z][a-z0-9-]*\.ts$|^packages\/http\/src\/openapi\.ts$/.test(path)

const isMigration = (path) => path.includes("/migrations/") && migration.test(posix.basename(path))

const inPackage = (path) => path.startsWith("packages/")

const sourceRule = (name, about, judge) => ({
  name,
  about,
  *check({ sources, files }) {
    for (const path of sources.filter(inPackage)) {
      const message = judge(path, files)
      if (message !== undefined) yield { file: path, line: 1, message }
    }
  }
})

const foldersOf = (path) => posix.dirname(path).split("/").slice(3)

const forbidden = [
  [/\.\.\/sh(?:ared)/, "a path outside the repository"],
  [/\/wo(?:rk)\//, "a path outside the repository"],
  [/\bissue(?: )#/i, "a ticket that readers cannot access"],
  [/\b(?:TO(?:DO)|FIX(?:ME))\b/, "unfinished work"],
  [/\bphase(?: )2\b/i, "a plan"]
]

const wordsRule = {
  name: "forbidden-words",
  about: "texts must not refer to anything outside of the repository or to unfinished work",
  *check({ files }) {
    for (const [path, text] of files) {
      if (path === "package-lock.json" || !forbidden.some(([pattern]) => pattern.test(text))) continue
      for (const [index, line] of text.split("\n").entries()) {
        for (const [pattern, meaning] of forbidden) {
          const match = pattern.exec(line)
          if (match !== null) yield { file: path, line: index + 1, message: `${meaning}: ${match[0]}` }
        }
      }
    }
  }
}

const silenced = /\b(?:it|test|describe|suite|layer)(?:\.\w+)*\.(?:only|skip|todo)\b/

const silencedRule = {
  name: "silenced-test",
  about: "tests must not be skipped, postponed or run exclusively",
  *check({ files }) {
    for (const [path, text] of files) {
      if (!path.endsWith(".test.ts")) continue
      for (const [index, line] of text.split("\n").entries()) {
        const match = silenced.exec(line)
        if (match !== null) yield { file: path, line: index + 1, message: `${match[0]} disables tests` }
      }
    }
  }
}

const nameOf = (path) => posix.basename(path).split(".")[0]

const testedRule = {
  name: "operations-tested",
  about: "a folder of core with operations must have a test named after one of its modules",
  *check({ sources, files }) {
    const tests = new Set([...files.keys()].filter((path) => path.endsWith(".test.ts")).map(nameOf))
    const inCore = sources.filter((path) => path.startsWith("packages/core/src/"))
    for (const folder of new Set(inCore.map((path) => posix.dirname(path)))) {
      const paths = inCore.filter((path) => posix.dirname(path) === folder)
      const service = paths.find((path) => /\boperation\("/.test(files.get(path)))
      if (service === undefined || paths.some((path) => tests.has(nameOf(path)))) continue
      yield { file: service, line: 1, message: `no test is named after a module of ${folder}` }
    }
  }
}

const quotedPath = /`((?:packages|test|scripts|docs|examples|\.ci)\/[A-Za-z0-9_./-]*)`/g

/** Pages about the present; decisions describe their own time. */
const isGuide = (path) => /^(?:[A-Z]+|docs\/(?:rules\/|site\/(?:[a-z]+\/)?)?[a-zA-Z-]+)\.md$/.test(path)

const pathsRule = {
  name: "paths-exist",
  about: "paths in pages must exist",
  *check({ files }) {
    const paths = [...files.keys()]
    for (const [page, text] of files) {
      if (!isGuide(page)) continue
      for (const [index, line] of text.split("\n").entries()) {
        for (const [, path] of line.matchAll(quotedPath)) {
          const folder = path.endsWith("/") ? path : `${path}/`
          if (files.has(path) || paths.some((file) => file.startsWith(folder))) continue
          yield { file: page, line: index + 1, message: `${path} does not exist` }
        }
      }
    }
  }
}

/** What `Area.ts` of an area has to list: stored collections in core, groups of endpoints and routes in http. */
const listed = [
  { from: "packages/core/src/", declared: /^export const (\w+) = Repository\.collection\(/gm },
  { from: "packages/http/src/", declared: /^export class (\w+) extends Group\.make\(/gm }
]

const manifestRule = {
  name: "area-lists",
  about:
    "Area.ts must list every collection and every group of endpoints of its area; those that it lacks are in no backup, or not served",
  *check({ files, sources }) {
    for (const { declared, from } of listed) {
      for (const path of sources.filter((each) => each.startsWith(from))) {
        const area = path.slice(0, path.indexOf("/", from.length) + 1)
        const manifest = files.get(`${area}Area.ts`)
        if (manifest === undefined) continue
        const names = Array.from(files.get(path).matchAll(declared), ([, name]) => name)
        if (names.length === 0) continue
        const imported = manifest.split("import ").find((text) => text.includes(`"./${path.slice(area.length)}"`)) ?? ""
        for (const name of names) {
          if (new RegExp(`\\b${name}\\b`).test(imported)) continue
          yield { file: path, line: 1, message: `${area}Area.ts does not list ${name}` }
        }
      }
    }
  }
}

const rulesRule = {
  name: "rules",
  about: "every rule of docs/rules must give a reason and be cited by a test, and every cited rule must exist",
  check: ({ files }) => faultsOf(files)
}

export const layoutRules = [
  sourceRule("file-name", "files are PascalCase.ts, PascalCase.tsx or index.ts", (path) =>
    pascal.test(posix.basename(path)) || isEntry(path) || isMigration(path)
      ? undefined
      : `${posix.basename(path)} is not PascalCase.ts`
  ),
  sourceRule("folder-name", "folders are kebab-case", (path) => {
    const wrong = foldersOf(path).find((folder) => !kebab.test(folder))
    return wrong === undefined ? undefined : `the folder ${wrong} is not kebab-case`
  }),
  wordsRule,
  silencedRule,
  manifestRule,
  rulesRule,
  pathsRule,
  testedRule
]
