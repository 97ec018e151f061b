import { Context, Effect, Layer } from "effect"
import { empty } from "../../content/document/Document.ts"
import * as DocumentRefs from "../../content/document/DocumentRefs.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as Slices from "../../foundation/scheduling/Slices.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Evaluated from "../publication/Evaluated.ts"
import type { Publication } from "../publication/Publications.ts"
import * as IncludedContents from "./IncludedContents.ts"
import type * as PagePlaces from "./PagePlaces.ts"
import * as PublishedDocument from "./PublishedDocument.ts"
import { PublishedRoots } from "./PublishedRoots.ts"
import * as References from "./References.ts"
import * as SitePlaces from "./SitePlaces.ts"

interface Of {
  readonly at: PagePlaces.OpenedPlace
  readonly page: Page.Document
}

/** Reads documents of pages as an audience sees them, with the targets of their references and covers. */
export class PreparedPages extends Context.Service<PreparedPages>()("@quire/core/PreparedPages", {
  make: Effect.gen(function* () {
    const { signer } = yield* SigningKeys
    const { rootsOf } = yield* PublishedRoots

    const prepareDocument = Effect.fnUntraced(function* (publication: Publication, { at, page }: Of) {
      const { conditions } = publication.seen
      const openRoot = rootsOf(publication)
      const { space } = at.siteSpace
      const source = (yield* DocumentNode.get(at.root.reader, page.document)) ?? empty
      const evaluated = yield* Slices.run(Evaluated.document(source, conditions))
      const sees = (each: string) => SitePlaces.findSpace(publication, each) !== undefined
      const whole = yield* IncludedContents.include(evaluated, { conditions, openRoot, space, sees })
      const here = { publication, place: at, openRoot, signer }
      const { cover } = page
      const covers = cover === undefined ? [] : [cover.ref, ...(cover.refDark === undefined ? [] : [cover.refDark])]
      const refs = DocumentRefs.references(whole).map(({ ref }) => ref)
      const references = yield* References.resolve(here, [...refs, ...covers])
      const document = yield* Slices.run(PublishedDocument.make(whole, new Set(Object.keys(references))))
      return { document, references }
    })

    return { prepareDocument } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([PublishedRoots.layer, SigningKeys.layer]))
}
