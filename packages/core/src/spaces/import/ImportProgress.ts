import { Context, Effect } from "effect"
import type { Intake } from "./Importer.ts"

/** How many pages of a source an import has read. */
export interface ImportProgress {
  readonly done: number
  readonly total: number
}

/** Receives the progress of each import of the fibers that have it, after every page that was read. */
export const ImportProgressListener: Context.Reference<((progress: ImportProgress) => void) | undefined> =
  Context.Reference<((progress: ImportProgress) => void) | undefined>("@quire/core/ImportProgressListener", {
    defaultValue: () => undefined
  })

/** An intake whose documents the listener counts. */
export const observe = (intake: Intake, listener: (progress: ImportProgress) => void): Intake => {
  let [done, total] = [0, 0]
  return {
    begin: (pages, files, reusable = []) => {
      total = pages.length + reusable.length
      listener({ done, total })
      return intake.begin(pages, files, reusable)
    },
    take: (path, document, title) =>
      Effect.tap(intake.take(path, document, title), () => Effect.sync(() => listener({ done: ++done, total })))
  }
}
