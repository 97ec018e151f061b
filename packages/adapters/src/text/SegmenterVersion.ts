import { Tokens } from "@quire/core"

/** The version of word segmentation in this process: the rules of core and the Unicode data of Node. */
export const segmenterVersion = Tokens.versionOf(process.versions["unicode"] ?? "none")
