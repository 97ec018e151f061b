import type { MadePage } from "../../content/tree/Expansion.ts"
import type * as Slices from "../../foundation/scheduling/Slices.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import type * as OpenedSpecs from "../spec/OpenedSpecs.ts"
import type { AnsweredText } from "./AnsweredPages.ts"
import * as ComputedKeys from "./ComputedKeys.ts"
import type * as ComputedPages from "./ComputedPages.ts"
import { type DocumentSource, specOf } from "./ComputedSource.ts"

/** What a text is computed from when it is requested: a description, or the response of a script. */
export type TextRequest = { readonly source: DocumentSource; readonly seed: string } | AnsweredText

/** Texts by the hashes that identify them. */
export type Texts = Map<string, TextRequest>

/** A page of which only the id is known. */
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

/** Pages of a description with the hashes of their texts, and the inputs of these texts. */
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
