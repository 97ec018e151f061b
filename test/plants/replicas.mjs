/** The tests that find faults in reading from replicas. */
export const suites = {
  replicas: ["packages/adapters/test/postgres/Replicas."],
  replicaHistories: ["packages/adapters/test/postgres/ReplicaHistories."]
}

export const plants = [
  {
    suite: "replicaHistories",
    bug: "a replica answers before it has applied the acknowledged changes",
    package: "adapters",
    file: "postgres/session/Replica.ts",
    from: "answer === undefined || applied < needed.at",
    to: "answer === undefined"
  },
  {
    suite: "replicaHistories",
    bug: "visitors miss changes that their own server has acknowledged",
    package: "adapters",
    file: "postgres/session/Replicas.ts",
    from: "isReadable(replica) && (outage !== undefined || replica.current.commits === commits)",
    to: "isReadable(replica)"
  },
  {
    suite: "replicas",
    bug: "a replica is read although its state exceeds the allowed staleness",
    package: "adapters",
    file: "postgres/session/Replicas.ts",
    from: "latest() - current.at <= staleness",
    to: "latest() - current.at <= 60_000"
  },
  {
    suite: "replicas",
    bug: "a statement that a replica cancels fails the request",
    package: "adapters",
    file: "postgres/session/Replica.ts",
    from: "return Effect.succeed(undefined)\n",
    to: "return isRefusal(cause) ? Effect.failCause(cause) : Effect.succeed(undefined)\n"
  }
]
