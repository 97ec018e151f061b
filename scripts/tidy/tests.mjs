import ts from "typescript-api"
import { assertions, isTestPath } from "./assertions.mjs"

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

const modes = new Set(["concurrent", "each", "effect", "live", "runIf", "skipIf"])

/** Whether a callee is `it` or `test`, or one of their modes: `it.effect`, `it.each(rows)`. */
const isRegistrar = (node) => {
  if (ts.isIdentifier(node)) return node.text === "it" || node.text === "test"
  if (ts.isPropertyAccessExpression(node)) return modes.has(node.name.text) && isRegistrar(node.expression)
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && isRegistrar(node.expression)
}

const isTest = (node) => ts.isCallExpression(node) && node.arguments.length > 1 && isRegistrar(node.expression)

const makers = new Set(["asyncProperty", "property"])
const laws = new Set(["effect", "sync"])

/** Whether a call makes a property: `fc.property(…)`, `Property.effect([…], …)`. */
const isProperty = (node) => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { expression, name } = node.expression
  const of = ts.isIdentifier(expression) ? expression.text : ""
  return of === "Property" ? laws.has(name.text) : of !== "assert" && makers.has(name.text)
}

const isFunction = (node) => ts.isArrowFunction(node) || ts.isFunctionExpression(node)

/** The law of a property: the last argument of `fc.property`, the second argument of our own constructors. */
const lawOf = ({ arguments: given, expression }) => (makers.has(expression.name.text) ? given.at(-1) : given[1])

/** Whether a law returns its own verdict, rather than only calling another function. */
const returnsVerdict = (law) => {
  if (!isFunction(law)) return false
  if (!ts.isBlock(law.body)) return !ts.isCallExpression(law.body) && !ts.isVoidExpression(law.body)
  return law.body.statements.some((statement) => ts.isReturnStatement(statement) && statement.expression !== undefined)
}

/** Asserting methods of objects that a test receives as arguments rather than by import. */
const assertingMethods = new Set([])

const assertsRule = {
  name: "test-asserts",
  about: "every test and every property must assert, or call a function that does",
  *check(repository) {
    const { asserts, isGiven } = assertions(repository, assertingMethods)
    for (const path of [...repository.files.keys()].filter(isTestPath)) {
      for (const node of descendants(repository.ast(path))) {
        const [first, ...rest] = node.arguments ?? []
        if (isTest(node) && !rest.some(asserts)) {
          yield { file: path, line: lineOf(node), message: `${first.getText()} asserts nothing` }
        }
        const law = isProperty(node) ? lawOf(node) : undefined
        if (law !== undefined && !returnsVerdict(law) && !asserts(law) && !isGiven(law)) {
          yield { file: path, line: lineOf(law), message: "property that asserts nothing" }
        }
      }
    }
  }
}

/** The function that contains a statement. */
const functionOf = (node) => (ts.isFunctionLike(node) ? node : functionOf(node.parent))

const isNothing = (node) =>
  node === undefined || node.kind === ts.SyntaxKind.TrueKeyword || (ts.isIdentifier(node) && node.text === "undefined")

/** The laws of the properties of a file, with their nodes. */
const lawsOf = function* (file) {
  for (const node of descendants(file)) {
    if (isProperty(node)) for (const law of node.arguments.filter(isFunction)) yield [law, descendants(law)]
  }
}

const leavesRule = {
  name: "test-leaves",
  about: "tests and properties must not return before they assert: filter irrelevant cases and count the rest",
  *check({ files, ast }) {
    const message = "returns from a test early: use fc.pre, or filter and count the rest"
    for (const path of [...files.keys()].filter(isTestPath)) {
      const found = new Set()
      for (const [law, nodes] of lawsOf(ast(path))) {
        for (const node of nodes) {
          const isBare = ts.isReturnStatement(node) && node.expression === undefined
          const isEarly = ts.isReturnStatement(node) && isNothing(node.expression) && functionOf(node) === law
          if (isBare || isEarly) found.add(node)
        }
      }
      for (const node of path.endsWith(".test.ts") ? descendants(ast(path)) : []) {
        if (ts.isReturnStatement(node) && node.expression === undefined) found.add(node)
      }
      for (const node of found) yield { file: path, line: lineOf(node), message }
    }
  }
}

const meters = new Set(["cpuUsage", "hrtime", "memoryUsage", "resourceUsage"])

/** Whether a node reads the wall clock, or the time or memory that the process has taken. */
const isMeter = (node) => {
  if (!ts.isCallExpression(node)) return false
  const text = node.expression.getText()
  return text === "performance.now" || (text.startsWith("process.") && text.split(".").some((part) => meters.has(part)))
}

const isMeasured = (node) => [...descendants(node)].some(isMeter)

/** The names in a file that are assigned from a measurement. */
const measuredNames = (file) =>
  new Set(
    [...descendants(file)].flatMap((node) =>
      ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined
        ? ts.isFunctionLike(node.initializer) || !isMeasured(node.initializer)
          ? []
          : [node.name.text]
        : []
    )
  )

const isAssertion = (node) => ts.isCallExpression(node) && /^(assert|expect)\b/.test(node.expression.getText())

/** Deep tests and benchmarks may: they compare measurements with each other, by hand on a quiet machine. */
const mayMeasure = (path) => path.endsWith(".deep.test.ts") || path.startsWith("test/src/bench/")

const clockRule = {
  name: "test-clock",
  about: "only deep tests and benchmarks may measure time or memory; other tests must count operations",
  *check({ files, ast }) {
    for (const path of [...files.keys()].filter((each) => isTestPath(each) && !mayMeasure(each))) {
      const file = ast(path)
      const names = measuredNames(file)
      const isJudged = (node) => isMeter(node) || (ts.isIdentifier(node) && names.has(node.text))
      for (const node of [...descendants(file)].filter(isAssertion)) {
        if (!node.arguments.some((argument) => [...descendants(argument)].some(isJudged))) continue
        yield { file: path, line: lineOf(node), message: "measures time or memory; count operations instead" }
      }
    }
  }
}

const failedRounds = "test/failedRounds.json"

const roundsRule = {
  name: "failed-round",
  about: "a recorded failed round must name an existing test, because it would never run otherwise",
  *check({ files }) {
    const texts = [...files].flatMap(([path, text]) => (path.endsWith(".test.ts") ? [text] : []))
    for (const { law } of JSON.parse(files.get(failedRounds) ?? "[]")) {
      const parts = law.split(" > ").map((part) => JSON.stringify(part))
      if (texts.some((text) => parts.every((part) => text.includes(part)))) continue
      yield { file: failedRounds, line: 1, message: `no test is called "${law}"` }
    }
  }
}

export const testRules = [assertsRule, leavesRule, clockRule, roundsRule]
