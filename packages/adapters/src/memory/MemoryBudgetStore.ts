import { BudgetStore } from "@quire/core"
import { Effect, Layer } from "effect"

const { window } = BudgetStore.limits

/** The active lease tokens, by their expiry times. */
type Leases = ReadonlyMap<number, number>

const totalOf = (leases: Leases): number => Array.from(leases.values()).reduce((sum, tokens) => sum + tokens, 0)

const counting = (leases: Leases, now: number): Leases =>
  new Map(Array.from(leases).filter(([until, tokens]) => tokens > 0 && until + window > now))

/** `BudgetStore` in memory, for the servers of one process. */
export const layer: Layer.Layer<BudgetStore.BudgetStore> = Layer.sync(BudgetStore.BudgetStore, () => {
  const budgets = new Map<string, Leases>()

  const takeOne = (
    { key, most, unused, wanted }: BudgetStore.TokenRequest,
    now: number,
    until: number
  ): BudgetStore.Lease => {
    const before = new Map(counting(budgets.get(key) ?? new Map(), now))
    const returned = before.get(unused.until)
    if (returned !== undefined) before.set(unused.until, Math.max(returned - unused.tokens, 0))
    const granted = Math.max(0, Math.min(wanted, most - totalOf(before)))
    before.set(until, (before.get(until) ?? 0) + granted)
    const leases = counting(before, now)
    budgets.set(key, leases)
    return { granted, taken: totalOf(leases), first: Math.min(...leases.keys()) }
  }

  return {
    take: (asks, now, until) => Effect.sync(() => asks.map((ask) => takeOne(ask, now, until))),
    forget: (now) =>
      Effect.sync(() => {
        const before = budgets.size
        for (const [key, leases] of budgets) if (counting(leases, now).size === 0) budgets.delete(key)
        return before - budgets.size
      })
  }
})
