import { Option, type ParseResult, SchemaAST } from "effect"
import type { BrokenRule } from "./Errors.ts"

interface Fault {
  readonly path: ReadonlyArray<PropertyKey>
  readonly rule: string
  readonly kind: "type" | "missing" | "unexpected" | "value"
  readonly actual: unknown
}

type Path = Fault["path"]

const article = (word: string) => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`)

const alternatives = (words: ReadonlyArray<string>) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`

const literalText = (literal: SchemaAST.LiteralValue) =>
  typeof literal === "bigint" ? String(literal) : JSON.stringify(literal)

const members = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(members) : SchemaAST.isUndefinedKeyword(ast) ? [] : [ast]

/** What a value of the encoded side is called: `a string`, `"a" or "b"`. */
const nounOf = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "Literal":
      return literalText(ast.literal)
    case "Enums":
      return alternatives(ast.enums.map(([, member]) => literalText(member)))
    case "Union":
      return alternatives(Array.from(new Set(members(ast).map(nounOf))))
    case "Refinement":
    case "Transformation":
      return nounOf(ast.from)
    case "Suspend":
      return nounOf(ast.f())
    case "TupleType":
      return "an array"
    case "BooleanKeyword":
      return "true or false"
    case "StringKeyword":
    case "TemplateLiteral":
      return "a string"
    case "NumberKeyword":
      return "a number"
    case "TypeLiteral":
      return "an object"
    default:
      return Option.match(SchemaAST.getIdentifierAnnotation(ast), { onNone: () => "a value", onSome: article })
  }
}

const own = (issue: ParseResult.ParseIssue): { readonly message: string; readonly override: boolean } | undefined => {
  if (issue._tag === "Pointer" || issue._tag === "Unexpected" || issue._tag === "Missing") return undefined
  const said = Option.map(SchemaAST.getMessageAnnotation(issue.ast), (annotation) => annotation(issue))
  if (Option.isNone(said)) return undefined
  if (typeof said.value === "string") return { message: said.value, override: false }
  if (!("message" in said.value) || typeof said.value.message !== "string") return undefined
  return { message: said.value.message, override: said.value.override }
}

const bounds = (low: unknown, high: unknown, unit: string, verb: string): string | undefined => {
  if (low === 1 && high === undefined && unit === " characters") return "must not be empty"
  if (low !== undefined && high !== undefined) {
    return low === high ? `must ${verb} exactly ${low}${unit}` : `must ${verb} between ${low} and ${high}${unit}`
  }
  if (low !== undefined) return `must ${verb} at least ${low}${unit}`
  return high === undefined ? undefined : `must ${verb} at most ${high}${unit}`
}

/** The rule of a refinement in English, from its JSON Schema, else from its description. */
const ruleOf = (ast: SchemaAST.Refinement): string => {
  const schema: { readonly [keyword: string]: unknown } = Object.fromEntries(
    Object.entries(Option.getOrElse(SchemaAST.getJSONSchemaAnnotation(ast), () => ({})))
  )
  const known =
    bounds(schema["minLength"], schema["maxLength"], " characters", "be") ??
    bounds(schema["minItems"], schema["maxItems"], " items", "have") ??
    bounds(schema["minimum"], schema["maximum"], "", "be") ??
    (schema["exclusiveMinimum"] === undefined ? undefined : `must be above ${schema["exclusiveMinimum"]}`) ??
    (schema["exclusiveMaximum"] === undefined ? undefined : `must be below ${schema["exclusiveMaximum"]}`) ??
    (schema["type"] === "integer" ? "must be an integer" : undefined) ??
    (schema["pattern"] === undefined ? undefined : `must match ${schema["pattern"]}`)
  if (known !== undefined) return known
  const description = SchemaAST.getDescriptionAnnotation(ast)
  return Option.isSome(description) ? `must be ${description.value}` : "is not valid"
}

const listed = (issues: ParseResult.Composite["issues"]): ReadonlyArray<ParseResult.ParseIssue> =>
  Array.isArray(issues) ? issues : "_tag" in issues ? [issues] : issues

/** A message that core wrote is a rule; one that the library wrote tells types, not rules. */
const isRule = (message: string) => !/^(Expected|Unable|Invalid)\b/.test(message)

const typeFault = (issue: ParseResult.Type, path: Path): Fault => {
  const { actual, ast, message } = issue
  const said = own(issue)?.message ?? (message !== undefined && isRule(message) ? message : undefined)
  if (said !== undefined) return { path, rule: said, kind: "value", actual }
  if (SchemaAST.isTransformation(ast)) return { path, rule: `must be ${nounOf(ast.to)}`, kind: "value", actual }
  return { path, rule: `must be ${nounOf(ast)}`, kind: "type", actual }
}

/** Whether the value has not even the outline that a member of a union asks for. */
const misfits = (faults: ReadonlyArray<Fault>, depth: number): boolean =>
  faults.some(
    ({ kind, path }) =>
      (kind === "type" && path.length === depth) ||
      ((kind === "missing" || kind === "unexpected") && path.length === depth + 1)
  )

const fewest = (groups: ReadonlyArray<ReadonlyArray<Fault>>): ReadonlyArray<Fault> =>
  groups.reduce((best, group) => (group.length < best.length ? group : best), groups[0] ?? [])

const unionFaults = (issue: ParseResult.Composite, path: Path): ReadonlyArray<Fault> => {
  const groups = listed(issue.issues).map((member) => faultsOf(member, path))
  const fitting = groups.filter((group) => !misfits(group, path.length))
  if (fitting.length > 0) return fewest(fitting)
  const said = own(issue)
  const { actual } = issue
  if (said !== undefined) return [{ path, rule: said.message, kind: "value", actual }]
  const outlined = groups.filter(
    (group) => !group.some((fault) => fault.kind === "type" && fault.path.length === path.length)
  )
  if (outlined.length > 0) return fewest(outlined)
  return [{ path, rule: `must be ${nounOf(issue.ast)}`, kind: "type", actual }]
}

const compositeFaults = (issue: ParseResult.Composite, path: Path): ReadonlyArray<Fault> => {
  if (SchemaAST.isUnion(issue.ast)) return unionFaults(issue, path)
  const said = own(issue)
  return said?.override === true
    ? [{ path, rule: said.message, kind: "value", actual: issue.actual }]
    : listed(issue.issues).flatMap((inner) => faultsOf(inner, path))
}

const refinementFaults = (issue: ParseResult.Refinement, path: Path): ReadonlyArray<Fault> => {
  const said = own(issue)
  const { actual } = issue
  if (said !== undefined && (issue.kind === "Predicate" || said.override)) {
    return [{ path, rule: said.message, kind: "value", actual }]
  }
  if (issue.kind === "From") return faultsOf(issue.issue, path)
  const inner = issue.issue
  const isOwn = inner._tag === "Type" && inner.ast === issue.ast && inner.message === undefined
  return isOwn ? [{ path, rule: ruleOf(issue.ast), kind: "value", actual }] : faultsOf(inner, path)
}

const faultsOf = (issue: ParseResult.ParseIssue, path: Path): ReadonlyArray<Fault> => {
  switch (issue._tag) {
    case "Pointer":
      return faultsOf(issue.issue, path.concat(issue.path))
    case "Missing":
      return [{ path, rule: "is required", kind: "missing", actual: undefined }]
    case "Unexpected":
      return [{ path, rule: "is not a known field", kind: "unexpected", actual: issue.actual }]
    case "Forbidden":
      return [{ path, rule: "is not allowed", kind: "value", actual: issue.actual }]
    case "Type":
      return [typeFault(issue, path)]
    case "Composite":
      return compositeFaults(issue, path)
    case "Refinement":
      return refinementFaults(issue, path)
    case "Transformation": {
      const said = own(issue)
      return said !== undefined && (issue.kind === "Transformation" || said.override)
        ? [{ path, rule: said.message, kind: "value", actual: issue.actual }]
        : faultsOf(issue.issue, path)
    }
  }
}

const toRule = ({ path, rule }: Fault): BrokenRule => ({ path: path.map(String).join("."), rule })

/** The rules that a body breaks, in the order of its schema. */
export const ofBody = (error: ParseResult.ParseError): ReadonlyArray<BrokenRule> =>
  faultsOf(error.issue, []).map(toRule)

/** The rules that a query breaks; a parameter given twice where one is known is one of them. */
export const ofQuery = (error: ParseResult.ParseError): ReadonlyArray<BrokenRule> =>
  faultsOf(error.issue, []).map((fault) =>
    toRule(fault.kind === "type" && Array.isArray(fault.actual) ? { ...fault, rule: "must be given once" } : fault)
  )
