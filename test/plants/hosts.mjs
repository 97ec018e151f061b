/** The tests that find bugs of what hosts are given. */
export const suites = {
  mounting: ["test/src/host/Mounting.", "-t", "Express"],
  hostPorts: ["test/src/host/Ports."],
  hostUpkeep: ["test/src/host/Upkeep."],
  hostCalls: ["packages/http/test/Quire."],
  hostOptions: ["packages/http/test/OptionRules."],
  hostTenants: ["test/src/engine/organizations/OrganizationRemoval."],
  hostWarnings: ["packages/http/test/server/Logging."],
  hostIdentity: ["packages/http/test/Identity."]
}

export const plants = [
  {
    suite: "mounting",
    bug: "a path that a framework took away is asked for again",
    package: "http",
    file: "server/Routes.ts",
    from: 'if (found !== undefined && found._tag !== "Nothing") return Result.succeed(found)',
    to: "if (found !== undefined) return Result.succeed(found)"
  },
  {
    suite: "hostPorts",
    bug: "an engine that closes ends the pool of its host",
    package: "adapters",
    file: "postgres/session/OpenedPool.ts",
    from: "given === undefined ? close(pool)",
    to: "pool.totalCount > 0 ? close(pool)"
  },
  {
    suite: "hostUpkeep",
    bug: "a run of upkeep begins parts when its time is used up",
    file: "Maintenance.ts",
    from: "if (left <= 0) isCut = true",
    to: "if (left < 0) isCut = true"
  },
  {
    suite: "hostCalls",
    bug: "the stack of an error ends inside the engine",
    package: "http",
    file: "PromiseApi.ts",
    from: "throw QuireErrors.withCall(QuireErrors.from(error), site)",
    to: "throw QuireErrors.from(error)"
  },
  {
    suite: "hostCalls",
    bug: "an engine without a logger says nothing of failures",
    package: "http",
    file: "Quire.ts",
    from: "void process.stderr.write(`${line}\\n`)",
    to: "void line"
  },
  {
    suite: "hostOptions",
    bug: "an origin that no browser sends is taken",
    package: "http",
    file: "OptionRules.ts",
    from: "new URL(value).origin === value",
    to: 'new URL(value).origin !== ""'
  },
  {
    suite: "hostWarnings",
    bug: "warnings are not written where there is no logger",
    package: "http",
    file: "server/Logging.ts",
    from: 'new Set(["Warn", "Error", "Fatal"])',
    to: 'new Set(["Error", "Fatal"])'
  },
  {
    suite: "hostIdentity",
    bug: "a page of an origin that the host does not name is told to send a token",
    package: "http",
    file: "foundation/exchange/Authentication.ts",
    from: "authorization === undefined && cookie !== undefined",
    to: 'authorization === undefined && cookie === ""'
  },
  {
    suite: "hostOptions",
    bug: "a store of files without some of its functions is taken",
    package: "http",
    file: "OptionRules.ts",
    from: "blobFunctions.every((name) => hasFunction(name)(value))",
    to: "blobFunctions.some((name) => hasFunction(name)(value))"
  },
  {
    suite: "hostTenants",
    bug: "places in teams stay when their organization is removed",
    file: "organizations/organization/Organizations.ts",
    from: 'yield* teamMembers.removeWhere("inTeam", { equals: { team } })',
    to: "yield* Effect.succeed(team)"
  },
  {
    suite: "hostTenants",
    bug: "an integration that others have installed is removed with its organization",
    file: "integrations/installation/OwnedIntegrations.ts",
    from: "if (others > 0)",
    to: "if (others > 1)"
  }
]
