import { Data, Effect, Option, Request, RequestResolver, Result } from "effect"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as ContentNode from "./ContentNode.ts"
import { ContentStore } from "./ContentStore.ts"
import { NodeCache } from "./NodeCache.ts"

/** Reads nodes of one space in batches. */
export interface ContentReader {
  readonly space: string
  /** Nodes by hash; hashes that the space does not have are absent. */
  readonly many: (hashes: Iterable<string>) => Effect.Effect<ReadonlyMap<string, ContentNode.ContentNode>>
  /** The text of a document that is created from it on each read, and should be read individually. */
  readonly textOf?: (hash: string) => string | undefined
}

/** A stored node is missing, unreadable or of the wrong kind. A defect, never an expected outcome. */
export class CorruptContent extends Data.TaggedError("CorruptContent")<{
  readonly space: string
  readonly hash: string
  readonly cause: unknown
}> {
  override get message() {
    return `content node ${this.hash} of space ${this.space} cannot be used: ${String(this.cause)}`
  }
}

const decode = (space: string, hash: string, text: string): ContentNode.ContentNode =>
  CanonicalJson.deepFreeze(
    Result.getOrThrowWith(ContentNode.fromText(text), (cause) => new CorruptContent({ space, hash, cause }))
  )

type Ask = (space: string, hashes: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>

/** Reads from the process-wide cache, then requests the missing nodes in one call. */
const readThrough =
  (cache: typeof NodeCache.Service, space: string, ask: Ask): ContentReader["many"] =>
  (hashes) =>
    Effect.suspend(() => {
      const read = (hash: string, text: string) => {
        const node = decode(space, hash, text)
        cache.put(space, hash, node, text.length)
        return node
      }
      const found = new Map<string, ContentNode.ContentNode>()
      const missing = new Set<string>()
      for (const hash of hashes) {
        const known = cache.get(space, hash)
        if (known === undefined) missing.add(hash)
        else found.set(hash, typeof known === "string" ? read(hash, known) : known)
      }
      if (missing.size === 0) return Effect.succeed(found)
      return Effect.map(ask(space, [...missing]), (texts) => {
        for (const [hash, text] of texts) found.set(hash, read(hash, text))
        return found
      })
    })

/**
 * Returns a function that creates a reader for a space. Each read goes to the process-wide cache, then to the store in
 * one call.
 */
export const makeFactory = Effect.gen(function* () {
  const store = yield* ContentStore
  const cache = yield* NodeCache
  return (space: string): ContentReader => ({ space, many: readThrough(cache, space, store.getMany) })
})

/** Creates a reader for one space. */
export const make = (space: string) => Effect.map(makeFactory, (readerOf) => readerOf(space))

interface NodesRequest extends Request.Request<ReadonlyMap<string, string>> {
  readonly _tag: "NodesRequest"
  readonly space: string
  readonly hashes: ReadonlyArray<string>
}

const NodesRequest = Request.tagged<NodesRequest>("NodesRequest")

/**
 * Options for `Effect.forEach` with `makeBatchedFactory`; unbounded, so that all requests are made before any is
 * resolved.
 */
export const batched = { concurrency: "unbounded", batching: true } as const

/**
 * Returns a function that creates readers for several spaces. Requests in one `Effect.forEach` with the options
 * `batched` go to the store in a single call.
 */
export const makeBatchedFactory = Effect.gen(function* () {
  const store = yield* ContentStore
  const cache = yield* NodeCache
  const resolver = RequestResolver.make<NodesRequest>((entries) =>
    Effect.matchCauseEffect(store.getManyIn(entries.map(({ request }) => request)), {
      onFailure: (cause) => Effect.forEach(entries, (entry) => Request.failCause(entry, cause), { discard: true }),
      onSuccess: (found) =>
        Effect.forEach(entries, (entry) => Request.succeed(entry, found.get(entry.request.space) ?? new Map()), {
          discard: true
        })
    })
  )
  const ask: Ask = (space, hashes) => Effect.request(NodesRequest({ space, hashes }), resolver)
  return (space: string): ContentReader => ({ space, many: readThrough(cache, space, ask) })
})

/** Finds a node by its hash; none if the space does not have it. */
export const find = (reader: ContentReader, hash: string): Effect.Effect<Option.Option<ContentNode.ContentNode>> =>
  Effect.map(reader.many([hash]), (nodes) => Option.fromNullishOr(nodes.get(hash)))

/** Reads nodes that must exist, narrowed by `pick`, which fails with the reason a node does not qualify. */
const requireEach = <A>(
  reader: ContentReader,
  hashes: ReadonlyArray<string>,
  pick: (node: ContentNode.ContentNode) => Result.Result<A, string>
): Effect.Effect<ReadonlyMap<string, A>> =>
  hashes.length === 0
    ? Effect.succeed(new Map())
    : Effect.map(reader.many(hashes), (nodes) => {
        const found = new Map<string, A>()
        for (const hash of hashes) {
          const node = Result.flatMap(
            Result.fromNullishOr(nodes.get(hash), () => "the node is missing"),
            pick
          )
          if (Result.isFailure(node)) throw new CorruptContent({ space: reader.space, hash, cause: node.failure })
          found.set(hash, node.success)
        }
        return found
      })

/** Reads nodes that must exist; dies with `CorruptContent` if one is missing. */
export const requireAny = (
  reader: ContentReader,
  hashes: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, ContentNode.ContentNode>> => requireEach(reader, hashes, Result.succeed)

/** Reads nodes that must exist and satisfy `is`; dies with `CorruptContent` otherwise. */
export const require = <A extends ContentNode.ContentNode>(
  reader: ContentReader,
  hashes: ReadonlyArray<string>,
  is: (node: ContentNode.ContentNode) => node is A
): Effect.Effect<ReadonlyMap<string, A>> =>
  requireEach(reader, hashes, (node) => (is(node) ? Result.succeed(node) : Result.fail(`it is ${node.kind}`)))
