import { Effect } from "effect"
/** An empty folder, for as long as the scope lasts. */
export declare const temporaryFolder: Effect.Effect<string, never, import("effect/Scope").Scope>
//# sourceMappingURL=temporaryFolder.d.ts.map
