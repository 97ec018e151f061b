/** Where an export has what is no page; whatever lies there is read back as that, whatever it is called. */
export const folders = { files: ".quire/files/", reusable: ".quire/includes/" } as const

export const summary = "SUMMARY.md"

/** Precedes what a reference names that is not in the export; nothing else lies there. */
export const externalPath = "/.quire/ref"
