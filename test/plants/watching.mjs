/** The tests that find bugs of what operators watch, and of budgets that servers share. */
export const suites = {
  sharedBudgets: ["packages/http/test/foundation/exchange/SharedBudgets."],
  readiness: ["packages/http/test/server/Readiness."],
  metrics: ["test/src/watching/Metrics.", "-t", "over memory"]
}

export const plants = [
  {
    suite: "sharedBudgets",
    bug: "a lease is used after it has ended",
    package: "http",
    file: "foundation/exchange/Lease.ts",
    from: "tokens === 0 || until <= now",
    to: "tokens === 0"
  },
  {
    suite: "readiness",
    bug: "each probe that fails is told",
    package: "http",
    file: "server/Readiness.ts",
    from: "before === answered ? Effect.void : logChange(answered)",
    to: "before && answered ? Effect.void : logChange(answered)"
  },
  {
    suite: "metrics",
    bug: "requests make metrics of methods that they make up",
    package: "http",
    file: "server/RequestMeter.ts",
    from: 'methods.has(method) ? method : "other"',
    to: "method"
  }
]
