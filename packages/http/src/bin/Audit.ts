import { Actor, Audit, type AuditVerifier } from "@quire/core"
import { Data, Effect } from "effect"
import * as PersistentStore from "./PersistentStore.ts"
import type { Settings } from "./Settings.ts"

/** A chain of the audit log is broken; the message names the entry. */
export class AuditBroken extends Data.TaggedError("AuditBroken")<{ readonly message: string }> {}

const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const nameOf = ({ organization }: AuditVerifier.ChainReport) =>
  organization === "" ? "the installation" : `organization ${organization}`

const pluralize = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

const describeChain = (chain: AuditVerifier.ChainReport): string => {
  const { broken, entries, head } = chain
  if (broken === undefined)
    return `${nameOf(chain)}: ${pluralize(entries, "valid entry", "valid entries")}, head ${head || "-"}`
  const id = broken.id === "" ? "" : ` (${broken.id})`
  return `${nameOf(chain)}: broken at entry ${broken.sequence}${id}: ${broken.why}; ${pluralize(entries, "valid entry", "valid entries")} before it`
}

/** Prints the state of each chain, and fails if one is broken. */
export const report = Effect.fnUntraced(function* ({ chains, unchained }: AuditVerifier.Verification) {
  const broken = chains.filter((chain) => chain.broken !== undefined)
  for (const chain of chains) if (chain.broken === undefined) yield* print(describeChain(chain))
  yield* print(
    unchained.first === undefined
      ? "all events are in the audit log"
      : `${pluralize(unchained.events, "event is", "events are")} not in the audit log yet, starting with ${unchained.first}`
  )
  if (broken.length > 0) return yield* new AuditBroken({ message: broken.map(describeChain).join("\nquire: ") })
})

/** Recomputes every chain, and fails if one is broken. */
export const verify = (settings: Settings): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    yield* PersistentStore.requirePersistentStore(settings)
    const verification = yield* Effect.flatMap(Audit.Audit, (audit) => audit.verify()).pipe(
      Effect.provideService(Actor.Actor, Actor.system),
      Effect.provide(PersistentStore.engine(settings))
    )
    yield* report(verification)
  })
