import { ExportLayout } from "@quire/core"
import * as Names from "./Names.ts"

/**
 * Whether a path is in the folder that exports use for files, where every file is kept as a file regardless of its name
 * (rule export-form).
 */
export const isFile = (path: string): boolean => path.startsWith(ExportLayout.folders.files)

/** Whether a path is that of a text that pages include (rule import-reusable). */
export const isReusable = (path: string): boolean =>
  path.startsWith(ExportLayout.folders.reusable) && Names.isPage(path) && !Names.isHtml(path)
