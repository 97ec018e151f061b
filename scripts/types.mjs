import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { at, named } from "./workspace.mjs"

const { version } = createRequire(import.meta.url)("@effect/language-service/package.json")
const effectPlugin = "@effect/language-service"

/** The projects of the solution, each with the projects it needs built first. */
export const projects = () => {
  const read = (path) => ts.readConfigFile(path, ts.sys.readFile).config
  const referenced = (path) =>
    (read(path).references ?? []).map((reference) =>
      ts.resolveProjectReferencePath({ path: resolve(dirname(path), reference.path) })
    )
  const paths = referenced(at("tsconfig.json"))
  const known = new Set(paths)
  return paths.map((path) => ({
    path,
    name: named(path),
    after: referenced(path)
      .filter((needed) => known.has(needed))
      .map(named)
  }))
}

const host = {
  getCanonicalFileName: (path) => path,
  getCurrentDirectory: () => at("."),
  getNewLine: () => "\n"
}

/** The diagnostics of the Effect language service that an editor would show as an error or a warning. */
const effectDiagnostics = async (program, plugin) => {
  const { default: transform } = await import("@effect/language-service/transform.js").then((module) => module.default)
  const found = []
  const visit = transform(program, plugin, { ts, addDiagnostic: (diagnostic) => found.push(diagnostic) })()
  const files = program
    .getRootFileNames()
    .map((path) => program.getSourceFile(path))
    .filter((file) => file !== undefined && !file.isDeclarationFile)
  for (const file of files) visit(file)
  return { found, files: files.length }
}

/**
 * What a project's Effect diagnostics depend on, as one digest: its build info names the hash of every file its
 * program read, down to the declarations of its dependencies.
 */
const digestOf = (options, plugin) =>
  createHash("sha256")
    .update(readFileSync(options.tsBuildInfoFile))
    .update(JSON.stringify([ts.version, version, plugin]))
    .digest("hex")

const checkEffect = async (config, { fileNames, options, projectReferences }, built) => {
  const plugin = options.plugins?.find((entry) => entry.name === effectPlugin)
  if (plugin === undefined) throw new Error(`${named(config)} does not name the plugin ${effectPlugin}`)
  const stamp = at(".tsbuild/effect", named(config).replaceAll("/", "-"))
  const digest = existsSync(options.tsBuildInfoFile) ? digestOf(options, plugin) : undefined
  if (digest !== undefined && existsSync(stamp) && readFileSync(stamp, "utf8") === digest)
    return { output: "", files: 0 }
  const program = built ?? ts.createProgram({ rootNames: fileNames, options, projectReferences })
  const { found, files } = await effectDiagnostics(program, plugin)
  if (found.length > 0) rmSync(stamp, { force: true })
  else if (digest !== undefined) {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, digest)
  }
  return { output: ts.formatDiagnostics(found, host).replace(/ TS\d+: /g, ": "), files }
}

/** Builds a project through the solution builder, which does nothing when its inputs are what they were. */
const build = (config) => {
  const errors = []
  let program
  const solution = ts.createSolutionBuilderHost(ts.sys, undefined, (diagnostic) => errors.push(diagnostic))
  solution.afterProgramEmitAndDiagnostics = (builder) => {
    if (resolve(builder.getCompilerOptions().configFilePath) === resolve(config)) program = builder.getProgram()
  }
  ts.createSolutionBuilder(solution, [config], {}).build(config)
  return { errors, program }
}

/** Builds a project on what its references last emitted: they have errors, which are reported where they are. */
const buildAlone = ({ fileNames, options, projectReferences }) => {
  const host = ts.createIncrementalCompilerHost(options)
  const builder = ts.createIncrementalProgram({ rootNames: fileNames, options, projectReferences, host })
  const errors = [
    ...builder.getOptionsDiagnostics(),
    ...builder.getGlobalDiagnostics(),
    ...builder.getSyntacticDiagnostics(),
    ...builder.getSemanticDiagnostics()
  ]
  return { errors: [...errors, ...builder.emit().diagnostics], program: builder.getProgram() }
}

/** Builds one project, then asks the same program for its Effect diagnostics. */
const checkProject = async (config, { effect, alone }) => {
  const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, ts.sys)
  const started = performance.now()
  const { errors, program } = alone && parsed.fileNames.length > 0 ? buildAlone(parsed) : build(config)
  const compiled = performance.now()
  const result = effect ? await checkEffect(config, parsed, program) : { output: "", files: 0 }
  return {
    types: { output: ts.formatDiagnostics(errors, host), time: compiled - started },
    effect: { ...result, time: performance.now() - compiled }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [config, ...modes] = process.argv.slice(2)
  process.send(await checkProject(config, { effect: modes.includes("effect"), alone: modes.includes("alone") }))
  process.disconnect()
}
