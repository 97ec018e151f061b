import { type Document, PublishedDocument, type PublishedPage, type Typesetting } from "@quire/core"
import { Conditions, Evaluated } from "@quire/core/internal"
import { Effect } from "effect"
import * as DocumentHtml from "../../src/document/DocumentHtml.ts"
import type { DocumentContext } from "../../src/document/Drawing.ts"
import type { Html } from "../../src/html/Html.ts"
import { Icons } from "../../src/icon/Icons.ts"
import { words } from "./words.ts"

const anonymous = Conditions.make(Conditions.rootsOf({}, { space: {}, page: {} }))

/** The document as those see it who see what the references lead to. */
export const publish = (
  document: Document.Document,
  references: PublishedPage.Targets
): PublishedDocument.PublishedDocument => {
  const evaluated = Evaluated.document(document, anonymous)
  return PublishedDocument.make(evaluated, { has: (ref) => Object.hasOwn(references, ref) })
}

export const draw = (
  document: Document.Document,
  references: PublishedPage.Targets = {},
  context: Partial<DocumentContext> = {}
): Effect.Effect<Html, never, Icons | Typesetting.Typesetting> =>
  Effect.gen(function* () {
    const icons = yield* (yield* Icons).set
    const { html } = yield* DocumentHtml.print(publish(document, references), {
      references,
      linkTo: (path) => `../${path}`,
      words,
      externalLinks: "self",
      icons,
      iconStyle: "regular",
      ...context
    })
    return html
  })
