import { Inspection, UnionTags } from "@quire/core"
import { Predicate, SchemaAST, type SchemaIssue } from "effect"
import type * as Errors from "./Errors.ts"

interface Fault {
  readonly path: ReadonlyArray<PropertyKey>
  readonly rule: string
  readonly kind: "type" | "tag" | "missing" | "unexpected" | "value"
  readonly actual: unknown
}

type Path = Fault["path"]

/** How requests are decoded: unknown keys are faults, and decoding stops at the first fault. */
export const options = { errors: "first", onExcessProperty: "error" } as const

const article = (word: string) => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`)

const joinAlternatives = (words: ReadonlyArray<string>) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`

const deduplicate = (words: ReadonlyArray<string>) => Array.from(new Set(words))

const literalText = (literal: SchemaAST.LiteralValue) =>
  typeof literal === "bigint" ? String(literal) : JSON.stringify(literal)

const flattenUnion = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(flattenUnion) : SchemaAST.isUndefined(ast) ? [] : [ast]

/** Describes the encoded side of a schema: `a string`, `"a" or "b"`. */
const nounOf = (inspected: SchemaAST.AST): string => {
  const typed = Inspection.sourceOf(inspected)
  const ast = SchemaAST.isDeclaration(typed) ? typed : SchemaAST.toEncoded(typed)
  switch (ast._tag) {
    case "Literal":
      return literalText(ast.literal)
    case "Enum":
      return joinAlternatives(ast.enums.map(([, member]) => literalText(member)))
    case "Union":
      return joinAlternatives(deduplicate(flattenUnion(ast).map(nounOf)))
    case "Suspend":
      return nounOf(ast.thunk())
    case "Arrays":
      return "an array"
    case "Boolean":
      return "true or false"
    case "String":
    case "TemplateLiteral":
      return "a string"
    case "Number":
      return "a number"
    case "Null":
      return "null"
    case "Objects":
      return "an object"
    default: {
      const identifier = SchemaAST.resolveIdentifier(ast)
      return identifier === undefined ? "a value" : article(identifier)
    }
  }
}

const textOf = (annotation: unknown): string | undefined => (typeof annotation === "string" ? annotation : undefined)

const describeBounds = (low: unknown, high: unknown, unit: string, verb: string): string | undefined => {
  if (low === 1 && high === undefined && unit === " characters") return "must not be empty"
  if (low !== undefined && high !== undefined) {
    return low === high ? `must ${verb} exactly ${low}${unit}` : `must ${verb} between ${low} and ${high}${unit}`
  }
  if (low !== undefined) return `must ${verb} at least ${low}${unit}`
  return high === undefined ? undefined : `must ${verb} at most ${high}${unit}`
}

/** The rule of a check in English, from its annotations. */
const ruleOf = ({ annotations }: SchemaAST.Filter<unknown>, actual: unknown): string => {
  const representation = annotations?.["representation"]
  const payload = Predicate.hasProperty(representation, "payload") ? representation.payload : undefined
  const given: { readonly [name: string]: unknown } = typeof payload === "object" ? { ...payload } : {}
  const id = Predicate.hasProperty(representation, "id") ? representation.id : undefined
  const description = textOf(annotations?.["description"])
  const [unit, verb] = Array.isArray(actual) ? [" items", "have"] : [" characters", "be"]
  return (
    describeBounds(given["minLength"], given["maxLength"], unit, verb) ??
    (id === "effect/schema/isBetweenLength"
      ? describeBounds(given["minimum"], given["maximum"], unit, verb)
      : undefined) ??
    describeBounds(given["minimum"], given["maximum"], "", "be") ??
    (given["exclusiveMinimum"] === undefined ? undefined : `must be above ${given["exclusiveMinimum"]}`) ??
    (given["exclusiveMaximum"] === undefined ? undefined : `must be below ${given["exclusiveMaximum"]}`) ??
    (id === "effect/schema/isInt" ? "must be an integer" : undefined) ??
    (id === "effect/schema/isFinite" ? "must be a number" : undefined) ??
    (given["source"] === undefined ? undefined : `must match ${given["source"]}`) ??
    (description === undefined ? "is not valid" : `must be ${description}`)
  )
}

/** Whether the value does not even have the type, tag or keys of a member of a union. */
const lacksOutline = (faults: ReadonlyArray<Fault>, depth: number): boolean =>
  faults.some(
    ({ kind, path }) =>
      (kind === "type" && path.length === depth) ||
      ((kind === "tag" || kind === "missing" || kind === "unexpected") && path.length === depth + 1)
  )

const pickFewest = (groups: ReadonlyArray<ReadonlyArray<Fault>>): ReadonlyArray<Fault> =>
  groups.reduce((best, group) => (group.length < best.length ? group : best), groups[0] ?? [])

const messageOf = (ast: SchemaAST.AST) => textOf(ast.annotations?.["message"])

/** Faults of the field that discriminates the members of a union. */
const tagFaults = (ast: SchemaAST.Union, input: unknown, path: Path): ReadonlyArray<Fault> => {
  const mismatch = Predicate.isObject(input) ? UnionTags.findMismatch(ast, input) : undefined
  if (mismatch === undefined) return []
  const at = path.concat(mismatch.name)
  if (!Predicate.hasProperty(input, mismatch.name)) {
    return [{ path: at, rule: "is required", kind: "missing", actual: undefined }]
  }
  const rule = `must be ${joinAlternatives(mismatch.literals.map(nounOf))}`
  return [{ path: at, rule, kind: "tag", actual: input[mismatch.name] }]
}

const unionFaults = (issue: SchemaIssue.AnyOf | SchemaIssue.OneOf, path: Path): ReadonlyArray<Fault> => {
  const members = issue._tag === "AnyOf" ? issue.issues.map((member) => faultsOf(member, path)) : []
  const tag = tagFaults(issue.ast, issue.input, path)
  const groups = tag.length === 0 ? members : [tag, ...members]
  const fitting = groups.filter((group) => !lacksOutline(group, path.length))
  if (fitting.length > 0) return pickFewest(fitting)
  const said = messageOf(issue.ast)
  const actual = issue.input
  if (said !== undefined) return [{ path, rule: said, kind: "value", actual }]
  const outlined = groups.filter(
    (group) => !group.some((fault) => fault.kind === "type" && fault.path.length === path.length)
  )
  if (outlined.length > 0) return pickFewest(outlined)
  return [{ path, rule: `must be ${nounOf(issue.ast)}`, kind: "type", actual }]
}

const filterFaults = ({ filter, input, issue }: SchemaIssue.Filter, path: Path): ReadonlyArray<Fault> => {
  const said = textOf(filter.annotations?.["message"])
  if (said !== undefined) return [{ path, rule: said, kind: "value", actual: input }]
  const isUnsaid = issue._tag === "InvalidValue" && textOf(issue.annotations?.["message"]) === undefined
  return isUnsaid ? [{ path, rule: ruleOf(filter, input), kind: "value", actual: input }] : faultsOf(issue, path)
}

const encodingFaults = ({ ast, input, issue }: SchemaIssue.Encoding, path: Path): ReadonlyArray<Fault> => {
  const isUnsaid = issue._tag === "InvalidValue" && textOf(issue.annotations?.["message"]) === undefined
  return isUnsaid
    ? [{ path, rule: messageOf(ast) ?? `must be ${nounOf(SchemaAST.toType(ast))}`, kind: "value", actual: input }]
    : faultsOf(issue, path)
}

/** Keeps only the first of the checks that one value breaks. */
const keepFirstCheck = (issues: ReadonlyArray<SchemaIssue.Issue>): ReadonlyArray<SchemaIssue.Issue> => {
  const check = issues.find(({ _tag }) => _tag === "Filter")
  return issues.filter((issue) => issue._tag !== "Filter" || issue === check)
}

const faultsOf = (issue: SchemaIssue.Issue, path: Path): ReadonlyArray<Fault> => {
  switch (issue._tag) {
    case "Pointer":
      return faultsOf(issue.issue, path.concat(issue.path))
    case "MissingKey":
      return [{ path, rule: "is required", kind: "missing", actual: undefined }]
    case "UnexpectedKey":
      return [{ path, rule: "is not a known field", kind: "unexpected", actual: issue.input }]
    case "Forbidden":
      if (Inspection.isUnknownIssue(issue)) return []
      return [{ path, rule: "is not allowed", kind: "value", actual: issue.input }]
    case "InvalidValue": {
      const rule = textOf(issue.annotations?.["message"]) ?? "is not valid"
      return [{ path, rule, kind: "value", actual: issue.input }]
    }
    case "InvalidType": {
      const said = messageOf(issue.ast)
      const rule = said ?? `must be ${nounOf(issue.ast)}`
      return [{ path, rule, kind: said === undefined ? "type" : "value", actual: issue.input }]
    }
    case "Composite":
      return keepFirstCheck(issue.issues).flatMap((inner) => faultsOf(inner, path))
    case "AnyOf":
    case "OneOf":
      return unionFaults(issue, path)
    case "Filter":
      return filterFaults(issue, path)
    case "Encoding":
      return encodingFaults(issue, path)
  }
}

const toRule = ({ path, rule }: Fault): Errors.BrokenRule => ({ path: path.map(String).join("."), rule })

type RefusedInput = Pick<Inspection.Refusal, "issue">

/** The rules that a body breaks. */
export const reportBody = ({ issue }: RefusedInput): ReadonlyArray<Errors.BrokenRule> => faultsOf(issue, []).map(toRule)

/** The rules that a query breaks, including repeated parameters that may be given only once. */
export const reportQuery = ({ issue }: RefusedInput): ReadonlyArray<Errors.BrokenRule> =>
  faultsOf(issue, []).map((fault) =>
    toRule(fault.kind === "type" && Array.isArray(fault.actual) ? { ...fault, rule: "must be given once" } : fault)
  )
