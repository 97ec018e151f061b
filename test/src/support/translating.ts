import { PseudoTranslator } from "@quire/adapters"
import {
  ContentEdits,
  Contents,
  type EditInput,
  type Engine,
  Glossary,
  JobControl,
  type Language,
  type PageView,
  type SpaceId,
  Spaces,
  TranslationLanguages,
  Translations,
  type TranslationView,
  Translator,
  type UserId
} from "@quire/core"
import { Effect, Layer } from "effect"
import { as, asSystem, capabilities, memoryWith, onStores, postgresWith } from "./engine.ts"
import { found, type World } from "./world.ts"

export type Answering = (
  task: Translator.TranslationTask
) => Effect.Effect<ReadonlyArray<string>, Translator.TranslationFailed>

export const pseudo: Answering = (task) =>
  Effect.succeed(task.texts.map((text) => PseudoTranslator.translated(text, task)))

/** What the translator was asked for, and how it answers. */
export const translator = {
  asked: new Array<string>(),
  tasks: new Array<Translator.TranslationTask>(),
  answers: pseudo
}

const listening = Layer.succeed(Translator.Translator, {
  translate: (task) => {
    translator.asked.push(...task.texts)
    translator.tasks.push(task)
    return translator.answers(task)
  }
})

/** Engines whose translator tells what it was asked for. */
export const engines = (file: string) =>
  onStores(file, {
    memory: memoryWith(Layer.mergeAll(capabilities, listening)),
    postgres: postgresWith(Layer.mergeAll(capabilities, listening))
  })

export type Changes = EditInput.ContentEdit["changes"]

const blank: PageView.DocumentView = { object: "document", data: { schemaVersion: 1 }, nodes: [] }

/** The insertion of a page; `document` is its Markdown, or its blocks. */
export const page = (title: string, document: string | object, ref: string): Changes[number] =>
  ({
    operation: "insert_page",
    title,
    ref,
    document: typeof document === "string" ? { markdown: document } : { document }
  }) as never

/** An organization with the settings of a translation, a source and an empty space for its output. */
export interface Translated extends World {
  /** The settings. */
  readonly id: string
  readonly source: SpaceId
  readonly output: SpaceId
  readonly by: ReturnType<typeof as>
  /** Does what is due, and tells which texts were asked for. */
  readonly run: Effect.Effect<ReadonlyArray<string>>
  readonly space: (title: string) => Effect.Effect<SpaceId>
  /** Changes the source. */
  readonly edit: (changes: Changes) => Effect.Effect<void>
  /** Adds a page to a space, as the creator unless another user is named. */
  readonly write: (to: SpaceId, title: string, who?: UserId) => Effect.Effect<void, { readonly _tag: string }>
  readonly into: (language: Language.Language, to: SpaceId) => Effect.Effect<void>
  readonly glossary: (operations: ReadonlyArray<object>) => Effect.Effect<void>
  /** Asks for a run. */
  readonly ask: Effect.Effect<void>
  readonly release: Effect.Effect<void>
  readonly french: Effect.Effect<TranslationView.TranslationLanguageView>
  readonly pages: (of: SpaceId) => Effect.Effect<ReadonlyArray<PageView.PageView>>
  readonly document: (of: SpaceId, page: string) => Effect.Effect<PageView.DocumentView>
  readonly markdown: (of: SpaceId, page: string) => Effect.Effect<string>
}

export const setup: Effect.Effect<Translated, never, Engine.Services> = Effect.gen(function* () {
  const world = yield* found
  const { creator, organization } = world
  const settings = yield* Translations.Translations
  const languages = yield* TranslationLanguages.TranslationLanguages
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const jobs = yield* JobControl.JobControl
  const glossary = yield* Glossary.Glossary
  const by = as(creator)
  const space: Translated["space"] = (title) =>
    Effect.map(by(Effect.orDie(spaces.create(organization, { title, editMode: "live" }))), (made) => made.id)
  const [source, output] = [yield* space("Guide"), yield* space("Guide (fr)")]
  const { id } = yield* by(
    Effect.orDie(settings.create(organization, { title: "Guide", source: { space: source, language: "en" } }))
  )
  translator.answers = pseudo
  const run = Effect.gen(function* () {
    translator.asked = []
    translator.tasks = []
    yield* asSystem(Effect.orDie(jobs.run()))
    return translator.asked
  })
  return {
    ...world,
    id,
    source,
    output,
    by,
    run,
    space,
    edit: (changes) => by(Effect.asVoid(Effect.orDie(edits.apply({ space: source }, { changes })))),
    write: (to, title, who = creator) =>
      as(who)(Effect.asVoid(edits.apply({ space: to }, { changes: [{ operation: "insert_page", title }] }))),
    into: (language, to) => by(Effect.asVoid(Effect.orDie(languages.put(organization, id, language, { space: to })))),
    glossary: (operations) => by(Effect.asVoid(Effect.orDie(glossary.update(organization, { operations } as never)))),
    ask: by(Effect.asVoid(Effect.orDie(settings.run(organization, id)))),
    release: by(Effect.asVoid(Effect.orDie(languages.remove(organization, id, "fr")))),
    french: by(Effect.orDie(languages.get(organization, id, "fr"))),
    pages: (of) => by(Effect.map(Effect.orDie(contents.pages({ space: of })), (content) => content.pages)),
    document: (of, page) =>
      by(
        Effect.map(Effect.orDie(contents.page({ space: of }, page, "document")), (found) =>
          "document" in found ? (found.document ?? blank) : blank
        )
      ),
    markdown: (of, page) =>
      by(
        Effect.map(Effect.orDie(contents.page({ space: of }, page, "markdown")), (found) =>
          "markdown" in found ? (found.markdown ?? "") : ""
        )
      )
  }
})
