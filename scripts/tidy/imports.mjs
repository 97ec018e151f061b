import { readFileSync } from "node:fs"
import { posix } from "node:path"
import ts from "typescript-api"
import { at } from "../workspace.mjs"

const code = /^(packages\/[^/]+|examples|test)\/.*\.tsx?$/

/** The workspace that a path belongs to: `packages/core`, `examples`, `test`; undefined outside of them. */
const workspaceOf = (path) => /^(packages\/[^/]+|examples|test)\//.exec(path)?.[1]

const specifierOf = (node) => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  const dynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return dynamic ? node.arguments[0] : undefined
}

const cache = new WeakMap()

/** Every import of a file, including `export … from`, `import()` and `import("…")` types. */
const importsOf = (file) => {
  const known = cache.get(file)
  if (known !== undefined) return known
  const found = []
  const visit = (node) => {
    const literal = specifierOf(node)
    if (literal !== undefined && ts.isStringLiteralLike(literal)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
      found.push({ specifier: literal.text, line, isLazy: ts.isCallExpression(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  cache.set(file, found)
  return found
}

const isRelative = (specifier) => specifier.startsWith(".")

const resolveImport = (path, specifier) => posix.normalize(posix.join(posix.dirname(path), specifier))

/** A rule about every import of the files that `applies` selects; `judge` returns a message for a violation. */
const importRule = (name, about, applies, judge) => ({
  name,
  about,
  *check({ files, ast }) {
    for (const path of [...files.keys()].filter((file) => code.test(file) && applies(file))) {
      for (const { specifier, line } of importsOf(ast(path))) {
        const message = judge(path, specifier)
        if (message !== undefined) yield { file: path, line, message }
      }
    }
  }
})

const coreMay = /^(\.{1,2}\/|effect$|effect\/|@noble\/hashes\/|fractional-indexing$|@orama\/(stemmers|stopwords)\/)/
const readerMay = /^(\.{1,2}\/|node:(crypto|fs\/promises|zlib)$|effect$|effect\/|@quire\/core$|@iconify-json\/)/
const editorMay = /^(\.{1,2}\/|prosemirror-[a-z-]+$|fractional-indexing$|marked$|react$|@quire\/client$)/
const consoleMay =
  /^(\.{1,2}\/|@quire\/(client|editor)$|@quire\/editor\/style\.css$|react$|react-dom\/client$|@base-ui\/react\/|@tanstack\/react-(query|router)$|(fflate|lucide-react)$)/
const testingMay = /^(\.{1,2}\/|effect$|effect\/|@quire\/core(\/internal)?$|(@effect\/)?vitest$|fast-check$)/
const composition = /^packages\/http\/src\/(host\/(Quire|Options|Ports|PostgresUrl)\.ts$|bin\/)/
const testFolders = /^(test|packages\/[^/]+\/test|packages\/testing\/src)\//
const mayUseHttp = /^(examples|test|packages\/http\/test)\//

const isWithinScope = (specifier, scope) => specifier === scope || specifier.startsWith(`${scope}/`)

/** The import cycles, each as a list of modules. */
const findCycles = (graph) => {
  const done = new Set()
  const path = []
  const cycles = []
  const visit = (module) => {
    const position = path.indexOf(module)
    if (position !== -1) cycles.push(path.slice(position))
    if (position !== -1 || done.has(module)) return
    path.push(module)
    for (const next of graph.get(module) ?? []) visit(next)
    path.pop()
    done.add(module)
  }
  for (const module of graph.keys()) visit(module)
  return cycles
}

const cycleRule = {
  name: "cycle",
  about: "modules of a package must not form import cycles, not even by `import type`; `import()` does not count",
  *check({ files, sources, ast }) {
    const edges = (path) =>
      importsOf(ast(path))
        .filter(({ isLazy, specifier }) => !isLazy && isRelative(specifier))
        .map(({ specifier }) => resolveImport(path, specifier))
        .filter((target) => files.has(target) && workspaceOf(target) === workspaceOf(path))
    for (const cycle of findCycles(new Map(sources.map((path) => [path, edges(path)])))) {
      const line = importsOf(ast(cycle[0])).find(
        ({ specifier }) => resolveImport(cycle[0], specifier) === (cycle[1] ?? cycle[0])
      ).line
      yield { file: cycle[0], line, message: [...cycle, cycle[0]].join(" -> ") }
    }
  }
}

const areaNames = JSON.parse(readFileSync(at("areas.json"), "utf8")).map(({ name }) => name)

const areaPattern = /^packages\/(core|http)\/src\/(?:([^/]+)\/)?/

/** The position of a module's area from the bottom; modules outside of every area are above all areas. */
const floorOf = (path) => {
  const folder = areaPattern.exec(path)?.[2]
  return areaNames.includes(folder) ? areaNames.indexOf(folder) : areaNames.length
}

const areaRule = {
  name: "areas",
  about: "an area may import only itself and the areas before it in areas.json",
  *check({ files, sources, ast }) {
    for (const path of sources.filter((file) => areaPattern.test(file))) {
      for (const { specifier, line } of importsOf(ast(path)).filter((found) => isRelative(found.specifier))) {
        const target = resolveImport(path, specifier)
        if (floorOf(target) <= floorOf(path) || !files.has(target)) continue
        yield { file: path, line, message: `${specifier} is above this area; the order is ${areaNames.join(", ")}` }
      }
    }
  }
}

export const importRules = [
  importRule(
    "core-imports",
    "core may import only effect, two pure packages and itself",
    (path) => path.startsWith("packages/core/src/"),
    (_, specifier) => (coreMay.test(specifier) ? undefined : `core may not import ${specifier}`)
  ),
  importRule(
    "testing-imports",
    "the contract suites may import only core, effect, the test libraries and themselves",
    (path) => path.startsWith("packages/testing/src/"),
    (_, specifier) => (testingMay.test(specifier) ? undefined : `the contract suites may not import ${specifier}`)
  ),
  importRule(
    "reader-imports",
    "the reader may import only core, effect, icons and itself",
    (path) => path.startsWith("packages/reader/src/"),
    (_, specifier) => (readerMay.test(specifier) ? undefined : `the reader may not import ${specifier}`)
  ),
  importRule(
    "client-imports",
    "the client may import only itself",
    (path) => path.startsWith("packages/client/src/"),
    (_, specifier) => (isRelative(specifier) ? undefined : `the client may not import ${specifier}`)
  ),
  importRule(
    "editor-imports",
    "the editor may import only ProseMirror, fractional-indexing, marked, React, types of the client, and itself",
    (path) => path.startsWith("packages/editor/src/"),
    (_, specifier) => (editorMay.test(specifier) ? undefined : `the editor may not import ${specifier}`)
  ),
  importRule(
    "console-imports",
    "the console may import only the client, the editor, its libraries and itself",
    (path) => path.startsWith("packages/console/src/") && path !== "packages/console/src/index.ts",
    (_, specifier) => (consoleMay.test(specifier) ? undefined : `the console may not import ${specifier}`)
  ),
  importRule(
    "adapters-from-http",
    "http may import adapters only in its composition modules: Options.ts, Ports.ts, PostgresUrl.ts and Quire.ts of host/, and bin/",
    (path) => path.startsWith("packages/http/src/") && !composition.test(path),
    (_, specifier) =>
      isWithinScope(specifier, "@quire/adapters")
        ? `${specifier} may only be imported in Options.ts, Ports.ts, PostgresUrl.ts and Quire.ts of host/, and bin/`
        : undefined
  ),
  importRule(
    "http-is-last",
    "only examples and tests across packages may import http",
    (path) => !mayUseHttp.test(path),
    (_, specifier) => (isWithinScope(specifier, "@quire/http") ? `${specifier} must not be imported here` : undefined)
  ),
  importRule(
    "internal-is-for-tests",
    "internal modules of core may only be imported by tests and contract suites of this repository",
    (path) => !testFolders.test(path),
    (_, specifier) => (specifier === "@quire/core/internal" ? `${specifier} must not be imported here` : undefined)
  ),
  importRule(
    "testing-is-for-tests",
    "the contract suites may only be imported by tests",
    (path) => !testFolders.test(path) && !path.endsWith(".test.ts"),
    (_, specifier) =>
      isWithinScope(specifier, "@quire/testing") ? `${specifier} must not be imported here` : undefined
  ),
  importRule(
    "package-boundary",
    "relative imports must not cross packages",
    () => true,
    (path, specifier) => {
      if (!isRelative(specifier)) return undefined
      const target = workspaceOf(resolveImport(path, specifier))
      const crosses = target !== undefined && target !== workspaceOf(path)
      return crosses ? `${specifier} reaches into ${target}; import the package by name` : undefined
    }
  ),
  cycleRule,
  areaRule
]
