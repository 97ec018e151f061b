import { HostileTexts, Rounds } from "@quire/testing"

/** The hostile texts of a run. */
export const drawn: ReadonlyArray<string> = Rounds.draw(HostileTexts.all, 25)

/** Those that anything can be stored of. */
export const storable: ReadonlyArray<string> = drawn.filter((text) => text.isWellFormed())
