import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { checked } from "../input/Input.ts"
import { Actor, actorId } from "../operation/Actor.ts"
import * as FairQueue from "../scheduling/FairQueue.ts"
import { digest } from "../secret/Secrets.ts"
import { SigningKeys } from "../secret/SigningKeys.ts"
import { type Keyset, RowStore } from "../store/RowStore.ts"

/**
 * The limit for reading a whole list: more rows than any organization, space or person has of one kind. Every list
 * takes a limit, so a caller must say that it wants all rows.
 */
export const noLimit = 1_000_000

export const limits = {
  default: 50,
  max: 1000,
  /** Pages of up to this many items are served immediately; larger ones are queued. */
  short: 100,
  /** Number of larger pages that are built concurrently. */
  longAtOnce: 2
} as const

/** A request for one page of a list. `page` is a cursor from an earlier page of the same list, filters and caller. */
export interface PageRequest {
  readonly page?: string | undefined
  readonly limit: number
}

/** `count` is exact as of the first page, and absent if counting would cost too much (rule list-count). */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: { readonly page: string }
  readonly count?: number
}

/** The JSON of a page whose items are already JSON texts. */
export const toJson = ({ items, ...envelope }: Page<string>): string =>
  `{${[`"items":[${items.join(",")}]`, JSON.stringify(envelope).slice(1, -1)].filter((part) => part !== "").join(",")}}`

/** The cursor belongs to another list, other filters or another caller, or was modified (rule list-cursor). */
export class CursorInvalid extends Schema.TaggedError<CursorInvalid>()("CursorInvalid", {}) {
  readonly kind = "invalid" as const
  override get message() {
    return "page: must be a cursor of this list"
  }
  get details() {
    return [{ path: "page", rule: "must be a cursor of this list, with the same filters and caller" }]
  }
}

const Scalar = Schema.Union([Schema.String, Schema.Number, Schema.Boolean, Schema.Null])
const Payload = Schema.fromJsonString(
  Schema.Struct({
    /** Digest of list, filters and caller. */
    of: Schema.String,
    order: Schema.Array(Scalar),
    id: Schema.String,
    count: Schema.optionalKey(Schema.Int),
    /** The revision that a list of content is pinned to. */
    pin: Schema.optionalKey(Schema.String)
  })
)
const encodePayload = Schema.encodeSync(Payload)
const decodePayload = Schema.decodeUnknownOption(Payload)

const checkLimit = checked(
  Schema.Struct({
    limit: Schema.Int.pipe(
      Schema.check(
        Schema.isBetween({ minimum: 0, maximum: limits.max }, { message: `must be an integer from 0 to ${limits.max}` })
      )
    )
  })
)

/** Definition of one list. */
export interface ListDefinition<Row, View, E, R, E2, R2, E3, R3> {
  /** Name of the list. Cursors are bound to it and to `filters`. */
  readonly list: string
  readonly filters?: unknown
  readonly request: PageRequest
  readonly count: Effect.Effect<number | undefined, E, R>
  /** At most `limit` rows after a keyset, in order. */
  readonly load: (
    after: Keyset | undefined,
    limit: number,
    pin: string | undefined
  ) => Effect.Effect<ReadonlyArray<Row>, E2, R2>
  readonly keyset: (row: Row) => Keyset
  readonly view: (rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<View>, E3, R3>
  /** A revision that later pages read too. */
  readonly pin?: string
}

/** Pages lists by signed keyset cursors, with a constant number of queries. */
export class Paging extends Context.Service<Paging>()("@quire/core/Paging", {
  make: Effect.gen(function* () {
    const { signer } = yield* SigningKeys
    const store = yield* RowStore
    const turns = FairQueue.make({ pool: "long lists", slots: limits.longAtOnce })

    const decodeCursor = (page: string, of: string) => {
      const [text = "", mac = ""] = page.split(".")
      if (!signer.verify(text, mac)) return Option.none()
      return Result.getSuccess(Base64Url.decodeString(text)).pipe(
        Option.flatMap(decodePayload),
        Option.filter((payload) => payload.of === of)
      )
    }
    const encodeCursor = (payload: typeof Payload.Type) => {
      const text = Base64Url.encode(encodePayload(payload))
      return `${text}.${signer.sign(text)}`
    }

    const readPage = Effect.fnUntraced(function* <Row, View, E, R, E2, R2, E3, R3>(
      listing: ListDefinition<Row, View, E, R, E2, R2, E3, R3>,
      of: string
    ) {
      const { request } = listing
      const at = request.page === undefined ? Option.none() : decodeCursor(request.page, of)
      if (request.page !== undefined && Option.isNone(at)) return yield* new CursorInvalid()
      const from = Option.getOrUndefined(at)
      const pin = from === undefined ? listing.pin : from.pin
      const after = from === undefined ? undefined : { order: from.order, id: from.id }
      const none: ReadonlyArray<Row> = []
      const [count, rows] = yield* store.together(
        from === undefined ? listing.count : Effect.succeed(from.count),
        request.limit === 0 ? Effect.succeed(none) : listing.load(after, request.limit + 1, pin)
      )
      const counted = count === undefined ? {} : { count }
      const empty: Page<View> = { items: [], ...counted }
      if (request.limit === 0) return empty
      const shown = rows.slice(0, request.limit)
      const items = yield* listing.view(shown)
      const last = shown.at(-1)
      if (rows.length <= request.limit || last === undefined) return { items, ...counted } satisfies Page<View>
      const page = encodeCursor({ of, ...listing.keyset(last), ...counted, ...(pin === undefined ? {} : { pin }) })
      return { items, next: { page }, ...counted } satisfies Page<View>
    })

    const paged = Effect.fnUntraced(function* <Row, View, E, R, E2, R2, E3, R3>(
      listing: ListDefinition<Row, View, E, R, E2, R2, E3, R3>
    ) {
      const { limit } = listing.request
      yield* checkLimit({ limit })
      const caller = actorId(yield* Actor)
      const page = readPage(listing, digest(JSON.stringify([listing.list, listing.filters ?? null, caller])))
      return yield* limit > limits.short ? turns.withTurnOrDie(page) : page
    })

    return { paged } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(SigningKeys.layer))
}
