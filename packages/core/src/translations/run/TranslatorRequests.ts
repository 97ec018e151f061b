import { Context, Effect, Layer, Result, Schema } from "effect"
import * as ContentNode from "../../content/tree/ContentNode.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import type { Language } from "../../foundation/text/Language.ts"
import { fold } from "../../foundation/text/Text.ts"
import type * as GlossaryEntry from "../glossary/GlossaryEntry.ts"
import { decode, decodePlain } from "../segment/TaggedAnswer.ts"
import type { TaggedText } from "../segment/TaggedText.ts"
import { TranslationLanguageId } from "../settings/TranslationLanguage.ts"
import { Translator } from "../translator/Translator.ts"

/** The result of the translator for one text during a run, stored until a run has succeeded. */
export const TranslatedText = Schema.Struct({
  /** Covers the language and all instructions that the translator received. */
  id: Schema.String,
  language: TranslationLanguageId,
  text: Schema.String
})
export type TranslatedText = typeof TranslatedText.Type

export const collection = Repository.collection({
  name: "translated_texts",
  schema: TranslatedText,
  columns: { language: { kind: "text", of: (self) => self.language } },
  indexes: { ofLanguage: { on: ["language"] } },
  unique: {},
  references: [{ column: "language", to: "translation_languages", onDelete: "cascade" }],
  counters: [],
  rank: 4
})

export const limits = {
  /** Maximum number of texts in one request, and of their characters unless a single text has more. */
  texts: 40,
  characters: 6000
} as const

/** The input that all requests of a run share. */
export interface TranslationContext {
  readonly language: TranslationLanguageId
  readonly from: Language
  readonly to: Language
  readonly instructions: string
  readonly glossing: GlossaryMatcher
}

/** A requested text, in its plain or its inline form. */
export interface PendingText {
  readonly tagged: TaggedText
  readonly isPlain: boolean
}

interface Question extends PendingText {
  readonly id: string
  readonly glossary: ReadonlyArray<GlossaryEntry.Pair>
}

/** Result for a text: its translation, which `decode` parses, or why there is none. */
export type Answer = Result.Result<string, string>

const portions = (questions: ReadonlyArray<Question>): ReadonlyArray<ReadonlyArray<Question>> => {
  const all: Array<Array<Question>> = []
  let characters = 0
  for (const question of questions) {
    const length = question.tagged.text.length
    const last = all.at(-1)
    if (last === undefined || last.length === limits.texts || characters + length > limits.characters) {
      all.push([question])
      characters = length
    } else {
      last.push(question)
      characters += length
    }
  }
  return all
}

const judge = (answer: string, { isPlain, tagged }: PendingText): Answer => {
  const same = () => answer
  return isPlain ? Result.map(decodePlain(answer, tagged), same) : Result.map(decode(answer, tagged), same)
}

/** Requests translations of texts, and stores the responses until the run has ended (rule translation-resumes). */
export class TranslatorRequests extends Context.Service<TranslatorRequests>()("@quire/core/TranslatorRequests", {
  make: Effect.gen(function* () {
    const translator = yield* Translator
    const { mutate } = yield* Mutation
    const kept = yield* Repository.make(collection)

    const idOf = (
      { from, instructions, language, to }: TranslationContext,
      text: string,
      glossary: ReadonlyArray<GlossaryEntry.Pair>
    ) => ContentNode.hashOf(CanonicalJson.stringify([language, from, to, instructions, glossary, text]))

    /** Requests translations of some texts; undefined if the response is unusable. */
    const ask = (asked: TranslationContext, questions: ReadonlyArray<Question>) => {
      const glossary = new Map(questions.flatMap((question) => question.glossary))
      const texts = questions.map(({ tagged }) => tagged.text)
      const { from, instructions, to } = asked
      return translator.translate({ texts, from, to, instructions, glossary: [...glossary] }).pipe(
        Effect.map((answers) => (answers.length === texts.length ? answers : undefined)),
        Effect.catch((failed) => (failed.reason === "malformed" ? Effect.undefined : Effect.fail(failed)))
      )
    }

    const askAlone = Effect.fnUntraced(function* (asked: TranslationContext, question: Question) {
      const answers = yield* ask(asked, [question])
      const [answer] = answers ?? []
      return answer === undefined ? Result.fail("the translator did not return it") : judge(answer, question)
    })

    const askPortion = Effect.fnUntraced(function* (asked: TranslationContext, portion: ReadonlyArray<Question>) {
      const found = new Map<string, Answer>()
      const answers = yield* ask(asked, portion)
      let count = portion.length
      for (const [at, question] of portion.entries()) {
        const answer = answers?.[at]
        const first: Answer = answer === undefined ? Result.fail("") : judge(answer, question)
        if (Result.isFailure(first)) count++
        found.set(question.id, Result.isSuccess(first) ? first : yield* askAlone(asked, question))
      }
      return { found, count }
    })

    const keep = ({ language }: TranslationContext, found: ReadonlyMap<string, Answer>) => {
      const rows = [...found].flatMap(([id, answer]) =>
        Result.isSuccess(answer) ? [{ id, language, text: answer.success }] : []
      )
      return mutate(
        Effect.gen(function* () {
          const known = yield* kept.getMany(rows.map(({ id }) => id))
          yield* kept.insertAll(rows.filter(({ id }) => !known.has(id)))
        })
      )
    }

    /** Responses by text; `count` is the number of texts that were sent to the translator. */
    const answers = Effect.fnUntraced(function* (asked: TranslationContext, wanted: Iterable<PendingText>) {
      const questions = new Map<string, Question>()
      for (const each of wanted) {
        const glossary = asked.glossing.usedBy(each.tagged.text)
        const id = idOf(asked, each.tagged.text, glossary)
        questions.set(id, { ...each, id, glossary })
      }
      const found = new Map<string, Answer>()
      for (const [id, { value }] of yield* kept.getMany([...questions.keys()])) {
        const question = questions.get(id)
        if (question !== undefined) found.set(id, judge(value.text, question))
      }
      let count = 0
      for (const portion of portions([...questions.values()].filter(({ id }) => !found.has(id)))) {
        const asking = yield* askPortion(asked, portion)
        count += asking.count
        for (const [id, answer] of asking.found) found.set(id, answer)
        yield* keep(asked, asking.found)
      }
      const byText = new Map<string, Answer>()
      for (const { id, tagged } of questions.values()) {
        byText.set(tagged.text, found.get(id) ?? Result.fail("the translator did not return it"))
      }
      return { byText, count }
    })

    /** Deletes the stored responses of a language. */
    const forget = (language: TranslationLanguageId) => kept.removeWhere("ofLanguage", { equals: { language } })

    return { answers, forget } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Mutation.layer))
}

/** Terms of a glossary as they are matched in texts: in any letter case and at any position. */
export interface GlossaryMatcher {
  /** The pairs whose term a text uses. */
  readonly usedBy: (text: string) => ReadonlyArray<GlossaryEntry.Pair>
}

export const makeGlossaryMatcher = (pairs: ReadonlyArray<GlossaryEntry.Pair>): GlossaryMatcher => {
  const folded = pairs.map((pair) => [fold(pair[0]), pair] as const)
  return {
    usedBy: (text) => {
      if (folded.length === 0) return []
      const words = fold(text)
      return folded.flatMap(([term, pair]) => (words.includes(term) ? [pair] : []))
    }
  }
}

/** The pairs that only one of two glossaries has: of each term that changed, what it was and what it is. */
export const changed = (
  before: ReadonlyArray<GlossaryEntry.Pair>,
  after: ReadonlyArray<GlossaryEntry.Pair>
): ReadonlyArray<GlossaryEntry.Pair> => {
  const [old, now] = [new Map(before), new Map(after)]
  return [
    ...before.filter(([term, translated]) => now.get(term) !== translated),
    ...after.filter(([term, translated]) => old.get(term) !== translated)
  ]
}
