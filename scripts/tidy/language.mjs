import { posix } from "node:path"
import ts from "typescript-api"
import { plainWords } from "./words.mjs"

const lineOf = (node) => {
  const file = node.getSourceFile()
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
}

const descendants = function* (node) {
  yield node
  const children = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* descendants(child)
}

/** Paths whose text is recorded, quoted or generated from other texts. */
const isQuoted = (path) =>
  /^(?:scripts\/tidy\/words\.mjs|test\/src\/tidy\.test\.ts|package-lock\.json|docs\/plants\.md|CHANGELOG\.md)$|\/(?:golden|statements|corpus|samples|migrations)\/|(?:RealmText|AssetTexts)\.ts$/.test(
    path
  )

const isProse = (path) => /\.(?:tsx?|mjs|md)$/.test(path) && !isQuoted(path)

const plainWordsRule = {
  name: "plain-words",
  about: "sources, tests and pages use the terms of the field",
  *check({ files }) {
    for (const [path, text] of files) {
      if (!isProse(path)) continue
      for (const [pattern, instead] of plainWords) {
        if (!pattern.test(text)) continue
        for (const [index, line] of text.split("\n").entries()) {
          const match = pattern.exec(line)
          if (match !== null) yield { file: path, line: index + 1, message: `"${match[0]}": write ${instead}` }
        }
      }
    }
  }
}

/** Nouns, and names of HTTP statuses, that end as participles do. */
const nouns = new Set([
  "Binding",
  "Building",
  "Drawing",
  "Editing",
  "Embed",
  "Encoding",
  "Forbidden",
  "Heading",
  "Joining",
  "Listing",
  "Markdown",
  "Merging",
  "Paging",
  "Ping",
  "Printing",
  "Rating",
  "Rewriting",
  "Screen",
  "Sealing",
  "Seed",
  "Setting",
  "Spelling",
  "String",
  "Styling",
  "Token",
  "Typesetting",
  "Unauthenticated",
  "Unauthorized",
  "Warning"
])

const participle = /^[A-Z][a-z]*(?:ed|en|ing|wn|ept|ught)$|^(?:Found|Held|Left|Made|Put|Sent|Told)$/

const isType = (node) =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)

const isExported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true

const exportedTypes = (file) =>
  file.statements.filter((node) => isType(node) && node.name !== undefined && isExported(node))

const participleRule = {
  name: "participle-name",
  about: "an exported type is named by a noun, not by a participle alone",
  *check({ ast, sources }) {
    for (const path of sources.filter((path) => !isListing(path))) {
      for (const node of exportedTypes(ast(path))) {
        const name = node.name.text
        if (!participle.test(name) || nouns.has(name)) continue
        yield { file: path, line: lineOf(node), message: `${name} is a participle: name what it is` }
      }
    }
  }
}

/** Modules that list what others export, and contract suites, which are used by their modules. */
const isListing = (path) =>
  /\/(?:index|Types)\.ts$|^packages\/testing\/|^packages\/client\/src\/(?:Schemas|Operations)\.ts$/.test(path)

const moduleOf = (path) => posix.basename(path).replace(/\.tsx?$/, "")

/** The named imports of a file from modules of its package: the path of the module with the names. */
const namedImports = function* (file, path) {
  for (const node of file.statements) {
    const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined
    if (bindings === undefined || !ts.isNamedImports(bindings) || !node.moduleSpecifier.text.startsWith(".")) continue
    const from = posix.join(posix.dirname(path), node.moduleSpecifier.text)
    yield { from, node, names: bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text) }
  }
}

const isReexported = (file, name) =>
  file.statements.some(
    (node) =>
      ts.isExportDeclaration(node) &&
      node.exportClause !== undefined &&
      ts.isNamedExports(node.exportClause) &&
      node.exportClause.elements.some((element) => (element.propertyName ?? element.name).text === name)
  )

const uniqueNameRule = {
  name: "unique-type-name",
  about: "a type that is imported without its module has a name that no other module exports",
  *check({ ast, sources }) {
    const exporters = new Map()
    for (const path of sources.filter((path) => !isListing(path))) {
      for (const { name } of exportedTypes(ast(path))) {
        exporters.set(name.text, (exporters.get(name.text) ?? new Set()).add(path))
      }
    }
    for (const path of sources.filter((path) => !isListing(path))) {
      for (const { from, names, node } of namedImports(ast(path), path)) {
        if (names.includes(moduleOf(from))) continue
        for (const name of names) {
          const modules = exporters.get(name)
          if (modules === undefined || modules.size === 1 || !modules.has(from) || isReexported(ast(path), name))
            continue
          yield {
            file: path,
            line: lineOf(node),
            message: `${name} is exported by ${modules.size} modules: write ${moduleOf(from)}.${name}`
          }
        }
      }
    }
  }
}

const summaryWords = 6

const summaryRule = {
  name: "summary-length",
  about: `the summary of an endpoint has at most ${summaryWords} words`,
  *check({ ast, files, sources }) {
    for (const path of sources.filter((path) => files.get(path).includes("OpenApi.Summary"))) {
      for (const node of descendants(ast(path))) {
        const value = summaryOf(node)
        if (value === undefined || value.text.split(/\s+/).length <= summaryWords) continue
        yield { file: path, line: lineOf(value), message: `more than ${summaryWords} words: ${value.text}` }
      }
    }
  }
}

/** The text that is annotated as a summary: the argument after `OpenApi.Summary`. */
const summaryOf = (node) => {
  if (!ts.isCallExpression(node)) return undefined
  const [first, second] = node.arguments
  return first?.getText() === "OpenApi.Summary" && second !== undefined && ts.isStringLiteralLike(second)
    ? second
    : undefined
}

const titled = /^(?:it|test)$/
const tests = (node) => {
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return undefined
  let callee = node.expression
  while (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) callee = callee.expression
  if (!ts.isIdentifier(callee) || !titled.test(callee.text)) return undefined
  const [title] = node.arguments
  return ts.isStringLiteralLike(title) || ts.isTemplateExpression(title) ? title : undefined
}

const verbs = new Set(["bring", "embed", "exceed", "feed", "need", "proceed", "string", "succeed"])
const nounsInTitles = new Set(["nothing", "everything", "anything", "something"])

/** Why a title cannot be read from a failure line alone, if it cannot. */
const titleFault = (title) => {
  const [first = ""] = title.toLowerCase().split(/[\s,:]+/)
  if (/^(?:and|are|but|is|was|were)$/.test(first)) return `begins with "${first}"`
  if (verbs.has(first) || nounsInTitles.has(first)) return undefined
  return /^[a-z]+(?:ed|ing)$|^(?:found|given|held|kept|left|made|sent|shown|taken|told|written)$/.test(first)
    ? `begins with the participle "${first}"`
    : undefined
}

const titleRule = {
  name: "title-start",
  about: "the title of a test says what the thing does",
  *check({ ast, files }) {
    for (const path of [...files.keys()].filter((path) => path.endsWith(".test.ts"))) {
      for (const node of descendants(ast(path))) {
        const title = tests(node)
        const fault = title === undefined ? undefined : titleFault(title.getText().slice(1, -1))
        if (fault !== undefined) yield { file: path, line: lineOf(node), message: `the title ${fault}` }
      }
    }
  }
}

export const languageRules = [plainWordsRule, participleRule, uniqueNameRule, summaryRule, titleRule]
