import ts from "typescript-api"
import { superlinear } from "../regexp/growth.mjs"

const lineOf = (file, node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1

const descendants = function* (node) {
  yield node
  const children = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* descendants(child)
}

/**
 * Expressions that are built at run time, each by its file and its beginning, with one possible value that is judged
 * instead, and the reason why other values are similar. An entry that matches nothing is a finding.
 */
const dynamic = [
  {
    file: "packages/adapters/src/blob/S3Client.ts",
    begins: "new RegExp(`<${tag}>",
    sample: "<Key>([^<]*)</Key>",
    reason: "the tag is one of five constants"
  },
  {
    file: "packages/adapters/src/markdown/Complexity.ts",
    begins: "new RegExp(`${sign}",
    sample: "\ue000(\\d+)\ue000",
    reason: "the sign is one character that does not occur elsewhere in the text"
  },
  {
    file: "packages/adapters/src/pdf/PdfFonts.ts",
    begins: "new RegExp(`\\\\p{Script=",
    sample: "\\p{Script=Tamil}",
    reason: "the name is one of a list of ours, and the text is one character"
  },
  {
    file: "packages/adapters/src/pdf/PrintTree.ts",
    begins: "new RegExp(`[",
    sample: "[\\x21-\\x7e\\u00a1-\\u2e7f]{29,}",
    reason: "the number is one of two constants"
  },
  {
    file: "packages/adapters/src/script/realm/Clone.ts",
    begins: "new RegExp(value.source",
    sample: "",
    reason: "a script supplies the expression and runs within its own time limit"
  },
  {
    file: "packages/adapters/src/script/realm/FormData.ts",
    begins: "new RegExp(`;",
    sample: ';\\s*filename=(?:"([^"]*)"|([^;\\s]*))',
    reason: "the name is one of three constants"
  },
  {
    file: "packages/adapters/src/translation/PseudoTranslator.ts",
    begins: "new RegExp(`(${used",
    sample: "(term|other term)",
    reason: "glossary terms are limited in number and length, and are escaped"
  },
  {
    file: "packages/core/src/people/personal-data/NameRedaction.ts",
    begins: "new RegExp(`(?<!",
    sample: "(?<![A-Za-z])(?:Ada Lovelace|ada@example\\.com)(?![A-Za-z])",
    reason: "names and email addresses of one user, escaped"
  },
  {
    file: "packages/core/src/spaces/search/Excerpt.ts",
    begins: "new RegExp(`(?:${",
    sample: "(?:word|\\u0066oo|[^\\x00-\\x7f])\\S*",
    reason: "words of a query of limited length, escaped"
  },
  {
    file: "packages/http/src/documentation/RequestSample.ts",
    begins: "new RegExp(pattern",
    sample: "^[A-Za-z0-9_-]{1,64}$",
    reason: "patterns of Quire's own schemas, matched against field names"
  },
  {
    file: "packages/reader/src/script/browser/Results.ts",
    begins: "new RegExp(`(${words",
    sample: "(word|other)",
    reason: "runs in the browser of the user who typed the words, which are letters and digits"
  }
]

/** Modules that limit the texts they pass to platform functions that take quadratic time. */
const guards = new Set(["packages/core/src/foundation/text/Unicode.ts", "packages/reader/src/script/browser/Places.ts"])

/** Those functions: constructors of `Intl`, and methods of strings. */
const quadratic = { constructors: new Set(["Segmenter"]), methods: new Set(["normalize", "localeCompare"]) }

const initializerOf = (file, name) => {
  for (const node of descendants(file)) {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name) return node.initializer
  }
  return undefined
}

const isRaw = (node) => ts.isTaggedTemplateExpression(node) && node.tag.getText() === "String.raw"

/** The constant source text of an expression; undefined where it is not constant within its file. */
const constantOf = (node, file, isVerbatim = false) => {
  const inner = (each) => constantOf(each, file)
  const joined = (texts, separator) => (texts.includes(undefined) ? undefined : texts.join(separator))
  if (node === undefined) return undefined
  if (ts.isStringLiteral(node)) return node.text
  if (ts.isNoSubstitutionTemplateLiteral(node)) return isVerbatim ? node.rawText : node.text
  if (isRaw(node)) return constantOf(node.template, file, true)
  if (ts.isTemplateExpression(node)) {
    const text = (part) => (isVerbatim ? part.rawText : part.text)
    const parts = node.templateSpans.flatMap(({ expression, literal }) => [inner(expression), text(literal)])
    return joined([text(node.head), ...parts], "")
  }
  if (ts.isIdentifier(node)) return inner(initializerOf(file, node.text))
  if (ts.isParenthesizedExpression(node)) return inner(node.expression)
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return joined([inner(node.left), inner(node.right)], "")
  }
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "join"
  ) {
    const list = node.expression.expression
    return ts.isArrayLiteralExpression(list)
      ? joined(list.elements.map(inner), inner(node.arguments[0]) ?? ",")
      : undefined
  }
  return node.kind === ts.SyntaxKind.RegularExpressionLiteral ? literalOf(node).source : undefined
}

const literalOf = ({ text }) => {
  const end = text.lastIndexOf("/")
  return { source: text.slice(1, end), flags: text.slice(end + 1) }
}

/**
 * An expression of a file: a literal, or an argument of `RegExp`; without a source where it is only known at run time.
 */
const expressionOf = (node, file) => {
  if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) return literalOf(node)
  const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(file) === "RegExp"
  if (!isMade) return undefined
  const [source, flags] = node.arguments ?? []
  return { source: constantOf(source, file), flags: flags === undefined ? "" : (constantOf(flags, file) ?? "") }
}

const judged = new Map()

/** Why an expression is slow. Cached, because the same expression occurs in many files. */
const judge = ({ flags, source }) => {
  const key = `${flags}/${source}`
  if (!judged.has(key)) judged.set(key, superlinear(source, flags))
  return judged.get(key)
}

const expressionsIn = function* (file) {
  for (const node of descendants(file)) {
    const expression = expressionOf(node, file)
    if (expression !== undefined) yield { node, ...expression }
  }
}

/** Whether a text of a file can hold an expression at all. */
const mayHold = /\/|RegExp/

const regexpRule = {
  name: "linear-regexp",
  about: "the time of a regular expression must be linear in its text",
  *check({ ast, files, sources }) {
    const used = new Set()
    const sampleFor = (path, text) => {
      const found = dynamic.find(({ begins, file }) => file === path && text.startsWith(begins))
      used.add(found)
      return found?.sample
    }
    for (const path of sources.filter((each) => mayHold.test(files.get(each)))) {
      for (const { node, ...expression } of expressionsIn(ast(path))) {
        const source = expression.source ?? sampleFor(path, node.getText())
        const reason = source === undefined ? "built at run time" : judge({ source, flags: expression.flags })
        if (reason === undefined) continue
        yield { file: path, line: lineOf(ast(path), node), message: `${node.getText().slice(0, 80)}: ${reason}` }
      }
    }
    for (const each of dynamic.filter((one) => files.has(one.file) && !used.has(one))) {
      yield { file: each.file, line: 1, message: `no expression begins with ${each.begins}` }
    }
  }
}

/** `String.raw` as a function copies what it has joined for each part. */
const isRawCall = (node) => ts.isCallExpression(node) && node.expression.getText() === "String.raw"

const isQuadratic = (node) => {
  if (isRawCall(node)) return true
  if (ts.isNewExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    return node.expression.expression.getText() === "Intl" && quadratic.constructors.has(node.expression.name.text)
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { expression, name } = node.expression
  const isModule = ts.isIdentifier(expression) && /^[A-Z]/.test(expression.text)
  return quadratic.methods.has(name.text) && !isModule
}

const platformRule = {
  name: "linear-platform",
  about: "platform functions that take quadratic time must only be called in modules that limit the text",
  *check({ ast, files, sources }) {
    for (const path of sources.filter(
      (each) => !guards.has(each) && /Segmenter|normalize|localeCompare|String\.raw\(/.test(files.get(each))
    )) {
      for (const node of descendants(ast(path))) {
        if (!isQuadratic(node)) continue
        yield {
          file: path,
          line: lineOf(ast(path), node),
          message: `${node.getText().slice(0, 60)}: use core's Unicode`
        }
      }
    }
  }
}

/**
 * Modules that parse JSON without a schema, each with the reason why its nesting is bounded. `JSON.parse` accepts any
 * depth, but `JSON.stringify` and other recursive functions then overflow the stack.
 */
const parsers = new Map([
  ["packages/adapters/src/memory/MemoryOutbox.ts", "copies of decoded values"],
  ["packages/adapters/src/memory/Table.ts", "copies of decoded values"],
  [
    "packages/adapters/src/openapi/DescriptionText.ts",
    "the description reader checks the depth, in a separate process"
  ],
  ["packages/adapters/src/compute/ComputeAdapter.ts", "documents that were decoded"],
  ["packages/adapters/src/compute/ComputeWorker.ts", "documents that were decoded"],
  ["packages/adapters/src/pdf/Printing.ts", "a file of a package"],
  ["packages/adapters/src/postgres/PgPublicationFacts.ts", "rows built by a statement"],
  ["packages/adapters/src/script/Execution.ts", "lists of pairs written by the realm"],
  ["packages/adapters/src/script/realm/Body.ts", "within the stack of the script"],
  ["packages/adapters/src/script/realm/Fetch.ts", "response metadata written by the host"],
  ["packages/adapters/src/script/realm/Url.ts", "URL parts written by the host"],
  ["packages/core/src/content/tree/DocumentNode.ts", "stored content, which was decoded"],
  ["packages/core/src/foundation/secret/JsonWebToken.ts", "traversed iteratively, and claims are read by name"],
  [
    "packages/core/src/integrations/request/ScriptRefusals.ts",
    "readers of responses check the depth or read fields by name"
  ],
  ["packages/core/src/foundation/text/ExactJson.ts", "values of a description, whose depth was checked"],
  ["packages/core/src/openapi/computed/OpenedAnswers.ts", "stored answers, which were decoded"],
  ["packages/core/src/openapi/spec/OpenedSpecs.ts", "stored descriptions, which were decoded"],
  ["packages/core/src/spaces/pdf/BookText.ts", "a book written by the engine"],
  ["packages/core/src/spaces/api-import/ApiLibraries.ts", "stored descriptions, which were decoded"],
  ["packages/editor/src/paste/ClipboardHtml.ts", "a list from a clipboard, of which attributes are checked"],
  ["packages/editor/src/schema/Attributes.ts", "attributes from a clipboard, in the browser of the person who pastes"],
  ["packages/editor/src/saving/PageTransport.ts", "an event of the server, in the browser of the person who edits"],
  ["packages/http/src/documentation/Descriptions.ts", "a copy of Quire's own schemas"],
  ["packages/http/src/documentation/JsonSchemas.ts", "copies of Quire's own schemas"],
  ["packages/http/src/foundation/body/JsonReader.ts", "one string"],
  ["packages/reader/src/icon/FontAwesome.ts", "a file of a package"],
  ["packages/reader/src/request/VisitorCookies.ts", "claims are limited by a schema to a depth of five"],
  ["packages/reader/src/script/browser/Dom.ts", "texts included in the page"],
  ["packages/testing/src/row-store/ValueCases.ts", "a case of a suite"]
])

const isParse = (node) => ts.isCallExpression(node) && node.expression.getText() === "JSON.parse"

const depthRule = {
  name: "bounded-depth",
  about: "JSON must be decoded by a schema, or in a module that is listed with the bound of its depth",
  *check({ ast, files, sources }) {
    const used = new Set()
    for (const path of sources.filter(
      (each) => each.startsWith("packages/") && files.get(each).includes("JSON.parse(")
    )) {
      for (const node of descendants(ast(path))) {
        if (!isParse(node)) continue
        used.add(path)
        if (parsers.has(path)) continue
        const message = `${node.getText().slice(0, 60)}: decode it with Schema.fromJsonString, or list its bound in scripts/tidy/linear.mjs`
        yield { file: path, line: lineOf(ast(path), node), message }
      }
    }
    for (const path of parsers.keys()) {
      if (files.has(path) && !used.has(path))
        yield { file: path, line: 1, message: "no longer reads JSON without a schema" }
    }
  }
}

export const linearRules = [regexpRule, platformRule, depthRule]
