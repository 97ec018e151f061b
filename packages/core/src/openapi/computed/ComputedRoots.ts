import { Context, Effect, Layer, Option } from "effect"
import type * as ContentNode from "../../content/tree/ContentNode.ts"
import type { ContentReader } from "../../content/tree/ContentReader.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type { MadePage } from "../../content/tree/Expansion.ts"
import * as Expansion from "../../content/tree/Expansion.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import * as Root from "../../content/tree/Root.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as EventLoop from "../../foundation/scheduling/EventLoop.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Recent from "../../foundation/store/Recent.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { OutlineOperation } from "../description/ApiDescription.ts"
import { collection as specCollection } from "../spec/OpenApiSpec.ts"
import type { SpecContent } from "../spec/OpenApiVersion.ts"
import { OpenedSpecs } from "../spec/OpenedSpecs.ts"
import type { AnsweredText } from "./AnsweredPages.ts"
import * as AnsweredPages from "./AnsweredPages.ts"
import { ComputedContents } from "./ComputedContents.ts"
import * as ComputedDocument from "./ComputedDocument.ts"
import * as ComputedPages from "./ComputedPages.ts"
import { type DocumentSource, type RevisionSource, resolve, specOf, valueOf } from "./ComputedSource.ts"
import { OpenedAnswers } from "./OpenedAnswers.ts"
import * as RootSources from "./RootSources.ts"

/** Raised when the same description produces a different text than before, so that indexes of it are rebuilt. */
const form = 2

const known = new WeakMap<OutlineOperation, string>()

/** What the outline contains about an operation, shared by all of its tags. */
const ofOperation = (operation: OutlineOperation): string => {
  const made = known.get(operation)
  if (made !== undefined) return made
  const { part: _, ...said } = operation
  const fresh = digest(JSON.stringify(said))
  known.set(operation, fresh)
  return fresh
}

/** The inputs of a text of a source: its entry in the outline and the hashes of the parts that it needs. */
const ingredientsOf = ({ outline, version }: SpecContent, source: DocumentSource): unknown => {
  const { props } = source
  if (props.doc === "models") return outline.schemas.map(({ isInner, name }) => [name, isInner === true])
  const group = ComputedPages.findGroup(outline, props.page)
  if (group === undefined) return [outline.info.title, outline.info.description]
  const parts = ComputedDocument.partsOf(outline, source).map((part) => version.parts[part])
  const operations = ComputedPages.ofPage(group, props.part ?? 1).map(ofOperation)
  return [group.tag, group.isRest, outline.info.title, outline.info.description, operations, parts]
}

/**
 * The hash that identifies a computed text. Versions with the same content for a page share the hash, as far as the
 * parts of the description show.
 */
export const ofDocument = (content: SpecContent | undefined, source: DocumentSource, seed: string): string =>
  digest(
    JSON.stringify([
      "computed document",
      form,
      seed,
      source.props,
      specOf(source),
      content === undefined ? null : ingredientsOf(content, source)
    ])
  )

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
export const ofDescription = (
  pages: ReadonlyArray<ComputedPages.ComputedPage>,
  content: SpecContent,
  texts: Texts
): ReadonlyArray<MadePage> => {
  const made: Array<MadePage> = []
  for (const page of pages) {
    const { description, id, slug, source, title } = page
    const document = ofDocument(content, source, id)
    texts.set(document, { source, seed: id })
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
      pages: ofDescription(page.pages, content, texts)
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

/** Memory limit of expansions, as estimated here. */
export const limits = { bytes: 67_108_864 } as const

/** Heap bytes per code unit of the nodes as texts, and of a text that may be requested. */
const weights = { unit: 4, document: 512 } as const

/**
 * The newest versions of specs of an organization by slug, and the responses of spaces by the keys of their sources.
 */
export type Versions = ReadonlyMap<string, string>

interface CachedExpansion {
  readonly expansion: Expansion.Expansion
  /** Inputs of texts, by the hashes that identify the texts. */
  readonly documents: Texts
  readonly pages: PageIds
}

/** Ids of pages by their placeholder. */
export type PageIds = ReadonlyMap<string, ReadonlyArray<string>>

/** A root and the versions of which it is to be expanded. */
export interface ExpansionRequest {
  readonly organization: OrganizationId
  readonly root: Root.Root
  readonly versions: Versions
  /** Placeholder pages for a version that no longer exists, with only their ids. */
  readonly remembered?: PageIds
}

/** Two roots with one reader of both. */
export interface Pair {
  readonly reader: ContentReader
  readonly before: string
  readonly after: string
  /** The pages of placeholders from the responses. */
  readonly pages: PageIds
}

const none: Versions = new Map()
const noModels: ReadonlyMap<string, string> = new Map()

/** Ids of the pages of models of expanded roots, by the slug of the spec that they are of. */
const models = new WeakMap<ContentNode.Root, ReadonlyMap<string, string>>()

/**
 * Roots as readers see them: placeholders are replaced by the pages that sources compute. Expanded roots are kept in
 * memory and never stored (rule computed-roots).
 */
export class ComputedRoots extends Context.Service<ComputedRoots>()("@quire/core/ComputedRoots", {
  make: Effect.gen(function* () {
    const opened = yield* OpenedSpecs
    const contents = yield* ComputedContents
    const answers = yield* OpenedAnswers
    const cache = yield* NodeCache
    const specs = yield* Repository.make(specCollection)
    const kept = Recent.make<CachedExpansion>(limits.bytes)

    /** The content of the version that a source names, or of the newest, with the source of exactly that version. */
    const openSource = Effect.fnUntraced(function* <S extends DocumentSource | RevisionSource>(
      { organization, versions }: Pick<ExpansionRequest, "organization" | "versions">,
      source: S
    ) {
      const value = valueOf(source)
      const id = value === undefined ? versions.get(specOf(source)) : value?.lastVersion
      const found = id === undefined ? Option.none<SpecContent>() : yield* opened.at(organization, id)
      const content = Option.getOrUndefined(
        Option.filter(found, ({ version }) => value === undefined || version.spec === value?.id)
      )
      if (content === undefined) return { content, source: resolve(source, null) }
      const { id: lastVersion, spec } = content.version
      return {
        content,
        source: resolve(source, { object: "openapi-spec", id: spec, slug: specOf(source), lastVersion })
      }
    })

    /** Pages of which none has the id of another page: of another seed where one has. */
    const avoidTaken = Effect.fnUntraced(function* <A>(
      root: Root.Root,
      given: string,
      make: (seed: string) => Effect.Effect<{ readonly made: A; readonly ids: ReadonlyArray<string> }>
    ) {
      for (let seed = given; ; seed = `${seed}/`) {
        const { ids, made } = yield* make(seed)
        if ((yield* Root.pages(root, ids)).size === 0) return made
      }
    })

    const makePages = (
      root: Root.Root,
      { content, source }: { readonly content: SpecContent; readonly source: RevisionSource },
      given: string,
      texts: Texts
    ) =>
      avoidTaken(root, given, (seed) =>
        Effect.sync(() => {
          const made = ComputedPages.list(content.outline, source, seed)
          return { made, ids: RootSources.idsOf(made) }
        })
      ).pipe(
        Effect.flatMap((pages) => EventLoop.map(pages, (page) => ofDescription([page], content, texts))),
        Effect.map((pages) => pages.flat())
      )

    /** The pages of a response; undefined if the response was deleted, empty if there is none. */
    const makeAnswered = Effect.fnUntraced(function* (
      root: Root.Root,
      hash: string | undefined,
      given: string,
      texts: Texts
    ) {
      if (hash === undefined) return []
      const answer = Option.getOrUndefined(yield* answers.open(hash))
      if (answer === undefined) return undefined
      const made = yield* avoidTaken(root, given, (seed) =>
        Effect.sync(() => {
          const found = AnsweredPages.make(answer, seed)
          return { made: found, ids: RootSources.idsOf(found.pages) }
        })
      )
      for (const [document, text] of made.texts) texts.set(document, text)
      return made.pages
    })

    const compute = Effect.fnUntraced(function* (wanted: ExpansionRequest, sources: RootSources.RootSources) {
      const { remembered, root, versions } = wanted
      const documents: Texts = new Map()
      const pages = new Map<string, ReadonlyArray<Expansion.MadePage>>()
      const texts = new Map<string, string>()
      const recall = (id: string) => remembered?.get(id)?.map(forgotten) ?? []
      for (const { id, seed, source } of sources.pages) {
        const { content, source: opened } = yield* openSource(wanted, source)
        const found =
          content === undefined ? recall(id) : yield* makePages(root, { content, source: opened }, seed, documents)
        pages.set(id, found)
      }
      for (const { id, seed, source: given } of sources.documents) {
        const { content, source } = yield* openSource(wanted, given)
        const hash = ofDocument(content, source, seed)
        documents.set(hash, { source, seed })
        texts.set(id, hash)
      }
      for (const { id, key, kind, seed } of sources.answered) {
        const answer = versions.get(key)
        if (kind === "revision") pages.set(id, (yield* makeAnswered(root, answer, seed, documents)) ?? recall(id))
        else if (answer !== undefined) {
          const hash = AnsweredPages.hashOf(answer, seed)
          documents.set(hash, { blob: answer, ids: new Map() })
          texts.set(id, hash)
        }
      }
      const expansion = yield* Expansion.make(root, { pages, documents: texts })
      models.set(expansion.maps, modelsIn(documents))
      return {
        expansion,
        documents,
        pages: new Map(Array.from(pages, ([id, made]) => [id, RootSources.idsOf(made)]))
      } satisfies CachedExpansion
    })

    /** The expansion of a root; undefined if it has nothing to expand. */
    const find = Effect.fnUntraced(function* (wanted: ExpansionRequest) {
      const { organization, remembered, root, versions } = wanted
      if (root.maps.computed === undefined) return undefined
      const sources = yield* RootSources.find(root)
      const known = [...sources.slugs, ...sources.keys].map((name) => versions.get(name) ?? "")
      const key = JSON.stringify([organization, root.reader.space, root.hash, remembered === undefined, ...known])
      const found = kept.get(key)
      if (found !== undefined) return found
      const made = yield* compute(wanted, sources)
      kept.put(key, made, made.expansion.length * weights.unit + made.documents.size * weights.document)
      return made
    })

    const makeText = (organization: OrganizationId, text: TextRequest) =>
      "source" in text ? contents.document(organization, text.source, text.seed) : answers.document(text)

    const openDocument = (organization: OrganizationId, space: string, hash: string, text: TextRequest) =>
      Effect.suspend((): Effect.Effect<ContentNode.Document> => {
        const known = cache.get(space, hash)
        if (typeof known === "object" && known.kind === "document/1") return Effect.succeed(known)
        return Effect.map(makeText(organization, text), (document) => {
          const { length, node } = DocumentNode.ofComputed(document)
          cache.put(space, hash, node, length)
          return node
        })
      })

    const readerOver = (
      organization: OrganizationId,
      reader: ContentReader,
      all: ReadonlyArray<CachedExpansion>
    ): ContentReader =>
      Expansion.over(
        reader,
        all.map(({ expansion }) => expansion),
        (hash) => {
          const asked = all.map(({ documents }) => documents.get(hash)).find((found) => found !== undefined)
          return asked && openDocument(organization, reader.space, hash, asked)
        }
      )

    /** The responses that roots need, by the keys of their sources; one statement if any root needs one. */
    const answersOf = Effect.fnUntraced(function* (roots: ReadonlyArray<Root.Root>) {
      const wanting = yield* Effect.filter(roots, RootSources.wantsAnswers)
      return wanting.length === 0 ? [] : yield* answers.newestOf(wanting.map(({ reader }) => reader.space))
    })

    /**
     * The newest versions of specs of organizations, read with one statement, and responses; empty if nothing is
     * requested.
     */
    const versionsOf = Effect.fnUntraced(function* (
      asked: ReadonlyArray<{ readonly organization: OrganizationId; readonly root: Root.Root }>
    ) {
      const all = new Map<string, Map<string, string>>()
      const computed = asked.filter(({ root }) => root.maps.computed !== undefined)
      if (computed.length === 0) return all
      const answered = yield* answersOf(computed.map(({ root }) => root))
      for (const { organization } of computed) all.set(organization, new Map(answered))
      const rows = yield* specs.list("inOrganization", {
        equals: { organization: { in: [...all.keys()] } },
        limit: noLimit
      })
      for (const { value } of rows) {
        if (value.lastVersion !== null) all.get(value.organization)?.set(value.slug, value.lastVersion)
      }
      return all
    })

    /**
     * The newest versions of the specs of an organization, read with one statement, and the responses that a root
     * needs.
     */
    const newestOf = Effect.fnUntraced(function* (
      organization: OrganizationId,
      root: Root.Root
    ): Effect.fn.Return<Versions> {
      const answered = yield* answersOf([root])
      const rows = yield* specs.list("inOrganization", { equals: { organization }, limit: noLimit })
      const newest = rows.flatMap(({ value }) =>
        value.lastVersion === null ? [] : [[value.slug, value.lastVersion] as const]
      )
      return new Map([...newest, ...answered])
    })

    /** A root as readers of these versions see it. */
    const at = Effect.fnUntraced(function* (wanted: ExpansionRequest) {
      const found = yield* find(wanted)
      if (found === undefined) return wanted.root
      const { hash, maps } = found.expansion
      return { reader: readerOver(wanted.organization, wanted.root.reader, [found]), hash, maps } satisfies Root.Root
    })

    /** Roots of spaces of organizations as readers see them now; one statement, if there is anything to expand. */
    const expandAll = Effect.fnUntraced(function* <A extends Omit<ExpansionRequest, "versions">>(
      asked: ReadonlyArray<A>
    ) {
      const versions = yield* versionsOf(asked)
      return yield* Effect.forEach(asked, (each) =>
        Effect.map(at({ ...each, versions: versions.get(each.organization) ?? none }), (root) => ({ ...each, root }))
      )
    })

    /** A root as readers see it now. */
    const expand = Effect.fnUntraced(function* (organization: OrganizationId, root: Root.Root) {
      if (root.maps.computed === undefined) return root
      const versions = yield* versionsOf([{ organization, root }])
      return yield* at({ organization, root, versions: versions.get(organization) ?? none })
    })

    /**
     * Two contents of a space to compare, each as readers of some versions see it; a stored root is compared as stored.
     */
    const pair = Effect.fnUntraced(function* (
      reader: ContentReader,
      before: ExpansionRequest | Root.Root,
      after: ExpansionRequest
    ) {
      const old = "versions" in before ? yield* find(before) : undefined
      const now = yield* find(after)
      const overlays = [old === undefined ? [] : [old], now === undefined ? [] : [now]].flat()
      return {
        reader: readerOver(after.organization, reader, overlays),
        before: old?.expansion.hash ?? ("versions" in before ? before.root.hash : before.hash),
        after: now?.expansion.hash ?? after.root.hash,
        pages: now?.pages ?? new Map()
      } satisfies Pair
    })

    /** Ids of the model pages that were created for an expanded root, by the slug of their spec. */
    const modelsOf = ({ maps }: Root.Root): ReadonlyMap<string, string> => models.get(maps) ?? noModels

    return { at, expand, expandAll, newestOf, pair, versionsOf, modelsOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ComputedContents.layer, NodeCache.layer, OpenedAnswers.layer, OpenedSpecs.layer])
  )
}
