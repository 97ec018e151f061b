import { Effect, Exit, Schema, SchemaAST, SchemaIssue, SchemaParser } from "effect"
import * as Slices from "../turns/Slices.ts"

/** Items with faults after which no further item is looked at. */
export const mostFaulty = 100

/** Items of arrays, at every depth, that are decoded before others may run. */
export const slice = 100

type Issue = SchemaIssue.Issue
type Options = SchemaAST.ParseOptions
type UnknownKeys = "error" | "ignore"
type Decode = (input: unknown, options: Options) => Effect.Effect<unknown, Issue>

/** What is wrong with an input; of many faults the first. */
export interface Refusal {
  readonly issue: Issue
  /** Whether all of the input was looked at for faults. */
  readonly isWhole: boolean
}

/** Stands for whatever is wrong with an item that was not looked at. */
const unseen = new SchemaIssue.Forbidden({ message: "was not looked at" })
const passedOver = Effect.fail(unseen)

export const isUnseen = (issue: Issue): boolean => issue === unseen

/** How an input is decoded, and how far that has come. */
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

  /** Where only the first fault is asked for every item counts: that is what decides whether an input is valid. */
  get isWhole(): boolean {
    return this.errors === "first" || this.faulty < mostFaulty
  }

  item(decode: Decode, input: unknown): Effect.Effect<unknown, Issue> {
    if (!this.isWhole) return passedOver
    this.items++
    if (this.items % slice !== 0) return this.counted(decode, input)
    return Effect.andThen(
      Slices.turn,
      Effect.suspend(() => this.counted(decode, input))
    )
  }

  /** Of items in one another only the innermost faulty one counts. */
  private counted(decode: Decode, input: unknown): Effect.Effect<unknown, Issue> {
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

const decoderOf = (ast: SchemaAST.AST): Decode =>
  SchemaParser.decodeUnknownEffect(Schema.make<Schema.Codec<unknown>>(ast))

const itemOf = (source: SchemaAST.AST): SchemaAST.AST =>
  new SchemaAST.Declaration([copyOf(source)], ([inner = source]) => {
    const decode = decoderOf(inner)
    return (input, _, options) => (options instanceof Inspection ? options.item(decode, input) : decode(input, options))
  })

const lengthIds: ReadonlySet<unknown> = new Set([
  "effect/schema/isMinLength",
  "effect/schema/isMaxLength",
  "effect/schema/isBetweenLength"
])

const isLength = (check: SchemaAST.Check<unknown>): check is SchemaAST.Filter<unknown> =>
  check._tag === "Filter" && lengthIds.has(check.annotations?.representation?.id)

/** The array with its lengths looked at before its items. */
const measured = (source: SchemaAST.Arrays, copy: SchemaAST.Arrays): SchemaAST.AST => {
  const checks: ReadonlyArray<SchemaAST.Check<unknown>> = source.checks ?? []
  const lengths = checks.filter(isLength)
  if (lengths.length === 0) return copy
  const run = ([inner = copy]: ReadonlyArray<SchemaAST.AST>) => {
    const decode = decoderOf(inner)
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

const arraysOf = (ast: SchemaAST.Arrays): SchemaAST.Arrays =>
  new SchemaAST.Arrays(
    ast.isMutable,
    ast.elements.map(copyOf),
    ast.rest.map(itemOf),
    ast.annotations,
    ast.checks,
    undefined,
    ast.context
  )

const objectsOf = (ast: SchemaAST.Objects): SchemaAST.Objects =>
  new SchemaAST.Objects(
    ast.propertySignatures.map(({ name, type }) => new SchemaAST.PropertySignature(name, copyOf(type))),
    ast.indexSignatures.map(({ parameter, type }) => new SchemaAST.IndexSignature(parameter, copyOf(type))),
    ast.annotations,
    ast.checks,
    undefined,
    ast.context
  )

/** What a union is told apart by must stay in sight, so an array among its members is not measured first. */
const memberOf = (ast: SchemaAST.AST): SchemaAST.AST =>
  SchemaAST.isArrays(ast) && ast.encoding === undefined ? remember(ast, arraysOf(ast)) : copyOf(ast)

const made = (ast: SchemaAST.AST): SchemaAST.AST => {
  if (ast.encoding !== undefined) return ast
  switch (ast._tag) {
    case "Arrays":
      return measured(ast, remember(ast, arraysOf(ast)))
    case "Objects":
      return objectsOf(ast)
    case "Union":
      return new SchemaAST.Union(
        ast.types.map(memberOf),
        ast.options,
        ast.annotations,
        ast.checks,
        undefined,
        ast.context
      )
    case "Suspend":
      return new SchemaAST.Suspend(() => copyOf(ast.thunk()), ast.annotations, undefined, undefined, ast.context)
    default:
      return ast
  }
}

const copies = new WeakMap<SchemaAST.AST, SchemaAST.AST>()
const sources = new WeakMap<SchemaAST.AST, SchemaAST.AST>()

const remember = <A extends SchemaAST.AST>(source: SchemaAST.AST, copy: A): A => {
  if (copy !== source) sources.set(copy, source)
  return copy
}

const copyOf = (ast: SchemaAST.AST): SchemaAST.AST => {
  const known = copies.get(ast)
  if (known !== undefined) return known
  const copy = remember(ast, made(ast))
  copies.set(ast, copy)
  return copy
}

/** The schema as it was written of one that an issue of an inspection names. */
export const sourceOf = (ast: SchemaAST.AST): SchemaAST.AST => sources.get(ast) ?? ast

const inspected = <A, I>(schema: Schema.Codec<A, I>) =>
  SchemaParser.decodeUnknownEffect(Schema.make<typeof schema>(copyOf(schema.ast)))

/** Whether others are let in while something is decoded with these options, as `within` does it. */
export const isSliced = (options: Options): boolean =>
  options instanceof Inspection || options.onExcessProperty === "error"

/**
 * Decodes with the options of whoever asks, and where unknown keys are refused, as they are in what comes from outside,
 * lets others run between items.
 */
export const within = <A, I>(schema: Schema.Codec<A, I>) => {
  const plain = SchemaParser.decodeUnknownEffect(schema)
  const decode = inspected(schema)
  return (input: unknown, options: Options): Effect.Effect<A, Issue> => {
    if (!isSliced(options)) return plain(input, options)
    if (options instanceof Inspection) return decode(input, options)
    return decode(input, new Inspection(options.errors ?? "first", "error"))
  }
}

/** Decodes what comes from outside up to its first fault. Arrays are measured before their items are looked at. */
export const firstFault = <A, I>(schema: Schema.Codec<A, I>, unknownKeys: UnknownKeys = "error") => {
  const decode = inspected(schema)
  return (input: unknown): Effect.Effect<A, Issue> => decode(input, new Inspection("first", unknownKeys))
}

/** The same, and looks for further faults until enough items have some: the work is bounded by the size of the input. */
export const decoder = <A, I>(schema: Schema.Codec<A, I>, unknownKeys: UnknownKeys = "error") => {
  const decode = inspected(schema)
  const decodeFirst = firstFault(schema, unknownKeys)
  return (input: unknown): Effect.Effect<A, Refusal> =>
    Effect.catch(decodeFirst(input), (first) => {
      const inspection = new Inspection("all", unknownKeys)
      return Effect.matchEffect(decode(input, inspection), {
        onFailure: (issue) => Effect.fail({ issue, isWhole: inspection.isWhole }),
        onSuccess: () => Effect.fail({ issue: first, isWhole: false })
      })
    })
}
