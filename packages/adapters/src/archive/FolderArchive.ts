import { type Importer, Unicode } from "@quire/core"
import { Effect } from "effect"
import type { ArchiveLimits } from "./ArchiveLimits.ts"
import * as LargestFolder from "./LargestFolder.ts"
import { type Archive, ArchiveRefused } from "./Zip.ts"

/** Files that are read at the same time. */
const concurrency = 16

/** A folder as an archive: its files are read when they are needed, within the limits of archives. */
export const open = Effect.fnUntraced(function* (
  folder: Importer.SourceFolder,
  limits: ArchiveLimits
): Effect.fn.Return<Archive, ArchiveRefused> {
  if (folder.files.length > limits.entries) {
    const excess = LargestFolder.find(folder.files.map(({ path }) => ({ name: path, weight: 1 })))
    return yield* new ArchiveRefused({ reason: "entries", excess })
  }
  const files = folder.files.map((file) => ({ ...file, name: Unicode.normalize(file.path, "NFC") }))
  const opened = new Set<(typeof files)[number]>()
  const unpack: Archive["unpack"] = Effect.fnUntraced(function* (isIncluded) {
    const included = files.filter(({ name }) => isIncluded(name))
    for (const file of included) opened.add(file)
    const weighed = Array.from(opened, ({ name, size }) => ({ name, weight: size }))
    if (weighed.reduce((sum, { weight }) => sum + weight, 0) > limits.unpackedBytes) {
      return yield* new ArchiveRefused({ reason: "unpacked", excess: LargestFolder.find(weighed) })
    }
    const contents = yield* Effect.forEach(
      included,
      ({ name, path }) => Effect.map(folder.read(path), (bytes) => [name, bytes] as const),
      { concurrency }
    )
    return new Map(contents)
  })
  return { names: files.map(({ name }) => name), special: folder.special, commentOf: () => "", unpack }
})
