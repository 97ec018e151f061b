import { Zip, ZipDeflate } from "fflate"
import { UserError } from "../app/UserError.ts"

/** The largest upload, in bytes. */
const largestArchive = 104_857_600

/** Folders of tools, which have no documentation. */
const skippedFolders = new Set([".git", "node_modules"])

/** The path of a file in the chosen folder, or its name. */
const pathOf = ({ name, webkitRelativePath }: File): string =>
  webkitRelativePath === "" ? name : webkitRelativePath.split("/").slice(1).join("/")

/** The name of the chosen folder; undefined if single files were chosen. */
export const folderOf = (files: ReadonlyArray<File>): string | undefined =>
  files[0]?.webkitRelativePath.split("/")[0] || undefined

/** One file as it is, and several or a folder as an archive. Rejects if the archive would be too large. */
export const packFiles = async (files: ReadonlyArray<File>, tooLarge: string): Promise<File> => {
  const [only, second] = files
  const folder = folderOf(files)
  if (only !== undefined && second === undefined && folder === undefined) return only
  const packed = files.filter(
    (file) =>
      !pathOf(file)
        .split("/")
        .some((name) => skippedFolders.has(name))
  )
  if (packed.reduce((sum, { size }) => sum + size, 0) > largestArchive) throw new UserError(tooLarge)
  const chunks: Array<Uint8Array<ArrayBuffer>> = []
  const archive = new Zip((error, chunk) => {
    if (error !== null) throw error
    chunks.push(chunk)
  })
  // One file after the other, so that the page stays responsive.
  for (const file of packed) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const entry = new ZipDeflate(pathOf(file), { level: 6 })
    archive.add(entry)
    entry.push(bytes, true)
  }
  archive.end()
  return new File(chunks, `${folder ?? "files"}.zip`, { type: "application/zip" })
}
