import { Effect, Option } from "effect"
import * as ContentRef from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"
import * as DocumentRefs from "../../content/document/DocumentRefs.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import * as Root from "../../content/tree/Root.ts"
import * as Slices from "../../foundation/turns/Slices.ts"
import type * as Conditions from "../publication/Conditions.ts"
import * as Evaluated from "../publication/Evaluated.ts"
import type { OpenRoot } from "./PublishedRoots.ts"

/**
 * How deep reusable contents may be in each other, how many different ones a page may include, and how many blocks all
 * that it includes may have; what goes beyond is left out (rule reusable-included).
 */
export const limits = { depth: 5, contents: 100, blocks: 20_000 } as const

const isReusable = (ref: ContentRef.ContentRef): ref is ContentRef.ReusableContentRef => ref.kind === "reusable-content"

/** References in a content of another space name that space. */
const inSpace = (document: Document, space: string): Document =>
  DocumentRefs.mapRefs(document, (ref) => {
    if (ref.kind === "page" || isReusable(ref)) return { space, ...ref }
    return ref.kind === "anchor" && ref.page !== undefined ? { space, ...ref } : ref
  })

const countBlocks = (document: Document): number => {
  let count = 0
  for (const _ of DocumentTree.walk(document)) count++
  return count
}

interface Page {
  readonly conditions: Conditions.Conditions
  readonly openRoot: OpenRoot
  /** The space of the page. */
  readonly space: string
  /** Whether the audience sees a space. */
  readonly sees: (space: string) => boolean
}

/** Puts the reusable contents of one page in place of the blocks that name them. */
class Inclusion {
  readonly #page: Page
  readonly #made = new Map<string, Evaluated.EvaluatedDocument | undefined>()
  #blocks: number = limits.blocks

  constructor(page: Page) {
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
        const made = yield* this.#make(ref.space ?? space, ref.reusableContent, above)
        this.#blocks -= made === undefined ? 0 : countBlocks(made)
        if (made !== undefined && this.#blocks >= 0) contents.set(ContentRef.toUrl(ref), made)
      }
      return Evaluated.include(document, contents)
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
    return yield* this.into(yield* Slices.run(Evaluated.document(source, conditions)), space, path)
  })
}

/** The document with the reusable contents that it names (rule reusable-included). */
export const include = (
  document: Evaluated.EvaluatedDocument,
  page: Page
): Effect.Effect<Evaluated.EvaluatedDocument> => new Inclusion(page).into(document, page.space)
