import type { Importer } from "@quire/core"

/** A file by its path, with what it counts for: its bytes, or 1. */
export interface WeighedFile {
  readonly name: string
  readonly weight: number
}

/** The deepest folder that contains more than half of the weight of files, with what it contains. */
export const find = (files: ReadonlyArray<WeighedFile>): Importer.Excess => {
  const total = files.reduce((sum, { weight }) => sum + weight, 0)
  let largest: Importer.Excess = { total, folder: "", inFolder: total }
  for (let rest = files; ; ) {
    const weights = new Map<string, number>()
    for (const { name, weight } of rest) {
      const end = name.indexOf("/", largest.folder.length)
      if (end === -1) continue
      const folder = name.slice(0, end + 1)
      weights.set(folder, (weights.get(folder) ?? 0) + weight)
    }
    const heaviest = [...weights].find(([, weight]) => weight > total / 2)
    if (heaviest === undefined) return largest
    const [folder, inFolder] = heaviest
    largest = { total, folder, inFolder }
    rest = rest.filter(({ name }) => name.startsWith(folder))
  }
}
