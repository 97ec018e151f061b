import { Formatter, Predicate, type Schema, SchemaAST, SchemaIssue } from "effect"
import * as Inspection from "./Inspection.ts"
import * as UnionTags from "./UnionTags.ts"

/** One fault of an input, with its path. */
export interface Fault {
  readonly path: ReadonlyArray<PropertyKey>
  readonly rule: string
}

type Path = Fault["path"]

const describeField = ({ name, type }: SchemaAST.PropertySignature) =>
  `readonly ${String(name)}${SchemaAST.isOptional(type) ? "?" : ""}: ${describeType(type)}`

const describeKey = ({ parameter, type }: SchemaAST.IndexSignature) =>
  `readonly [x: ${describeType(parameter)}]: ${describeType(type)}`

const describeShape = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "Literal":
      return Formatter.format(ast.literal)
    case "Union":
      return ast.types.map(describeType).join(" | ")
    case "Arrays":
      return `ReadonlyArray<${ast.rest.map(describeType).join(", ")}>`
    case "Objects": {
      const members = [...ast.propertySignatures.map(describeField), ...ast.indexSignatures.map(describeKey)]
      return members.length === 0 ? "{}" : `{ ${members.join("; ")} }`
    }
    case "Suspend":
      return describeType(ast.thunk())
    default:
      return ast._tag.toLowerCase()
  }
}

/** Describes a schema by its identifier, or else by its structure. */
const describeType = (inspected: SchemaAST.AST): string => {
  const ast = Inspection.sourceOf(inspected)
  return SchemaAST.resolveIdentifier(ast) ?? describeShape(ast)
}

const isNamed = (ast: SchemaAST.AST) => SchemaAST.isObjects(ast) || SchemaAST.isDeclaration(ast)

/** Describes a schema without its checks, for a value of the wrong type. */
const describeBareType = (inspected: SchemaAST.AST): string => {
  const ast = Inspection.sourceOf(inspected)
  const name = ast.annotations?.["identifier"] ?? (isNamed(ast) ? SchemaAST.resolveIdentifier(ast) : undefined)
  return typeof name === "string" ? name : describeShape(ast)
}

const expectedFault = (noun: string, input: unknown, path: Path): ReadonlyArray<Fault> => [
  { path, rule: `Expected ${noun}, actual ${Formatter.format(input)}` }
]

/** The fault of the field that makes an object fit no member of a union. */
const findTagFaults = (ast: SchemaAST.Union, input: object, path: Path): ReadonlyArray<Fault> => {
  const { literals = [], name } = UnionTags.findMismatch(ast, input) ?? {}
  if (name === undefined) return []
  return Object.hasOwn(input, name)
    ? expectedFault(literals.map(describeType).join(" | "), Reflect.get(input, name), [...path, name])
    : [{ path: [...path, name], rule: "is missing" }]
}

/** A fault for every member that the value does not match. */
const findMismatches = (ast: SchemaAST.AST, input: unknown, path: Path): ReadonlyArray<Fault> => {
  if (!SchemaAST.isUnion(ast)) return expectedFault(describeBareType(ast), input, path)
  const { others, tagged } = UnionTags.of(ast)
  const names = others.length === 0 ? describeType(ast) : tagged.map((member) => describeType(member.ast)).join(" | ")
  const tagFaults =
    tagged.length === 0
      ? []
      : Predicate.isObjectOrArray(input)
        ? findTagFaults(ast, input, path)
        : (findMessageFault(ast.annotations, path) ?? expectedFault(names, input, path))
  return [...tagFaults, ...others.flatMap((member) => findMismatches(member, input, path))]
}

const findMessageFault = (annotations: Schema.Annotations.Annotations | undefined, path: Path) => {
  const message = annotations?.["message"]
  return typeof message === "string" ? [{ path, rule: message }] : undefined
}

const describeKnownKeys = (ast: SchemaAST.AST): string => {
  if (!SchemaAST.isObjects(ast)) return "never"
  const names = ast.propertySignatures.map(({ name }) => Formatter.format(name))
  return [...ast.indexSignatures.map(({ parameter }) => describeType(parameter)), ...names].join(" | ") || "never"
}

const readInput = (issue: SchemaIssue.Issue): unknown => (SchemaIssue.hasInput(issue) ? issue.input : undefined)

/** Whether an object has all required fields of a member and no unknown ones. */
const hasFieldsOf = (ast: SchemaAST.AST, input: unknown): boolean =>
  SchemaAST.isObjects(ast) &&
  ast.indexSignatures.length === 0 &&
  Predicate.isObject(input) &&
  ast.propertySignatures.every(({ name, type }) => SchemaAST.isOptional(type) || Object.hasOwn(input, name)) &&
  Object.keys(input).every((key) => ast.propertySignatures.some(({ name }) => name === key))

/** Whether no member of a union was tried, because the value is tagged as none of them. */
const isUntried = (issue: SchemaIssue.Issue): boolean => issue._tag === "AnyOf" && issue.issues.every(isUntried)

/** Whether the fields of the value are those of the member that was tried. */
const isMeant = (issue: SchemaIssue.Issue, input: unknown): boolean => {
  switch (issue._tag) {
    case "Composite":
      return hasFieldsOf(SchemaAST.toEncoded(issue.ast), input)
    case "AnyOf":
      return issue.issues.some((inner) => isMeant(inner, input))
    default:
      return false
  }
}

const removeDuplicates = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  Array.from(new Map(faults.map((fault) => [JSON.stringify([fault.path.map(String), fault.rule]), fault])).values())

/** The faults of the member that the value is intended for, or of all members that were tried. */
const findUnionFaults = (issue: SchemaIssue.AnyOf, path: Path): ReadonlyArray<Fault> => {
  const input = readInput(issue)
  const tried = issue.issues.filter((inner) => !isUntried(inner))
  if (tried.length === 0) return findMismatches(issue.ast, input, path)
  const meant = tried.filter((inner) => isMeant(inner, input))
  return removeDuplicates((meant.length === 0 ? tried : meant).flatMap((inner) => findFaults(inner, path)))
}

const describeExpectation = (check: SchemaAST.Check<unknown>): string => {
  const text = check.annotations?.["expected"]
  return typeof text === "string" ? text : "<filter>"
}

const findCheckFaults = (issue: SchemaIssue.Filter, path: Path): ReadonlyArray<Fault> =>
  findMessageFault(issue.filter.annotations, path) ??
  (issue.issue._tag === "InvalidValue"
    ? (findMessageFault(issue.issue.annotations, path) ??
      expectedFault(describeExpectation(issue.filter), readInput(issue), path))
    : findFaults(issue.issue, path))

/** Keeps only the first failed check of a value, because later checks rely on earlier ones. */
const keepFirstCheck = (issues: ReadonlyArray<SchemaIssue.Issue>): ReadonlyArray<SchemaIssue.Issue> => {
  const first = issues.find(({ _tag }) => _tag === "Filter")
  return first === undefined ? issues : [first]
}

/** The faults of an input in the order of its fields; faults of type show the value that was given. */
export const findFaults = (issue: SchemaIssue.Issue, path: Path = []): ReadonlyArray<Fault> => {
  switch (issue._tag) {
    case "MissingKey":
      return [{ path, rule: "is missing" }]
    case "UnexpectedKey":
      return [{ path, rule: `is unexpected, expected: ${describeKnownKeys(issue.ast)}` }]
    case "InvalidType":
      return findMessageFault(issue.ast.annotations, path) ?? findMismatches(issue.ast, readInput(issue), path)
    case "Filter":
      return findCheckFaults(issue, path)
    case "Encoding":
      return findFaults(issue.issue, path)
    case "Pointer":
      return findFaults(issue.issue, [...path, ...issue.path])
    case "Composite":
      return keepFirstCheck(issue.issues).flatMap((inner) => findFaults(inner, path))
    case "AnyOf":
      return findUnionFaults(issue, path)
    case "OneOf":
      return expectedFault(describeType(issue.ast), readInput(issue), path)
    case "InvalidValue":
    case "Forbidden":
      if (Inspection.isUnknownIssue(issue)) return []
      return findMessageFault(issue.annotations, path) ?? [{ path, rule: "is not valid" }]
  }
}
