import type { FileAddress } from "../../content/file/FileAddress.ts"
import { sanitize } from "../../content/file/FileName.ts"

/** The address of a file below its site, percent-encoded: it ends with the audience's leave to read the site. */
export const of = ({ file, key, name, space }: FileAddress): string =>
  ["~file", space, file, key, sanitize(name)].map(encodeURIComponent).join("/")
