/** The tests that find faults in logs, metrics and readiness, and in rate limits that servers share. */
export const suites = {
  sharedBudgets: ["packages/http/test/foundation/exchange/SharedBudgets."],
  readiness: ["packages/http/test/foundation/exchange/Readiness."],
  requestLog: ["packages/http/test/server/Frame.", "-t", "the log"],
  outages: ["packages/http/test/server/Logging."],
  grants: ["packages/adapters/test/postgres/GrantCheck."],
  clocks: ["packages/adapters/test/postgres/ClockCheck."],
  commandLine: ["packages/http/test/bin/Commands."],
  help: ["packages/http/test/bin/CommandLine."],
  plan: ["packages/http/test/bin/Migrate."],
  metrics: ["test/src/watching/Metrics.", "-t", "over memory"]
}

export const plants = [
  {
    suite: "sharedBudgets",
    bug: "a lease is used after it has expired",
    package: "http",
    file: "foundation/exchange/Lease.ts",
    from: "tokens === 0 || until <= now",
    to: "tokens === 0"
  },
  {
    suite: "readiness",
    bug: "every failing readiness probe is logged",
    package: "http",
    file: "foundation/exchange/Readiness.ts",
    from: "before === answered ? Effect.void : logChange(answered)",
    to: "before && answered ? Effect.void : logChange(answered)"
  },
  {
    suite: "metrics",
    bug: "request metrics use arbitrary method names as labels",
    package: "http",
    file: "server/RequestMeter.ts",
    from: 'methods.has(method) ? method : "other"',
    to: "method"
  },
  {
    suite: "requestLog",
    bug: "the log line of a rejected request does not contain the reason",
    package: "http",
    file: "server/RequestLog.ts",
    from: "error: reason,",
    to: ""
  },
  {
    suite: "outages",
    bug: "every failure of background work during an outage is logged",
    package: "http",
    file: "server/Logging.ts",
    from: 'if (entry["request"] === undefined) {',
    to: 'if (entry["request"] === "none") {'
  },
  {
    suite: "grants",
    bug: "a database role without the DELETE privilege is accepted",
    package: "adapters",
    file: "postgres/GrantCheck.ts",
    from: "and has_table_privilege(oid, 'DELETE')",
    to: ""
  },
  {
    suite: "clocks",
    bug: "a server starts although its clock is off by hours",
    package: "adapters",
    file: "postgres/ClockCheck.ts",
    from: "if (Math.abs(ahead) > limits.refused)",
    to: "if (Math.abs(ahead) > limits.refused * 1_000)"
  },
  {
    suite: "commandLine",
    bug: "publish creates a store in a folder that has none",
    package: "http",
    file: "bin/Publish.ts",
    from: "yield* PersistentStore.requireThere(settings)",
    to: "yield* PersistentStore.requirePersistentStore(settings)"
  },
  {
    suite: "help",
    bug: "the command without arguments starts the server",
    package: "http",
    file: "bin/CommandLine.ts",
    from: 'words.length === 0 ? ["--help"] : words',
    to: 'words.length === 0 ? ["serve"] : words'
  },
  {
    suite: "plan",
    bug: "a plan with one migration that is not additive lets servers keep running",
    package: "http",
    file: "bin/Migrate.ts",
    from: "steps.every(isAdditive)",
    to: "steps.some(isAdditive)"
  }
]
