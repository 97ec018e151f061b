/** The tests that find faults in the host API. */
export const suites = {
  mounting: ["test/src/host/Mounting.", "-t", "Express"],
  hostPorts: ["test/src/host/Ports."],
  hostUpkeep: ["test/src/host/Maintenance."],
  hostCalls: ["packages/http/test/host/Quire."],
  hostOptions: ["packages/http/test/host/OptionRules."],
  hostTenants: ["test/src/engine/people/OrganizationRemoval."],
  hostWarnings: ["packages/http/test/server/Logging."],
  hostIdentity: ["packages/http/test/Identity."]
}

export const plants = [
  {
    suite: "mounting",
    bug: "a request is not routed if a framework removed the base path and the rest begins with it again",
    package: "http",
    file: "server/Routes.ts",
    from: 'if (found !== undefined && found._tag !== "Nothing") return Result.succeed(found)',
    to: "if (found !== undefined) return Result.succeed(found)"
  },
  {
    suite: "hostPorts",
    bug: "closing the engine ends the connection pool of its host",
    package: "adapters",
    file: "postgres/session/ReplicaPools.ts",
    from: "given === undefined ? close(pool)",
    to: "pool.totalCount > 0 ? close(pool)"
  },
  {
    suite: "hostUpkeep",
    bug: "maintenance starts another part when no time is left",
    file: "operations/maintenance/Maintenance.ts",
    from: "if (left <= 0) isCut = true",
    to: "if (left < 0) isCut = true"
  },
  {
    suite: "hostCalls",
    bug: "an error stack does not contain the call of the host",
    package: "http",
    file: "host/PromiseApi.ts",
    from: "throw QuireErrors.withCall(QuireErrors.from(error), site)",
    to: "throw QuireErrors.from(error)"
  },
  {
    suite: "hostCalls",
    bug: "an engine without a logger does not print failures",
    package: "http",
    file: "host/Quire.ts",
    from: "void process.stderr.write(`${line}\\n`)",
    to: "void line"
  },
  {
    suite: "hostOptions",
    bug: "an origin option may contain more than an origin",
    package: "http",
    file: "host/OptionRules.ts",
    from: "new URL(value).origin === value",
    to: 'new URL(value).origin !== ""'
  },
  {
    suite: "hostWarnings",
    bug: "warnings are not printed if there is no logger",
    package: "http",
    file: "server/Logging.ts",
    from: 'new Set(["Warn", "Error", "Fatal"])',
    to: 'new Set(["Error", "Fatal"])'
  },
  {
    suite: "hostIdentity",
    bug: "a request from an untrusted origin is rejected for a missing token instead of its origin",
    package: "http",
    file: "foundation/exchange/Authentication.ts",
    from: "authorization === undefined && cookie !== undefined",
    to: 'authorization === undefined && cookie === ""'
  },
  {
    suite: "hostOptions",
    bug: "a blob store without all of its functions is accepted",
    package: "http",
    file: "host/OptionRules.ts",
    from: "blobFunctions.every((name) => hasFunction(name)(value))",
    to: "blobFunctions.some((name) => hasFunction(name)(value))"
  },
  {
    suite: "hostTenants",
    bug: "team memberships remain after their organization is removed",
    file: "people/organization/Organizations.ts",
    from: 'yield* teamMembers.removeWhere("inTeam", { equals: { team } })',
    to: "yield* Effect.succeed(team)"
  },
  {
    suite: "hostTenants",
    bug: "an organization can be removed although other organizations have installed its integrations",
    file: "integrations/installation/OwnedIntegrations.ts",
    from: "if (others > 0)",
    to: "if (others > 1)"
  }
]
