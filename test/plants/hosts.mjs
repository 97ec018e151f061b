/** The tests that find bugs of what hosts are given. */
export const suites = {
  mounting: ["test/src/host/Mounting.", "-t", "Express"],
  hostPorts: ["test/src/host/Ports."],
  hostUpkeep: ["test/src/host/Upkeep."]
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
    file: "Upkeep.ts",
    from: "if (left <= 0) isCut = true",
    to: "if (left < 0) isCut = true"
  }
]
