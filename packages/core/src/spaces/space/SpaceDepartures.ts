import { Context, type Effect } from "effect"

/** Data to detach when spaces leave their organization; later areas provide it. */
export class SpaceDepartures extends Context.Service<
  SpaceDepartures,
  {
    /** Removes what the organization has on the spaces. Used inside a mutation that has locked its tree. */
    readonly leave: (spaces: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("@quire/core/SpaceDepartures") {}
