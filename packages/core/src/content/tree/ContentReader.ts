import { Data, Effect, Option, Request, RequestResolver, Result } from "effect"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as ContentNode from "./ContentNode.ts"
import { ContentStore } from "./ContentStore.ts"
import { NodeCache } from "./NodeCache.ts"

/** Reads the nodes of one space, many at once. */
export interface ContentReader {
  readonly space: string
  /** Nodes by hash; hashes that name nothing in the space are absent. */
  readonly many: (hashes: Iterable<string>) => Effect.Effect<ReadonlyMap<string, ContentNode.ContentNode>>
}

/** A stored node is missing, unreadable or not of the kind that its place demands: a defect, never an outcome. */
export class CorruptContent extends Data.TaggedError("CorruptContent")<{
  readonly space: string
  readonly hash: string
  readonly cause: unknown
}> {
  override get message() {
    return `content node ${this.hash} of space ${this.space} cannot be used: ${String(this.cause)}`
  }
}

const decoded = (space: string, hash: string, text: string): ContentNode.ContentNode =>
  CanonicalJson.deepFreeze(
    Result.getOrThrowWith(ContentNode.fromText(text), (cause) => new CorruptContent({ space, hash, cause }))
  )

type Ask = (space: string, hashes: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>

/** The process's cache first, then one question for the rest. */
const cached =
  (cache: typeof NodeCache.Service, space: string, ask: Ask): ContentReader["many"] =>
  (hashes) =>
    Effect.suspend(() => {
      const read = (hash: string, text: string) => {
        const node = decoded(space, hash, text)
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

/** Makes readers of one space each: the process's cache first, then one question to the store. */
export const maker = Effect.gen(function* () {
  const store = yield* ContentStore
  const cache = yield* NodeCache
  return (space: string): ContentReader => ({ space, many: cached(cache, space, store.getMany) })
})

/** A reader of one space. */
export const make = (space: string) => Effect.map(maker, (readerOf) => readerOf(space))

interface Asked extends Request.Request<ReadonlyMap<string, string>> {
  readonly _tag: "Asked"
  readonly space: string
  readonly hashes: ReadonlyArray<string>
}

const Asked = Request.tagged<Asked>("Asked")

/** How `together` works: unbounded, so that all of them ask before any is answered. */
export const atOnce = { concurrency: "unbounded", batching: true } as const

/** Makes readers of several spaces. What they ask for in one `Effect.forEach` with `atOnce` is one question to the store. */
export const together = Effect.gen(function* () {
  const store = yield* ContentStore
  const cache = yield* NodeCache
  const resolver = RequestResolver.make<Asked>((entries) =>
    Effect.matchCauseEffect(store.getManyIn(entries.map(({ request }) => request)), {
      onFailure: (cause) => Effect.forEach(entries, (entry) => Request.failCause(entry, cause), { discard: true }),
      onSuccess: (found) =>
        Effect.forEach(entries, (entry) => Request.succeed(entry, found.get(entry.request.space) ?? new Map()), {
          discard: true
        })
    })
  )
  const ask: Ask = (space, hashes) => Effect.request(Asked({ space, hashes }), resolver)
  return (space: string): ContentReader => ({ space, many: cached(cache, space, ask) })
})

/** The node with a hash, when the space has it. */
export const find = (reader: ContentReader, hash: string): Effect.Effect<Option.Option<ContentNode.ContentNode>> =>
  Effect.map(reader.many([hash]), (nodes) => Option.fromNullishOr(nodes.get(hash)))

/** Nodes that must be there, narrowed by `pick`, which says what is wrong with a node that will not do. */
const picked = <A>(
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
            Result.fromNullishOr(nodes.get(hash), () => "it is missing"),
            pick
          )
          if (Result.isFailure(node)) throw new CorruptContent({ space: reader.space, hash, cause: node.failure })
          found.set(hash, node.success)
        }
        return found
      })

/** Nodes that must be there; dies with `CorruptContent` when one is missing. */
export const requireAny = (
  reader: ContentReader,
  hashes: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, ContentNode.ContentNode>> => picked(reader, hashes, Result.succeed)

/** Nodes that must be there and of the kinds that `is` knows; dies with `CorruptContent` otherwise. */
export const require = <A extends ContentNode.ContentNode>(
  reader: ContentReader,
  hashes: ReadonlyArray<string>,
  is: (node: ContentNode.ContentNode) => node is A
): Effect.Effect<ReadonlyMap<string, A>> =>
  picked(reader, hashes, (node) => (is(node) ? Result.succeed(node) : Result.fail(`it is ${node.kind}`)))
