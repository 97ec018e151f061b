import { ExportLayout } from "@quire/core"
import * as Names from "./Names.ts"

/** Whether a path lies where exports have files, which are files whatever they are called (rule export-form). */
export const isFile = (path: string): boolean => path.startsWith(ExportLayout.folders.files)

/** Whether a path is that of a text that pages include (rule import-reusable). */
export const isReusable = (path: string): boolean =>
  path.startsWith(ExportLayout.folders.reusable) && Names.isPage(path) && !Names.isHtml(path)
