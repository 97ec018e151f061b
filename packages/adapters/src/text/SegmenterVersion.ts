import { Tokens } from "@quire/core"

/** What this process cuts text into words by: the rules of core and the Unicode data that Node brings. */
export const segmenterVersion = Tokens.versionOf(process.versions["icu"] ?? "none")
