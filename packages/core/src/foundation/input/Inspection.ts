import { Effect, Exit, Schema, SchemaAST, SchemaIssue, SchemaParser } from "effect"
import * as EventLoop from "../scheduling/EventLoop.ts"

/** After this many faulty items no further items are checked. */
export const maxFaultyItems = 100

/** Array items, at every depth, that are decoded before other fibers may run. */
export const itemsPerSlice = 100

type Issue = SchemaIssue.Issue
type Options = SchemaAST.ParseOptions
type UnknownKeys = "error" | "ignore"
type Decode = (input: unknown, options: Options) => Effect.Effect<unknown, Issue>

/** The faults of an input, or only the first ones if there are many. */
export interface Refusal {
  readonly issue: Issue
  /** Whether the whole input was checked for faults. */
  readonly isWhole: boolean
}

/** Placeholder for the possible faults of an item that was not checked. */
const unseen = new SchemaIssue.Forbidden({ message: "was not checked" })
const skipItem = Effect.fail(unseen)

export const isUnknownIssue = (issue: Issue): boolean => issue === unseen

/** The options and the progress of decoding one input. */
export class Inspection implements SchemaAST.ParseOptions {
  readonly errors: "first" | "all"
  readonly onExcessProperty: UnknownKeys
  readonly reportInput = true
  private items = 0
  private faulty = 0

  constructor(errors: "first" | "all", unknownKeys: UnknownKeys) {
    this.errors = errors
    this.onExcessProperty = unknownKeys
  }

  /** If only the first fault is requested, every item is checked, because this decides whether an input is valid. */
  get isWhole(): boolean {
    return this.errors === "first" || this.faulty < maxFaultyItems
  }

  decodeItem(decode: Decode, input: unknown): Effect.Effect<unknown, Issue> {
    if (!this.isWhole) return skipItem
    this.items++
    if (this.items % itemsPerSlice !== 0) return this.decodeCounted(decode, input)
    return Effect.andThen(
      EventLoop.yieldNow,
      Effect.suspend(() => this.decodeCounted(decode, input))
    )
  }

  /** Of nested items only the innermost faulty one counts. */
  private decodeCounted(decode: Decode, input: unknown): Effect.Effect<unknown, Issue> {
    const before = this.faulty
    const count = () => {
      if (this.faulty === before) this.faulty++
    }
    const decoded = decode(input, this)
    if (!Exit.isExit(decoded)) return Effect.tapError(decoded, () => Effect.sync(count))
    if (Exit.isFailure(decoded)) count()
    return decoded
  }
}

const makeDecode = (ast: SchemaAST.AST): Decode =>
  SchemaParser.decodeUnknownEffect(Schema.make<Schema.Codec<unknown>>(ast))

const wrapItem = (source: SchemaAST.AST): SchemaAST.AST =>
  new SchemaAST.Declaration([findOrMakeCopy(source)], ([inner = source]) => {
    const decode = makeDecode(inner)
    return (input, _, options) =>
      options instanceof Inspection ? options.decodeItem(decode, input) : decode(input, options)
  })

const lengthIds: ReadonlySet<unknown> = new Set([
  "effect/schema/isMinLength",
  "effect/schema/isMaxLength",
  "effect/schema/isBetweenLength"
])

const isLength = (check: SchemaAST.Check<unknown>): check is SchemaAST.Filter<unknown> =>
  check._tag === "Filter" && lengthIds.has(check.annotations?.representation?.id)

/** Makes the length checks of an array run before its items are decoded. */
const checkLengthFirst = (source: SchemaAST.Arrays, copy: SchemaAST.Arrays): SchemaAST.AST => {
  const checks: ReadonlyArray<SchemaAST.Check<unknown>> = source.checks ?? []
  const lengths = checks.filter(isLength)
  if (lengths.length === 0) return copy
  const run = ([inner = copy]: ReadonlyArray<SchemaAST.AST>) => {
    const decode = makeDecode(inner)
    return (input: unknown, _: SchemaAST.AST, options: Options) => {
      for (const check of Array.isArray(input) ? lengths : []) {
        const issue = check.run(input, source, options)
        if (issue === undefined) continue
        const broken = new SchemaIssue.Filter(check, issue, input, options)
        return Effect.fail(new SchemaIssue.Composite(source, [broken], input, options))
      }
      return decode(input, options)
    }
  }
  return new SchemaAST.Declaration([copy], run, source.annotations, undefined, undefined, source.context)
}

const copyArrays = (ast: SchemaAST.Arrays): SchemaAST.Arrays =>
  new SchemaAST.Arrays(
    ast.isMutable,
    ast.elements.map(findOrMakeCopy),
    ast.rest.map(wrapItem),
    ast.annotations,
    ast.checks,
    undefined,
    ast.context
  )

const copyObjects = (ast: SchemaAST.Objects): SchemaAST.Objects =>
  new SchemaAST.Objects(
    ast.propertySignatures.map(({ name, type }) => new SchemaAST.PropertySignature(name, findOrMakeCopy(type))),
    ast.indexSignatures.map(({ parameter, type }) => new SchemaAST.IndexSignature(parameter, findOrMakeCopy(type))),
    ast.annotations,
    ast.checks,
    undefined,
    ast.context
  )

/**
 * A union needs the properties that distinguish its members, so the length of an array among them is not checked first.
 */
const copyMember = (ast: SchemaAST.AST): SchemaAST.AST =>
  SchemaAST.isArrays(ast) && ast.encoding === undefined ? rememberSource(ast, copyArrays(ast)) : findOrMakeCopy(ast)

const makeCopy = (ast: SchemaAST.AST): SchemaAST.AST => {
  if (ast.encoding !== undefined) return ast
  switch (ast._tag) {
    case "Arrays":
      return checkLengthFirst(ast, rememberSource(ast, copyArrays(ast)))
    case "Objects":
      return copyObjects(ast)
    case "Union":
      return new SchemaAST.Union(
        ast.types.map(copyMember),
        ast.options,
        ast.annotations,
        ast.checks,
        undefined,
        ast.context
      )
    case "Suspend":
      return new SchemaAST.Suspend(
        () => findOrMakeCopy(ast.thunk()),
        ast.annotations,
        undefined,
        undefined,
        ast.context
      )
    default:
      return ast
  }
}

const copies = new WeakMap<SchemaAST.AST, SchemaAST.AST>()
const sources = new WeakMap<SchemaAST.AST, SchemaAST.AST>()

const rememberSource = <A extends SchemaAST.AST>(source: SchemaAST.AST, copy: A): A => {
  if (copy !== source) sources.set(copy, source)
  return copy
}

const findOrMakeCopy = (ast: SchemaAST.AST): SchemaAST.AST => {
  const known = copies.get(ast)
  if (known !== undefined) return known
  const copy = rememberSource(ast, makeCopy(ast))
  copies.set(ast, copy)
  return copy
}

/** The original schema of a copy that an issue of an inspection refers to. */
export const sourceOf = (ast: SchemaAST.AST): SchemaAST.AST => sources.get(ast) ?? ast

const makeInspectingDecode = <A, I>(schema: Schema.Codec<A, I>) =>
  SchemaParser.decodeUnknownEffect(Schema.make<typeof schema>(findOrMakeCopy(schema.ast)))

/** Whether decoding with these options lets other fibers run, as `decodeInSlices` does. */
export const isSliced = (options: Options): boolean =>
  options instanceof Inspection || options.onExcessProperty === "error"

/**
 * Decodes with the caller's options. If unknown keys are refused, as they are in input from outside, other fibers may
 * run between items.
 */
export const decodeInSlices = <A, I>(schema: Schema.Codec<A, I>) => {
  const plain = SchemaParser.decodeUnknownEffect(schema)
  const decode = makeInspectingDecode(schema)
  return (input: unknown, options: Options): Effect.Effect<A, Issue> => {
    if (!isSliced(options)) return plain(input, options)
    if (options instanceof Inspection) return decode(input, options)
    return decode(input, new Inspection(options.errors ?? "first", "error"))
  }
}

/** Decodes input from outside up to its first fault. Lengths of arrays are checked before their items. */
export const firstFaultDecoder = <A, I>(schema: Schema.Codec<A, I>, unknownKeys: UnknownKeys = "error") => {
  const decode = makeInspectingDecode(schema)
  return (input: unknown): Effect.Effect<A, Issue> => decode(input, new Inspection("first", unknownKeys))
}

/**
 * Like `firstFaultDecoder`, then collects further faults until enough items have some. The work is bounded by the
 * input's size.
 */
export const decoder = <A, I>(schema: Schema.Codec<A, I>, unknownKeys: UnknownKeys = "error") => {
  const decode = makeInspectingDecode(schema)
  const decodeFirst = firstFaultDecoder(schema, unknownKeys)
  return (input: unknown): Effect.Effect<A, Refusal> =>
    Effect.catch(decodeFirst(input), (first) => {
      const inspection = new Inspection("all", unknownKeys)
      return Effect.matchEffect(decode(input, inspection), {
        onFailure: (issue) => Effect.fail({ issue, isWhole: inspection.isWhole }),
        onSuccess: () => Effect.fail({ issue: first, isWhole: false })
      })
    })
}
