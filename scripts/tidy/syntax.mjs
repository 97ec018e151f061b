import ts from "typescript-api"

const maximumFileLines = 600
const maximumFunctionLines = 100

const lineOf = (file, position) => file.getLineAndCharacterOfPosition(position).line + 1

const descendants = function* (node) {
  yield node
  const children = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* descendants(child)
}

/** A rule about every node of every source file; `judge` returns a message for a violation. */
const nodeRule = (name, about, judge, applies = () => true) => ({
  name,
  about,
  *check({ sources, ast }) {
    for (const path of sources.filter((source) => applies(source))) {
      const file = ast(path)
      for (const node of descendants(file)) {
        const message = judge(node, file)
        if (message !== undefined) yield { file: path, line: lineOf(file, node.getStart(file)), message }
      }
    }
  }
})

/** A rule about every line of every source file. */
const textRule = (name, about, pattern) => ({
  name,
  about,
  *check({ sources, files }) {
    for (const path of sources) {
      for (const [index, line] of files.get(path).split("\n").entries()) {
        const match = pattern.exec(line)
        if (match !== null) yield { file: path, line: index + 1, message: `${about}: ${match[0]}` }
      }
    }
  }
})

const isConst = (type) =>
  ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === "const"

const assertion = (node) =>
  (ts.isAsExpression(node) && !isConst(node.type)) || ts.isTypeAssertionExpression(node)
    ? "type assertion; decode, narrow or use `satisfies`"
    : undefined

const nonNull = (node) =>
  ts.isNonNullExpression(node) ||
  ((ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node)) && node.exclamationToken !== undefined)
    ? "`!` asserts what the compiler cannot see"
    : undefined

const constructors = new Set([
  "effect",
  "scoped",
  "effectDiscard",
  "scopedDiscard",
  "unwrapEffect",
  "unwrapScoped",
  "make"
])

const isLayerCall = (node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ts.isIdentifier(node.expression.expression) &&
  node.expression.expression.text === "Layer" &&
  constructors.has(node.expression.name.text)

const isModuleLevel = (declaration) => ts.isSourceFile(declaration.parent.parent.parent)

/**
 * Whether a function is the body of a constructor: the argument of `effect:` or `scoped:` of a service, of a `Layer`
 * constructor, or a module's `make`. It only contains operations, which are measured one by one.
 */
const isConstructor = (fn) => {
  let node = fn
  while (node.parent !== undefined) {
    const { parent } = node
    if (isLayerCall(parent)) return true
    if (ts.isPropertyAssignment(parent)) return constructors.has(parent.name.getText())
    if (ts.isVariableDeclaration(parent)) return parent.name.getText() === "make" && isModuleLevel(parent)
    const transparent =
      ts.isCallExpression(parent) ||
      ts.isParenthesizedExpression(parent) ||
      ts.isPropertyAccessExpression(parent) ||
      (ts.isArrowFunction(parent) && parent.body === node)
    if (!transparent) return false
    node = parent
  }
  return false
}

const rootOf = (node) =>
  ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) ? rootOf(node.expression) : node

const registrars = new Set(["describe", "it", "layer", "suite", "test"])

/** Whether a function of `@quire/testing` lists the cases of a contract suite, which are measured one by one. */
const isSuite = (fn, file) => {
  if (!file.fileName.startsWith("packages/testing/src/")) return false
  for (const node of descendants(fn.body)) {
    if (ts.isCallExpression(node) && registrars.has(rootOf(node).text)) return true
  }
  return false
}

const longFunction = (node, file) => {
  if (!ts.isFunctionLike(node) || node.body === undefined) return undefined
  const lines = lineOf(file, node.end) - lineOf(file, node.getStart(file)) + 1
  if (lines <= maximumFunctionLines || isConstructor(node) || isSuite(node, file)) return undefined
  return `function of ${lines} lines; the maximum is ${maximumFunctionLines}`
}

const impureMembers = { Date: "now", Math: "random" }
const impureGlobals = new Set(
  `Buffer console crypto fetch globalThis performance process queueMicrotask setImmediate setInterval setTimeout`.split(
    " "
  )
)

const declares = (file, name) => {
  for (const node of descendants(file)) {
    if (node.name !== undefined && ts.isIdentifier(node.name) && node.name.text === name) {
      if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) return true
      if (ts.isImportSpecifier(node) || ts.isNamespaceImport(node) || ts.isFunctionDeclaration(node)) return true
    }
  }
  return false
}

const findImpurity = (node, file) => {
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    const { text } = node.expression
    if (Object.hasOwn(impureMembers, text) && impureMembers[text] === node.name.text) return `${text}.${node.name.text}`
    return impureGlobals.has(text) && !declares(file, text) ? text : undefined
  }
  if (ts.isNewExpression(node) && node.expression.getText(file) === "Date" && (node.arguments ?? []).length === 0) {
    return "new Date()"
  }
  const called = ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : ""
  return impureGlobals.has(called) && !declares(file, called) ? called : undefined
}

const storedView = (node, file) =>
  ts.isPropertyAssignment(node) && node.name.getText(file) === "schema" && /View\b/.test(node.initializer.getText(file))
    ? `a view is stored: ${node.initializer.getText(file)}`
    : undefined

/** Files with a line for each module, rule, error, or described field of the API. */
const lists = new Set([
  "packages/client/src/Operations.ts",
  "packages/client/src/Routes.ts",
  "packages/client/src/Schemas.ts",
  "packages/core/src/content/document/Block.ts",
  "packages/core/src/index.ts",
  "packages/core/src/internal/index.ts",
  "packages/core/src/sites/customization/CustomizationFields.ts",
  "packages/core/src/Types.ts",
  "packages/http/src/documentation/RuleTexts.ts"
])

const isPure = (path) => /^packages\/(core|testing)\/src\//.test(path)

export const syntaxRules = [
  nodeRule("no-any", "no `any`", (node) =>
    node.kind === ts.SyntaxKind.AnyKeyword ? "`any` disables type checking" : undefined
  ),
  nodeRule("no-assertion", "no type assertion but `as const`", assertion),
  nodeRule("no-non-null", "no `!`", nonNull),
  nodeRule("function-length", `a function has at most ${maximumFunctionLines} lines`, longFunction),
  nodeRule(
    "pure-core",
    "core and its contract suites must access time, randomness and the environment through ports",
    (node, file) => {
      const name = findImpurity(node, file)
      return name === undefined ? undefined : `core uses ${name}; use Clock, IdGenerator, Secrets or a port`
    },
    isPure
  ),
  nodeRule(
    "declared-endpoint",
    "http must declare endpoints with `Endpoint`, which requires a permission",
    (node) =>
      ts.isPropertyAccessExpression(node) && node.expression.getText() === "HttpApiEndpoint"
        ? "an endpoint without a permission; declare it with `Endpoint`"
        : undefined,
    (path) => path.startsWith("packages/http/src/") && !path.endsWith("/endpoint/Endpoint.ts")
  ),
  nodeRule("stored-view", "a collection must store the noun, not its view", storedView, isPure),
  textRule(
    "no-suppression",
    "a suppressed diagnostic",
    /@ts-(?:ignore|expect-error|nocheck)|(?:eslint|oxlint)-(?:disable|enable)|biome-ignore|@effect-diagnostics|(?:v8|c8|istanbul) ignore/
  ),
  textRule("no-marker", "unfinished work", /\b(?:TO(?:DO)|FIX(?:ME)|X(?:XX))\b/),
  {
    name: "file-length",
    about: `a source file has at most ${maximumFileLines} lines, except lists of modules and rules`,
    *check({ sources, files }) {
      for (const path of sources) {
        if (lists.has(path)) continue
        const lines = files.get(path).replace(/\n$/, "").split("\n").length
        if (lines > maximumFileLines) {
          yield {
            file: path,
            line: maximumFileLines + 1,
            message: `${lines} lines; the maximum is ${maximumFileLines}`
          }
        }
      }
    }
  }
]
