import ts from "typescript-api"

const { SyntaxKind: Kind } = ts

/** The operators that may replace each operator. */
const operators = {
  "<": ["<=", ">"],
  "<=": ["<", ">="],
  ">": [">=", "<"],
  ">=": [">", "<="],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["+"]
}

/** Methods that may replace one another, and methods that may be omitted from a chain. */
const confused = { some: "every", every: "some", max: "min", min: "max", find: "findLast", indexOf: "lastIndexOf" }
const omitted = new Set(["filter", "sort", "toSorted", "reverse", "toReversed", "slice"])
const judging = new Set(["filter", "some", "every", "find", "findIndex", "findLast", "partition"])

const isConditional = (node) =>
  ts.isIfStatement(node) || ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isWhileStatement(node)

/** Whether a statement is inside a condition, so that the rest of its function runs if it is removed. */
const isEarly = (node) => {
  for (let at = node.parent; at !== undefined && !ts.isFunctionLike(at); at = at.parent) {
    if (isConditional(at) || ts.isSwitchStatement(at)) return true
  }
  return false
}

/** Whether a node runs once, while its module is loaded: constants, schemas, tables. */
const isFixed = (node) => ts.findAncestor(node, ts.isFunctionLike) === undefined

/** Whether a node is part of a longer `a?.b.c`, which parentheses would split. */
const isInChain = (node) => ts.isOptionalChain(node) && ts.isOptionalChain(node.parent)

const isCondition = (node) => {
  const { parent } = node
  return (
    ((ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node) ||
    (ts.isForStatement(parent) && parent.condition === node)
  )
}

const ofOperator = (node, text) => {
  const { left, operatorToken, right } = node
  const [a, operator, b] = [text(left), text(operatorToken), text(right)]
  if (operator === "&&" || operator === "||") {
    return [
      ["logic", `(${a}) ${operator === "&&" ? "||" : "&&"} (${b})`],
      ["operand", a],
      ["operand", b]
    ]
  }
  if (operator === "??") return [["fallback", b]]
  const isText = [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side))
  if (operator === "+" && isText) return []
  return (operators[operator] ?? []).map((other) => ["operator", `${a} ${other} ${b}`])
}

const ofCall = (node, text) => {
  const { expression: callee } = node
  if (!ts.isPropertyAccessExpression(callee) || isInChain(node)) return []
  const name = callee.name.text
  const own = text(callee.expression)
  const args = `(${node.arguments.map(text).join(", ")})`
  const dot = callee.questionDotToken === undefined ? "." : "?."
  return [
    ...(Object.hasOwn(confused, name) ? [["method", `${own}${dot}${confused[name]}${args}`]] : []),
    ...(omitted.has(name) && !/^[A-Z]\w*$/.test(own) ? [["omitted call", own]] : [])
  ]
}

const isPredicate = (node) => {
  const { parent } = node
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false
  if (!judging.has(parent.expression.name.text)) return false
  const isOfArray = parent.arguments[0] === node && !/^[A-Z]\w*$/.test(parent.expression.expression.getText())
  return isOfArray || (parent.arguments[1] === node && parent.arguments.length === 2)
}

const ofList = (node, text) => {
  const parts = ts.isArrayLiteralExpression(node) ? node.elements : node.properties
  const [open, close] = ts.isArrayLiteralExpression(node) ? ["[", "]"] : ["{ ", " }"]
  const isSpread = (part) => ts.isSpreadElement(part) || ts.isSpreadAssignment(part)
  return parts.filter(isSpread).map((part) => [
    "spread",
    `${open}${parts
      .filter((other) => other !== part)
      .map(text)
      .join(", ")}${close}`
  ])
}

const isDropped = (node) => {
  if (ts.isExpressionStatement(node)) return true
  return (ts.isReturnStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node)) && isEarly(node)
}

/** The kind and the new text of each mutant of a node. The text is empty for a statement, which is removed. */
const variants = (node, text) => {
  const found = []
  if (isDropped(node)) found.push([ts.isExpressionStatement(node) ? "statement" : "early exit", ""])
  if (!ts.isExpression(node)) return found
  if (isCondition(node)) found.push(["condition", `!(${text(node)})`], ["branch", "false"])
  if (ts.isIfStatement(node.parent) && isCondition(node)) found.push(["branch", "true"])
  if (isPredicate(node)) found.push(["predicate", `(...all) => !(${text(node)})(...all)`])
  if (ts.isConditionalExpression(node)) {
    found.push(["ternary", `(${text(node.condition)}) ? (${text(node.whenFalse)}) : (${text(node.whenTrue)})`])
  }
  if (ts.isBinaryExpression(node)) found.push(...ofOperator(node, text))
  if (ts.isCallExpression(node)) found.push(...ofCall(node, text))
  if (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node)) found.push(...ofList(node, text))
  if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken) {
    found.push(["negation", text(node.operand)])
  }
  if (ts.isNumericLiteral(node)) found.push(["constant", `${text(node)} + 1`], ["constant", `${text(node)} - 1`])
  if (node.kind === Kind.TrueKeyword) found.push(["constant", "false"])
  if (node.kind === Kind.FalseKeyword) found.push(["constant", "true"])
  return found
}

const isTarget = (node) =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind >= Kind.FirstAssignment &&
  node.parent.operatorToken.kind <= Kind.LastAssignment

/** Whether a node is skipped: types, imports and names do not run, and assignment targets are not values. */
const isPassedOver = (node) =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isComputedPropertyName(node) ||
  isTarget(node) ||
  (ts.isNumericLiteral(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node)

const parse = (path, source) => ts.createSourceFile(path, source, ts.ScriptTarget.ES2022, true)

const outline = (source) => source.replace(/\s+/g, " ").trim()

/** Every mutant of a module, in source order. */
export const candidates = (path, source) => {
  const file = parse(path, source)
  const text = (node) => source.slice(node.getStart(), node.end)
  const found = []
  const visit = (node) => {
    if (isPassedOver(node)) return
    for (const [kind, to] of variants(node, text)) {
      const start = node.getStart()
      const line = file.getLineAndCharacterOfPosition(start).line + 1
      const from = outline(text(node))
      if (outline(to) !== from) found.push({ path, line, start, end: node.end, kind, from, to, isFixed: isFixed(node) })
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(file, visit)
  return found
}

const wrapped = (node, own, mutants) => {
  if (mutants.length === 0) return own
  if (ts.isStatement(node)) return `{ if (!__mutant(${mutants[0].id})) ${own} }`
  return `(${mutants.map(({ id, to }) => `__mutant(${id}) ? (${to}) : `).join("")}(${own}))`
}

/** Returns the source of a module with all given mutants, each behind a check whether it is active. */
export const instrument = (path, source, mutants) => {
  const at = new Map()
  for (const mutant of mutants) {
    const key = `${mutant.start}-${mutant.end}-${mutant.to === ""}`
    at.set(key, [...(at.get(key) ?? []), mutant])
  }
  const render = (node) => {
    let text = ""
    let position = node.getStart()
    ts.forEachChild(node, (child) => {
      if (child.getStart() < position) throw new Error(`children out of order in ${path}`)
      text += source.slice(position, child.getStart()) + render(child)
      position = child.end
    })
    text += source.slice(position, node.end)
    return wrapped(node, text, at.get(`${node.getStart()}-${node.end}-${ts.isStatement(node)}`) ?? [])
  }
  return render(parse(path, source))
}
