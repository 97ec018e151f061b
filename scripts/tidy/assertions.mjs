import { posix } from "node:path"
import ts from "typescript-api"

const suites = "packages/testing/src/"

/** Whether a path belongs to tests: test folders of packages, `test/src` and the contract suites. */
export const isTestPath = (path) =>
  /^(packages\/[^/]+\/test|test\/src)\/.*\.ts$/.test(path) || (path.startsWith(suites) && path.endsWith(".ts"))

/** The module that an import of a test resolves to, if it belongs to tests. */
const targetOf = (path, specifier, files) => {
  const target = specifier.startsWith(".")
    ? posix.normalize(posix.join(posix.dirname(path), specifier))
    : specifier === "@quire/testing"
      ? `${suites}index.ts`
      : undefined
  return target !== undefined && files.has(target) && isTestPath(target) ? target : undefined
}

const libraries = new Set(["@effect/vitest", "vitest", "node:assert"])

/** The imported names of a module: other modules as a whole, or one export of them. */
const importedNames = (file, files) => {
  const names = new Map()
  const add = (clause, specifier) => {
    const path = targetOf(file.fileName, specifier, files)
    const isLibrary = libraries.has(specifier)
    if (clause !== undefined && ts.isNamespaceImport(clause)) names.set(clause.name.text, { path })
    for (const { name, propertyName } of clause?.elements ?? []) {
      names.set(name.text, { path, name: (propertyName ?? name).text, isLibrary })
    }
    if (clause !== undefined && ts.isNamespaceExport(clause)) names.set(clause.name.text, { path })
    return path
  }
  const everything = []
  for (const node of file.statements) {
    if (ts.isImportDeclaration(node)) add(node.importClause?.namedBindings, node.moduleSpecifier.text)
    if (!ts.isExportDeclaration(node) || node.moduleSpecifier === undefined) continue
    const path = add(node.exportClause, node.moduleSpecifier.text)
    if (node.exportClause === undefined && path !== undefined) everything.push(path)
  }
  return { names, everything }
}

const bindings = function* (name, declaration) {
  if (ts.isIdentifier(name)) yield [name.text, declaration]
  else for (const element of name.elements) if (element.name !== undefined) yield* bindings(element.name, declaration)
}

const declarationsOf = function* (statement) {
  if (ts.isVariableStatement(statement)) yield* declarationsIn(statement.declarationList)
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
  if (isNamed && statement.name !== undefined) yield [statement.name.text, statement]
}

const declarationsIn = function* (list) {
  for (const declaration of list.declarations) yield* bindings(declaration.name, declaration)
}

/** The names that a node declares for its own scope. */
const scopeNames = function* (node) {
  for (const statement of node.statements ?? []) yield* declarationsOf(statement)
  for (const { name } of node.parameters ?? []) if (name !== undefined) yield* bindings(name, undefined)
  const { initializer } = node
  if (initializer !== undefined && ts.isVariableDeclarationList(initializer)) yield* declarationsIn(initializer)
}

const isReference = ({ parent }, node) =>
  !(ts.isPropertyAccessExpression(parent) && parent.name === node) &&
  !(parent.name === node && !ts.isShorthandPropertyAssignment(parent)) &&
  !(ts.isBindingElement(parent) && parent.propertyName === node)

const memberOf = (object, name) =>
  object.properties.find(
    (property) => property.name !== undefined && ts.isIdentifier(property.name) && property.name.text === name
  )

/**
 * Returns whether a node asserts: it uses `assert` or `expect` of a library, throws an error of a test, or uses a test
 * helper that does. `named` lists methods that assert although they are not imported.
 */
export const assertions = ({ files, ast }, named) => {
  const scopes = new Map()
  const imports = new Map()
  const verdicts = new Map()
  const importsOf = (path) => {
    if (!imports.has(path)) imports.set(path, importedNames(ast(path), files))
    return imports.get(path)
  }
  const namesIn = (node) => {
    if (!scopes.has(node)) scopes.set(node, new Map(scopeNames(node)))
    return scopes.get(node)
  }

  /** Whether an export of a module asserts; of a module or an object, whether its `member` does. */
  const exported = (path, name, member) => {
    if (path === undefined) return false
    const top = namesIn(ast(path))
    if (top.has(name)) return judged(top.get(name), member)
    const { everything, names } = importsOf(path)
    return names.has(name) ? imported(names.get(name), member) : everything.some((each) => exported(each, name, member))
  }
  const imported = ({ isLibrary, name, path }, member) =>
    isLibrary === true
      ? name === "assert" || (name === "expect" && member !== "getState")
      : name === undefined
        ? member !== undefined && exported(path, member)
        : exported(path, name, member)

  const judged = (declaration, member) => {
    if (declaration === undefined) return false
    const { initializer } = declaration
    const part =
      member !== undefined && initializer !== undefined && ts.isObjectLiteralExpression(initializer)
        ? memberOf(initializer, member)
        : declaration
    if (part === undefined) return false
    if (!verdicts.has(part)) {
      verdicts.set(part, false)
      verdicts.set(part, asserts(part))
    }
    return verdicts.get(part)
  }

  const resolves = (node) => {
    const { parent } = node
    const member = ts.isPropertyAccessExpression(parent) && parent.expression === node ? parent.name.text : undefined
    for (let at = parent; at !== undefined; at = at.parent) {
      if (namesIn(at).has(node.text)) return judged(namesIn(at).get(node.text), member)
    }
    const from = importsOf(node.getSourceFile().fileName).names.get(node.text)
    const isUsed = from?.isLibrary !== true || member !== undefined || parent.expression === node
    return from !== undefined && isUsed && imported(from, member)
  }

  const asserts = (node) => {
    if (ts.isTypeNode(node)) return false
    if (ts.isIdentifier(node) && node.parent !== undefined && isReference(node, node)) return resolves(node)
    const isNamed = ts.isPropertyAccessExpression(node) && named.has(node.name.text)
    return isNamed || ts.forEachChild(node, (child) => asserts(child) || undefined) === true
  }

  /** Whether a node only calls a parameter of an enclosing function, like `law` in `(law) => fc.property(…, law)`. */
  const isGiven = (node, within = node) => {
    if (!ts.isIdentifier(node)) return ts.forEachChild(node, (child) => isGiven(child, within) || undefined) === true
    const isUsed = node.parent.arguments?.includes(node) || node.parent.expression === node
    if (!isUsed) return false
    let at = node.parent
    while (at !== undefined && !namesIn(at).has(node.text)) at = at.parent
    const isOutside = at !== undefined && at.pos <= within.pos && at.end >= within.end && at !== within
    return isOutside && namesIn(at).get(node.text) === undefined
  }
  return { asserts, isGiven }
}
