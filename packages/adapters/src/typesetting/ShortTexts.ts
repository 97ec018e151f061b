import { Typesetting } from "@quire/core"
import { Effect } from "effect"

type Typeset = Typesetting.Typesetting["Service"]["typeset"]

const { limits } = Typesetting

/** The texts that are not too long, alone and together, with their positions. */
const takeShort = <A>(texts: ReadonlyArray<A>, lengthOf: (text: A) => number) => {
  let left: number = limits.texts
  return Array.from(texts.entries()).filter(([, text]) => {
    const length = lengthOf(text)
    if (length > Math.min(limits.text, left)) return false
    left -= length
    return true
  })
}

/** Puts each result in the place of its text. */
const putBack = <A, B>(
  count: number,
  taken: ReadonlyArray<readonly [position: number, text: A]>,
  made: ReadonlyArray<B | undefined>
): ReadonlyArray<B | undefined> => {
  const byPosition = new Map(taken.map(([position], index) => [position, made[index]]))
  return Array.from({ length: count }, (_, position) => byPosition.get(position))
}

/** Keeps texts that are too long, and code in no language, from being typeset. */
export const only =
  (typeset: Typeset): Typeset =>
  ({ codes, formulas }) => {
    const ofCodes = takeShort(codes, ({ language, text }) => (language === "" ? Number.POSITIVE_INFINITY : text.length))
    const ofFormulas = takeShort(formulas, ({ tex }) => tex.length)
    if (ofCodes.length + ofFormulas.length === 0) return Effect.succeed(Typesetting.plain({ codes, formulas }, true))
    const texts = { codes: ofCodes.map(([, code]) => code), formulas: ofFormulas.map(([, formula]) => formula) }
    return Effect.map(typeset(texts), (made) => ({
      codes: putBack(codes.length, ofCodes, made.codes),
      formulas: putBack(formulas.length, ofFormulas, made.formulas),
      isFinal: made.isFinal
    }))
  }
