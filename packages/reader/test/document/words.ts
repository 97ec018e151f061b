import * as Words from "../../src/words/Words.ts"

export const words = Words.of("en")
