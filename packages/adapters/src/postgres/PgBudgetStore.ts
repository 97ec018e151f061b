import { BudgetStore, Secrets } from "@quire/core"
import { Effect, Layer, Schema } from "effect"
import { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import { qualify } from "./SqlText.ts"

const decode = Rows.makeDecoder(
  Schema.Struct({ key: Schema.String, granted: Schema.Number, taken: Schema.Number, first: Schema.Number })
)

const { window } = BudgetStore.limits

/** Rows are locked in key order, which prevents deadlocks between servers. */
const statementsOn = (table: string) => ({
  take: `insert into ${table} as b
      ("key", "untils", "tokens", "most", "wanted", "unused_until", "unused", "granted", "until")
    select a.key, array[$7::bigint], array[least(a.wanted, a.most)], a.most, a.wanted, a.unused_until, a.unused,
      least(a.wanted, a.most), $7
    from unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::int[]) as a(key, most, wanted, unused_until, unused)
    order by a.key collate "C"
    on conflict ("key") do update set ("untils", "tokens", "granted", "until") = (
      select kept.untils || $7::bigint, kept.tokens || lease.granted, lease.granted, greatest(b."until", $7)
      from (
        select coalesce(array_agg(held.until order by held.until), '{}') as untils,
          coalesce(array_agg(held.tokens order by held.until), '{}') as tokens,
          coalesce(sum(held.tokens), 0)::int as taken
        from (
          select each.until,
            (sum(each.tokens) - case when each.until = excluded."unused_until" then excluded."unused" else 0 end)::int
              as tokens
          from unnest(b."untils", b."tokens") as each(until, tokens)
          where each.until + ${window} > $6::bigint
          group by each.until
        ) held
        where held.tokens > 0
      ) kept
      cross join lateral (
        select greatest(least(excluded."wanted", excluded."most" - kept.taken), 0) as granted
      ) lease
    )
    returning b."key", b."granted",
      (select sum(tokens) from unnest(b."tokens") as tokens) as taken,
      (select min(until) from unnest(b."untils") as until) as first`,
  forget: `delete from ${table} where "until" + ${window} <= $1`
})

const make = ({ execute, query, schema }: typeof PgSession.Service): typeof BudgetStore.BudgetStore.Service => {
  const sql = statementsOn(qualify(schema, "rate_budgets"))
  return {
    take: Effect.fnUntraced(function* (asks, now, until) {
      const keys = asks.map(({ key }) => Secrets.digest(key))
      const params = [
        keys,
        asks.map(({ most }) => most),
        asks.map(({ wanted }) => wanted),
        asks.map(({ unused }) => unused.until),
        asks.map(({ unused }) => unused.tokens),
        now,
        until
      ]
      const rows = yield* query(sql.take, params, "aside")
      const leases = new Map((yield* decode("BudgetStore.take", rows)).map(({ key, ...lease }) => [key, lease]))
      return keys.flatMap((key) => leases.get(key) ?? [])
    }),
    forget: (now) => execute(sql.forget, [now])
  }
}

/** `BudgetStore` in an unlogged table. Keys, which may be IP addresses of clients, are stored as digests. */
export const layer: Layer.Layer<BudgetStore.BudgetStore, never, PgSession> = Layer.effect(
  BudgetStore.BudgetStore,
  Effect.map(PgSession, make)
)
