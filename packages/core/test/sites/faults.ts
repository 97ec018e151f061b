import { Inspection } from "@quire/core"
import { InputFaults } from "@quire/core/internal"
import { Effect, type Schema } from "effect"

const messagesOf = ({ issue }: Inspection.Refusal) =>
  InputFaults.findFaults(issue).map(({ path, rule }) => `${path.map(String).join(".")}: ${rule}`)

/** The faults of an input, each as its path and the rule that it breaks. */
export const faultsOf = <A, I>(schema: Schema.Codec<A, I>, input: unknown): ReadonlyArray<string> =>
  Effect.runSync(Effect.match(Inspection.decoder(schema)(input), { onFailure: messagesOf, onSuccess: () => [] }))

/** What an input becomes; throws if it is refused. */
export const decoded = <A, I>(schema: Schema.Codec<A, I>, input: unknown): A =>
  Effect.runSync(
    Effect.catch(Inspection.decoder(schema)(input), (refusal) => Effect.die(new Error(messagesOf(refusal).join("; "))))
  )
