import { Context } from "effect"

/** The built web console. */
export interface ConsoleFiles {
  /** Path of the console below the base URL, such as `/app`. */
  readonly path: `/${string}`
  /** Bytes by path below the folder, such as `assets/index-Bx1.js`. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** The console that the server serves; none by default. */
export const ConsoleFiles: Context.Reference<ConsoleFiles | undefined> = Context.Reference("@quire/http/ConsoleFiles", {
  defaultValue: (): ConsoleFiles | undefined => undefined
})
