import { readFileSync } from "node:fs"
import { dirname } from "node:path"
import ts from "typescript"
import { at } from "../../../scripts/workspace.mjs"

/** Names that nothing uses, code that is never reached and untyped parameters are no reasons to refuse a mutant. */
const harmless = new Set([6133, 6138, 6192, 6196, 6198, 7006, 7019, 7027, 7031])

const service = (texts) => {
  const config = at("packages/core/tsconfig.json")
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    dirname(config)
  )
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => String(texts.get(path)?.version ?? 0),
    getScriptSnapshot: (path) => {
      const text = texts.get(path)?.text ?? ts.sys.readFile(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => at(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories
  })
}

/** Whether the compiler refuses a mutant: what nobody can write is not for tests to find. */
export const refusals = () => {
  const texts = new Map()
  const compiler = service(texts)
  let version = 0
  return ({ end, path, start, to }) => {
    const file = at(path)
    const source = readFileSync(file, "utf8")
    const put = (text) => texts.set(file, { text, version: ++version })
    put(`${source.slice(0, start)}${to === "" ? ";" : `(${to})`}${source.slice(end)}`)
    const found = [...compiler.getSyntacticDiagnostics(file), ...compiler.getSemanticDiagnostics(file)]
    put(source)
    return found.some(({ category, code }) => category === ts.DiagnosticCategory.Error && !harmless.has(code))
  }
}
