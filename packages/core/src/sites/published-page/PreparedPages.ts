import { Context, Effect, Layer, Option } from "effect"
import * as ContentRef from "../../content/document/ContentRef.ts"
import { type Document, empty } from "../../content/document/Document.ts"
import * as DocumentRefs from "../../content/document/DocumentRefs.ts"
import { IncludedRoom } from "../../content/document/IncludedRoom.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as Root from "../../content/tree/Root.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import type * as Conditions from "../publication/Conditions.ts"
import * as Evaluated from "../publication/Evaluated.ts"
import type { Publication } from "../publication/Publications.ts"
import * as PublishedDocument from "./PublishedDocument.ts"
import { type OpenRoot, PublishedRoots } from "./PublishedRoots.ts"
import * as References from "./References.ts"
import * as SitePlaces from "./SitePlaces.ts"

/** Maximum nesting of reusable contents, and maximum number of different ones on a page. */
export const limits = { depth: 5, contents: 100 } as const

const isReusable = (ref: ContentRef.ContentRef): ref is ContentRef.ReusableContentRef => ref.kind === "reusable-content"

/** References in a content of another space name that space. */
const inSpace = (document: Document, space: string): Document =>
  DocumentRefs.mapRefs(document, (ref) => {
    if (ref.kind === "page" || isReusable(ref)) return { space, ...ref }
    return ref.kind === "anchor" && ref.page !== undefined ? { space, ...ref } : ref
  })

interface IncludingPage {
  readonly conditions: Conditions.Conditions
  readonly openRoot: OpenRoot
  /** The space of the page. */
  readonly space: string
  /** Whether the audience sees a space. */
  readonly sees: (space: string) => boolean
}

/** Replaces the blocks of one page that refer to reusable contents with these contents. */
class Inclusion {
  readonly #page: IncludingPage
  readonly #made = new Map<string, Evaluated.EvaluatedDocument | undefined>()
  readonly #room = new IncludedRoom()

  constructor(page: IncludingPage) {
    this.#page = page
  }

  readonly into = (
    document: Evaluated.EvaluatedDocument,
    space: string,
    above: ReadonlyArray<string> = []
  ): Effect.Effect<Evaluated.EvaluatedDocument> =>
    Effect.gen({ self: this }, function* () {
      const refs = DocumentRefs.references(document).flatMap(({ ref }) => (isReusable(ref) ? [ref] : []))
      if (refs.length === 0) return document
      const contents = new Map<string, Evaluated.EvaluatedDocument>()
      for (const ref of refs) {
        const url = ContentRef.toUrl(ref)
        const made = contents.get(url) ?? (yield* this.#make(ref.space ?? space, ref.reusableContent, above))
        if (made !== undefined) contents.set(url, made)
      }
      return Evaluated.include(document, (ref) => {
        const made = contents.get(ContentRef.toUrl(ref))
        return made !== undefined && this.#room.take(made) ? made : undefined
      })
    })

  #make(
    space: string,
    id: string,
    above: ReadonlyArray<string>
  ): Effect.Effect<Evaluated.EvaluatedDocument | undefined> {
    const key = `${space}/${id}`
    if (this.#made.has(key)) return Effect.succeed(this.#made.get(key))
    const isTooMuch = above.includes(key) || above.length >= limits.depth || this.#made.size >= limits.contents
    if (isTooMuch || !this.#page.sees(space)) return Effect.undefined
    return Effect.tap(this.#read(space, id, [...above, key]), (made) => Effect.sync(() => this.#made.set(key, made)))
  }

  readonly #read = Effect.fnUntraced(function* (
    this: Inclusion,
    space: string,
    id: string,
    path: ReadonlyArray<string>
  ) {
    const { conditions, openRoot, space: own } = this.#page
    const root = yield* openRoot(space)
    const found = yield* Root.reusable(root, id)
    const document = yield* DocumentNode.get(root.reader, Option.getOrUndefined(found)?.document)
    if (document === undefined) return undefined
    const source = space === own ? document : inSpace(document, space)
    return yield* this.into(Evaluated.document(source, conditions), space, path)
  })
}

/** The document with the reusable contents that it names (rule reusable-included). */
export const includeContents = (
  document: Evaluated.EvaluatedDocument,
  page: IncludingPage
): Effect.Effect<Evaluated.EvaluatedDocument> => new Inclusion(page).into(document, page.space)

interface Of {
  readonly at: SitePlaces.OpenedPlace
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
      const evaluated = Evaluated.document(source, conditions)
      const sees = (each: string) => SitePlaces.findSpace(publication, each) !== undefined
      const whole = yield* includeContents(evaluated, { conditions, openRoot, space, sees })
      const here = { publication, place: at, openRoot, signer }
      const { cover } = page
      const covers = cover === undefined ? [] : [cover.ref, ...(cover.refDark === undefined ? [] : [cover.refDark])]
      const refs = DocumentRefs.references(whole).map(({ ref }) => ref)
      const references = yield* References.resolve(here, [...refs, ...covers])
      const document = PublishedDocument.make(whole, new Set(Object.keys(references)))
      return { document, references }
    })

    return { prepareDocument } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([PublishedRoots.layer, SigningKeys.layer]))
}
