import { execFileSync } from "node:child_process"
import { existsSync, lstatSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import ts from "typescript-api"
import { importRules } from "./tidy/imports.mjs"
import { languageRules } from "./tidy/language.mjs"
import { layoutRules } from "./tidy/layout.mjs"
import { linearRules } from "./tidy/linear.mjs"
import { plantRules } from "./tidy/plants.mjs"
import { syntaxRules } from "./tidy/syntax.mjs"
import { testRules } from "./tidy/tests.mjs"
import { at, relativePath, root, walk } from "./workspace.mjs"

/**
 * Accepted findings, each with the reason: `{ rule, file, reason }`. An entry that matches nothing is a finding itself.
 */
const allowed = [
  {
    rule: "pure-core",
    file: "packages/core/src/foundation/secret/Sha256.ts",
    reason: "a digest depends only on its text, and the platform computes it ten times faster"
  }
]

/** Every rule: a name, its demand, and `check(repository)`, which yields `{ file, line, message }`. */
export const rules = [
  ...syntaxRules,
  ...importRules,
  ...languageRules,
  ...layoutRules,
  ...linearRules,
  ...plantRules,
  ...testRules
]

const sourceFile = /^(packages\/[^/]+|examples)\/src\/.*\.tsx?$/

const repositoryOf = (files) => {
  const parsed = new Map()
  return {
    files,
    sources: [...files.keys()].filter((path) => sourceFile.test(path)),
    ast: (path) => {
      if (!parsed.has(path)) parsed.set(path, ts.createSourceFile(path, files.get(path), ts.ScriptTarget.ES2022, true))
      return parsed.get(path)
    }
  }
}

/** Applies every rule to a repository, given as texts by path. */
export const inspect = (files, exceptions = allowed) => {
  const repository = repositoryOf(new Map(Object.entries(files)))
  const found = rules.flatMap((rule) => [...rule.check(repository)].map((finding) => ({ ...finding, rule: rule.name })))
  const excused = (finding) => exceptions.some(({ rule, file }) => rule === finding.rule && file === finding.file)
  const stale = exceptions
    .filter(({ rule, file }) => !found.some((finding) => finding.rule === rule && finding.file === file))
    .map(({ rule, file }) => ({ file, line: 1, rule, message: "this entry of the allow-list is unused" }))
  return [...found.filter((finding) => !excused(finding)), ...stale].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line
  )
}

/** The paths that git tracks or would track; without git, all files that are neither installed nor built. */
const trackedPaths = () => {
  try {
    const options = { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "ignore"] }
    return execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], options).split("\0")
  } catch {
    const built = /(^|\/)(dist|\.tsbuild|\.git|\.quire|coverage)\//
    return walk(root)
      .map(relativePath)
      .filter((path) => !built.test(path))
  }
}

const isText = (path) => existsSync(at(path)) && lstatSync(at(path)).isFile() && !readFileSync(at(path)).includes(0)

/** Every tracked text file. */
export const trackedFiles = () =>
  Object.fromEntries(
    trackedPaths()
      .filter((path) => path !== "" && isText(path))
      .map((path) => [path, readFileSync(at(path), "utf8")])
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = inspect(trackedFiles())
  for (const { file, line, rule, message } of findings) console.log(`${file}:${line} ${rule}: ${message}`)
  process.exit(findings.length === 0 ? 0 : 1)
}
