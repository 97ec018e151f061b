/** The tests that find faults in event subscriptions and in the retention of events. */
export const suites = {
  subscriptions: ["test/src/engine/integrations/Subscriptions.", "-t", "on memory"],
  restored: ["packages/adapters/test/postgres/PgOutbox."]
}

export const plants = [
  {
    suite: "subscriptions",
    bug: "an event is skipped after a subscriber fails twice to process it",
    file: "integrations/subscription/SubscriptionDelivery.ts",
    from: "yield* Effect.sleep(retryDelay(patience, attempts))",
    to: "if (attempts > 1) return row"
  },
  {
    suite: "subscriptions",
    bug: "events are pruned before a subscription has received them",
    file: "integrations/subscription/EventPruning.ts",
    from: "[delivered, chained, ...rows.map(({ value }) => value.offset)]",
    to: "[delivered, chained]"
  },
  {
    suite: "restored",
    bug: "a restored store continues in the epoch of another server",
    package: "adapters",
    file: "postgres/PgOutbox.ts",
    from: "and e.xid >= pg_snapshot_xmax(pg_current_snapshot())",
    to: "and e.xid < '0'::xid8"
  }
]
