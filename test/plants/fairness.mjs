/** The tests that find faults in how organizations share pools, jobs and rate limits. */
export const suites = {
  pools: ["packages/adapters/test/pools/Pools."],
  fairQueue: ["packages/core/test/foundation/scheduling/Fair"],
  tenancy: ["test/src/engine/foundation/Tenancy."],
  hostBudgets: ["test/src/published/HostBudgets."],
  cheapChecks: ["test/src/sso/CheapChecks."],
  sharedJobs: ["test/src/engine/foundation/Jobs.", "-t", "on memory.*jobs-shared"],
  jobKinds: ["test/src/engine/foundation/Jobs.", "-t", "job kinds of the engine"]
}

export const plants = [
  {
    suite: "jobKinds",
    bug: "event deliveries run first in, first out across organizations",
    file: "integrations/delivery/DeliverySender.ts",
    from: "  waits: true,\n  isShared: true\n",
    to: "  waits: true\n"
  },
  {
    suite: "pools",
    bug: "pools are divided by user instead of by the organization that vouches for them",
    file: "foundation/operation/Tenant.ts",
    from: 'return Effect.succeed({ organization: own, group, client: "", payer: group })',
    to: "return Effect.succeed({ organization: `${own}${group}`, group, client: own, payer: group })"
  },
  {
    suite: "tenancy",
    bug: "the organization that admits a caller is not recorded",
    file: "people/access/Access.ts",
    from: "      yield* Tenant.enter(organization.value.id)\n",
    to: ""
  },
  {
    suite: "fairQueue",
    bug: "as much of one organization waits for a pool as it likes",
    file: "foundation/scheduling/FairSchedule.ts",
    from: "if (organization.waiting < waiting) return undefined",
    to: "if (organization.waiting >= 0) return undefined"
  },
  {
    suite: "fairQueue",
    bug: "one organization holds all slots while others use the pool",
    file: "foundation/scheduling/FairQueue.ts",
    from: "perOrganization: Math.max(1, slots - 1)",
    to: "perOrganization: slots"
  },
  {
    suite: "fairQueue",
    bug: "a person has a share for each organization that they make",
    file: "foundation/scheduling/FairSchedule.ts",
    from: "const position = later(organization.position(now), payer)",
    to: "const position = later(organization.position(now), organization.position(now + 0 * payer.time))"
  },
  {
    suite: "fairQueue",
    bug: "what work waits for a pool counts as time that it took",
    file: "foundation/scheduling/WorkDeadline.ts",
    from: "(now - began - waits.total(now))",
    to: "(now - began - 0 * waits.total(now))"
  },
  {
    suite: "hostBudgets",
    bug: "a request to the hostname of a site is charged only after it was answered",
    package: "http",
    file: "sites/reading/ReadingHttp.ts",
    from: `              charge,
              read(reader, request, request.originalUrl, host).pipe(`,
    to: `              Effect.void,
              read(reader, request, request.originalUrl, host).pipe(
                Effect.tap(() => charge),`
  },
  {
    suite: "hostBudgets",
    bug: "an unknown hostname is looked up for every request",
    package: "http",
    file: "sites/reading/ReadingHttp.ts",
    from: "unknown.put(host, now + unknownHosts.kept, 1)",
    to: "unknown.put(host, now, 1)"
  },
  {
    suite: "cheapChecks",
    bug: "a SAML response is verified before its request is known to be open",
    file: "people/saml-sign-in/SamlSignIn.ts",
    from: "yield* requireOpen(found, provider.id, now)\n      }",
    to: "yield* Effect.succeed(found)\n      }"
  },
  {
    suite: "sharedJobs",
    bug: "shared jobs run in the order of their offers instead of alternating between organizations",
    package: "adapters",
    file: "memory/MemoryJobStore.ts",
    from: "(isShared === true ? turnFirst(own, served) : own.sort(dueFirst))",
    to: "(isShared === undefined ? turnFirst(own, served) : own.sort(dueFirst))"
  }
]
