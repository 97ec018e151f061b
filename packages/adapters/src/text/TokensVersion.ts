import { Tokens } from "@quire/core"

/** The version of the tokens that this process makes: the rules of core and the Unicode data of Node. */
export const tokensVersion = Tokens.versionOf(process.versions["unicode"] ?? "none")
