import ts from "typescript-api"

const isPlantsPath = (path) => /^test\/plants\/[^/]+\.mjs$/.test(path)

const descendants = function* (node) {
  yield node
  const children = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* descendants(child)
}

/** The texts of an object, by name. */
const textsOf = (node) =>
  Object.fromEntries(
    node.properties
      .filter((property) => ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.initializer))
      .map(({ initializer, name }) => [name.text, initializer.text])
  )

/** The planted bugs of a file, each with its line. */
const plantsOf = function* (file) {
  for (const node of descendants(file)) {
    if (!ts.isObjectLiteralExpression(node)) continue
    const { bug, file: module, from, package: owner = "core", to } = textsOf(node)
    if (bug === undefined || module === undefined || from === undefined || to === undefined) continue
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
    yield { bug, from, line, path: `packages/${owner}/src/${module}`, to }
  }
}

const faultOf = ({ from, path, to }, text) => {
  if (text === undefined) return `${path} does not exist`
  const count = text.split(from).length - 1
  if (count !== 1) return `${path} contains the replaced text ${count === 0 ? "0 times" : `${count} times`}`
  return from === to ? "it changes nothing" : undefined
}

const fitsRule = {
  name: "plant-fits",
  about: "a planted bug must replace a text that occurs exactly once in its module",
  *check({ ast, files }) {
    for (const path of [...files.keys()].filter(isPlantsPath)) {
      for (const plant of plantsOf(ast(path))) {
        const fault = faultOf(plant, files.get(plant.path))
        if (fault !== undefined) yield { file: path, line: plant.line, message: `"${plant.bug}": ${fault}` }
      }
    }
  }
}

/** The beginnings of paths in the suites of a file, each with its line. */
const pathsOf = function* (file) {
  for (const node of descendants(file)) {
    if (!ts.isVariableDeclaration(node) || node.name.getText(file) !== "suites") continue
    for (const each of descendants(node)) {
      if (!ts.isStringLiteralLike(each) || !/^(?:packages|test)\//.test(each.text)) continue
      yield { path: each.text, line: file.getLineAndCharacterOfPosition(each.getStart(file)).line + 1 }
    }
  }
}

const testsRule = {
  name: "plant-tests",
  about: "the suites of planted bugs must name test files that exist",
  *check({ ast, files }) {
    const tests = [...files.keys()].filter((path) => path.endsWith(".test.ts"))
    for (const file of [...files.keys()].filter(isPlantsPath)) {
      for (const { line, path } of pathsOf(ast(file))) {
        if (tests.some((test) => test.startsWith(path))) continue
        yield { file, line, message: `no test file begins with ${path}` }
      }
    }
  }
}

export const plantRules = [fitsRule, testsRule]
