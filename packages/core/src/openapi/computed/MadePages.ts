import type { MadePage } from "../../content/tree/Expansion.ts"
import type * as Slices from "../../foundation/scheduling/Slices.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import type * as OpenedSpecs from "../spec/OpenedSpecs.ts"
import type { AnsweredText } from "./AnsweredPages.ts"
import * as ComputedKeys from "./ComputedKeys.ts"
import type * as ComputedPages from "./ComputedPages.ts"
import { type DocumentSource, specOf } from "./ComputedSource.ts"

/** What a text is made of when it is asked for: of a description by a source, or of what a script answered. */
export type TextRequest = { readonly source: DocumentSource; readonly seed: string } | AnsweredText

/** Texts by the hashes under which they are asked for. */
export type Texts = Map<string, TextRequest>

/** A page of which nothing but the id is known. */
export const forgotten = (id: string): MadePage => ({
  id,
  slug: id,
  fields: {
    type: "document",
    title: "",
    computed: null,
    computedSeed: "",
    document: digest("a text of a version that is gone")
  },
  pages: []
})

/** Pages of a description with the hashes of their texts, and what those are made of. */
export function* ofDescription(
  pages: ReadonlyArray<ComputedPages.ComputedPage>,
  content: OpenedSpecs.SpecContent,
  texts: Texts
): Slices.Steps<ReadonlyArray<MadePage>> {
  const made: Array<MadePage> = []
  for (const page of pages) {
    const { description, id, slug, source, title } = page
    const document = ComputedKeys.ofDocument(content, source, id)
    texts.set(document, { source, seed: id })
    yield ComputedKeys.work(content, source)
    made.push({
      id,
      slug,
      fields: {
        type: "document",
        title,
        ...(description === undefined ? {} : { description }),
        computed: source,
        computedSeed: id,
        document
      },
      pages: yield* ofDescription(page.pages, content, texts)
    })
  }
  return made
}

/** Ids of the pages of models, by the slug of the spec that they are of. */
export const modelsIn = (texts: Texts): ReadonlyMap<string, string> =>
  new Map(
    Array.from(texts.values())
      .toReversed()
      .flatMap((text) =>
        "source" in text && text.source.props.doc === "models" ? [[specOf(text.source), text.seed] as const] : []
      )
  )
