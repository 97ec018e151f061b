import { readFileSync } from "node:fs"
import { dirname } from "node:path"
import ts from "typescript-api"
import { at } from "../../../scripts/workspace.mjs"

/** Error codes that do not reject a mutant: unused names, unreachable code and untyped parameters. */
const harmless = new Set([6133, 6138, 6192, 6196, 6198, 7006, 7019, 7027, 7031])

const optionsOfCore = () => {
  const config = at("packages/core/tsconfig.json")
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    dirname(config)
  )
  return { ...options, composite: false, incremental: false, noEmit: true }
}

const mutated = ({ end, path, start, to }) => {
  const source = readFileSync(at(path), "utf8")
  return `${source.slice(0, start)}${to === "" ? ";" : `(${to})`}${source.slice(end)}`
}

/**
 * Returns a function that reports whether the compiler rejects a mutant, a mistake that would not be committed. Each
 * mutant is a separate file next to the module that it would replace, so that one program checks all of them.
 */
export const refusals = (mutants) => {
  const names = new Map(
    mutants.map((mutant, index) => [mutant, at(mutant.path).replace(/\.ts$/, `.mutant${index}.ts`)])
  )
  const texts = new Map(Array.from(names, ([mutant, name]) => [name, mutant]))
  const options = optionsOfCore()
  const host = ts.createCompilerHost(options)
  const read = (name) => (texts.has(name) ? mutated(texts.get(name)) : ts.sys.readFile(name))
  const program = ts.createProgram([...texts.keys()], options, {
    ...host,
    fileExists: (name) => texts.has(name) || host.fileExists(name),
    readFile: read,
    getSourceFile: (name, languageVersion) => {
      const text = read(name)
      return text === undefined ? undefined : ts.createSourceFile(name, text, languageVersion, true)
    }
  })
  return (mutant) => {
    const file = program.getSourceFile(names.get(mutant))
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].some(
      ({ category, code }) => category === ts.DiagnosticCategory.Error && !harmless.has(code)
    )
  }
}
