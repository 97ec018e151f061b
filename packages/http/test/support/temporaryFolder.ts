import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"

/** An empty folder, for as long as the scope lasts. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "quire-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)
