import { Effect, Predicate, Schema } from "effect"
import { Document } from "../../content/document/Document.ts"
import { closed } from "../../foundation/input/Input.ts"
import { findFaults } from "../../foundation/input/InputFaults.ts"
import * as Inspection from "../../foundation/input/Inspection.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import { type IntegrationSource, partsOf } from "../../openapi/computed/IntegrationSource.ts"
import { type AnsweredPage, PagesAnswer, limits as pageLimits, walk } from "../../openapi/computed/SourceAnswer.ts"

const namesOf = (left: object, right: object): ReadonlyArray<string> =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()

const memberOf = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/**
 * Returns the path of the first difference between two JSON values, `""` if they differ as a whole; undefined if they
 * are equal. The order of object keys is ignored (rule source-same).
 */
export const find = (left: unknown, right: unknown, path: ReadonlyArray<string> = []): string | undefined => {
  if (Object.is(left, right)) return undefined
  if (!Predicate.isObjectKeyword(left) || !Predicate.isObjectKeyword(right)) return path.join(".")
  if (Array.isArray(left) !== Array.isArray(right)) return path.join(".")
  for (const name of namesOf(left, right)) {
    const found = find(memberOf(left, name), memberOf(right, name), [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}

export const limits = {
  /** Maximum bytes of a response. */
  bytes: 1_200_000,
  /** Maximum nesting, and number of values, of a whole response. */
  nesting: 500,
  values: 300_000,
  /** Maximum number of reported errors. */
  faults: 10
} as const

/** A script returned invalid content (rule source-answer). */
export class AnswerRefused extends Schema.TaggedError<AnswerRefused>()("AnswerRefused", {
  details: Schema.Array(Schema.Struct({ path: Schema.String, rule: Schema.String }))
}) {
  readonly kind = "foreign" as const
  override get message() {
    return this.details.map(({ path, rule }) => `${path === "" ? "the response" : path}: ${rule}`).join("; ")
  }
}

const refuse = (path: ReadonlyArray<PropertyKey>, rule: string) =>
  new AnswerRefused({ details: [{ path: path.map(String).join("."), rule }] })

const toRefused = ({ issue }: Inspection.Refusal) =>
  new AnswerRefused({
    details: findFaults(issue)
      .slice(0, limits.faults)
      .map(({ path, rule }) => ({ path: path.map(String).join("."), rule: rule.slice(0, 500) }))
  })

/** Why a response cannot be decoded: its depth, its size, or text that cannot be stored. */
const findSizeFault = (answer: unknown): string | undefined => {
  const open: Array<readonly [value: unknown, depth: number]> = [[answer, 1]]
  let values = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next
    if (++values > limits.values) return `must have at most ${limits.values} values`
    if (typeof value === "string" && !isStorable(value)) return "must be text without NUL or lone surrogates"
    if (typeof value === "number" && !Number.isFinite(value)) return "must have finite numbers"
    if (typeof value !== "object" || value === null) continue
    if (depth > limits.nesting) return `must nest lists and objects at most ${limits.nesting} deep`
    for (const [name, part] of Object.entries(value)) {
      if (!isStorable(name)) return "must be text without NUL or lone surrogates"
      open.push([part, depth + 1])
    }
  }
  return undefined
}

const decoded = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Inspection.decoder(schema)
  return (answer: unknown): Effect.Effect<A, AnswerRefused> => {
    const fault = findSizeFault(answer)
    return fault === undefined ? Effect.mapError(decode(answer), toRefused) : Effect.fail(refuse([], fault))
  }
}

const decodePages = decoded(PagesAnswer)
const decodeDocument = decoded(closed("ComputedDocumentAnswer", { document: Document }))

/**
 * Sources from which the texts of pages may be computed: those of the same integration, with the dependencies that were
 * resolved for it.
 */
export interface AllowedSources {
  readonly source: IntegrationSource
  /** The ids of the sources that the integration declares. */
  readonly declared: ReadonlySet<string>
}

const findSourceFault = (
  given: IntegrationSource,
  { declared, source }: AllowedSources
): readonly [path: ReadonlyArray<string>, rule: string] | undefined => {
  const [own, asked] = [partsOf(given), partsOf(source)]
  if (own.integration.toLowerCase() !== asked.integration.toLowerCase()) {
    return [["type"], "must be a content source of the integration"]
  }
  if (!declared.has(own.source)) return [["type"], `${own.source} is not a content source of the integration`]
  const known = new Map(Object.entries(source.dependencies ?? {}))
  for (const [name, { ref }] of Object.entries(given.dependencies ?? {})) {
    if (find(known.get(name)?.ref, ref) !== undefined) {
      return [["dependencies", name], "must be one of the dependencies in the request"]
    }
  }
  return undefined
}

const findPageFault = (pages: ReadonlyArray<AnsweredPage>, allowed: AllowedSources): AnswerRefused | undefined => {
  const ids = new Set<string>()
  let count = 0
  for (const { depth, page, path } of walk(pages)) {
    if (++count > pageLimits.pages) return refuse(["pages"], `must have at most ${pageLimits.pages} pages`)
    if (depth > pageLimits.depth) return refuse(path, `must not be deeper than ${pageLimits.depth} pages`)
    if (page.id !== undefined && ids.has(page.id)) return refuse([...path, "id"], "must be unique among the pages")
    if (page.id !== undefined) ids.add(page.id)
    const source = page.type === "document" ? page.computed : undefined
    const fault = source === undefined ? undefined : findSourceFault(source, allowed)
    if (fault !== undefined) return refuse([...path, "computed", ...fault[0]], fault[1])
  }
  return undefined
}

/**
 * Decodes the pages returned by a script; refuses all of them with the path of the first error (rule source-answer).
 */
export const pages = Effect.fnUntraced(function* (answer: unknown, allowed: AllowedSources) {
  const { pages: found = [] } = yield* decodePages(answer)
  const fault = findPageFault(found, allowed)
  return fault === undefined ? found : yield* fault
})

/** Decodes the text returned by a script in the same way. */
export const document = (answer: unknown): Effect.Effect<Document, AnswerRefused> =>
  Effect.map(decodeDocument(answer), ({ document: found }) => found)
