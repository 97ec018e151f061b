import { sanitize } from "../../content/file/FileName.ts"
import type { FileAddress } from "../../content/file/FileView.ts"

/**
 * The address of a file below its site, percent-encoded. It ends with a token that grants the audience access to the
 * site.
 */
export const of = ({ file, key, name, space }: FileAddress): string =>
  ["~file", space, file, key, sanitize(name)].map(encodeURIComponent).join("/")
