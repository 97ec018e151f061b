/**
 * Folder of an export for content that is not a page; on import, files in it are read as such content, whatever their
 * names.
 */
export const folders = { files: ".quire/files/", reusable: ".quire/includes/" } as const

export const summary = "SUMMARY.md"

/** Prefix of reference targets that are not in the export; no files have it. */
export const externalPath = "/.quire/ref"
