import type { ImportWarning } from "@quire/core"

/** The files of an archive that may be content, by path. */
export interface ArchiveFiles {
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The number of files that are never content. */
  readonly junk: number
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

/** Names of files and folders that systems and tools leave in archives. */
const junkNames = ["__MACOSX", ".DS_Store", ".git", "node_modules"] as const

const junkOf = (path: string) => {
  const segments = path.split("/")
  return junkNames.find((name) => segments.includes(name))
}

const topFolder = (paths: ReadonlyArray<string>): string => {
  const [first = ""] = paths
  const top = first.slice(0, first.indexOf("/") + 1)
  return top !== "" && paths.every((path) => path.startsWith(top)) ? top : ""
}

/** Drops junk, with one warning for each kind of it, then strips a top folder that contains all the rest. */
export const select = (entries: ReadonlyMap<string, Uint8Array>): ArchiveFiles => {
  const kept: Array<readonly [string, Uint8Array]> = []
  const found = new Map<string, number>()
  for (const entry of entries) {
    const kind = junkOf(entry[0])
    if (kind === undefined) kept.push(entry)
    else found.set(kind, (found.get(kind) ?? 0) + 1)
  }
  const top = topFolder(kept.map(([path]) => path))
  return {
    files: new Map(kept.map(([path, bytes]) => [path.slice(top.length), bytes])),
    junk: entries.size - kept.length,
    warnings: Array.from(found, ([path, count]) => ({
      path,
      reason: `${count} ${count === 1 ? "file" : "files"} skipped: not content`
    }))
  }
}
