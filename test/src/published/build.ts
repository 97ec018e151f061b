import {
  AdaptiveSchemas,
  type Block,
  ChangeRequests,
  ContentEdits,
  type ContentRef,
  type Document,
  type EditInput,
  type Engine,
  Merging,
  SiteAccess,
  type SiteId,
  SiteSectionId,
  SiteSpaceId,
  Sites,
  type SpaceId,
  Spaces
} from "@quire/core"
import { Inline, type SiteStructure, SiteStructures } from "@quire/core/internal"
import { Effect, Result } from "effect"
import { as } from "../support/engine.ts"
import { found, type World } from "../support/world.ts"
import {
  conditions,
  type DescribedContent,
  type DescribedPage,
  type DescribedSite,
  type DescribedSpace,
  type PageName,
  type Part
} from "./ApiSites.ts"

export type Change = EditInput.ContentEdit["changes"][number]

/** Ids of what was made of a description, by its indexes. */
export interface Made {
  readonly id: SpaceId
  readonly pages: ReadonlyArray<string>
  readonly contents: ReadonlyArray<string>
}

const paragraph = (...nodes: ReadonlyArray<Block.InlineNode>): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes
})

const textOf = (word: string) => paragraph(Inline.text(word))

/** Bytes of a file are its canary too. */
const fileRef = (word: string): string => `file-${word}`

const refTo = (made: ReadonlyArray<Made>, own: number, [space, page]: PageName): ContentRef.PageRef => {
  const target = made[space]
  return {
    kind: "page",
    page: target?.pages[page] ?? "nothing",
    ...(space === own || target === undefined ? {} : { space: target.id })
  }
}

const blockOf = (made: ReadonlyArray<Made>, own: number, part: Part): Block.TopLevel => {
  switch (part.kind) {
    case "text":
      return textOf(part.word)
    case "heading":
      return { object: "block", type: "heading-2", data: {}, nodes: [Inline.text(part.word)] }
    case "tab":
      return {
        object: "block",
        type: "tabs",
        nodes: [{ object: "block", type: "tabs-item", data: { title: "One" }, nodes: [textOf(part.word)] }]
      }
    case "file":
      return { object: "block", type: "file", isVoid: true, data: { ref: { kind: "file", file: fileRef(part.word) } } }
    case "link":
      return paragraph(Inline.link(refTo(made, own, part.to), [Inline.text(part.word)]))
    case "mention":
      return paragraph(
        Inline.text(part.word),
        { object: "inline", type: "mention", data: { ref: refTo(made, own, part.to) }, isVoid: true },
        { object: "inline", type: "expression", data: { expression: `"${part.word}"` }, isVoid: true }
      )
    case "card":
      return { object: "block", type: "content-ref", isVoid: true, data: { ref: refTo(made, own, part.to) } }
    case "include":
      return {
        object: "block",
        type: "reusable-content",
        isVoid: true,
        data: { ref: { kind: "reusable-content", reusableContent: made[own]?.contents[part.content] ?? "nothing" } }
      }
  }
}

const within = (part: Part, block: Block.TopLevel): Block.TopLevel =>
  part.conditions.toReversed().reduce<Block.TopLevel>(
    (inner, name) => ({
      object: "block",
      type: "if",
      data: { expression: conditions[name] },
      nodes: [inner]
    }),
    block
  )

/** The document that the parts of a page or of a reusable content are. */
export const documentOf = (made: ReadonlyArray<Made>, own: number, parts: ReadonlyArray<Part>): Document.Document => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes: parts.map((part) => within(part, blockOf(made, own, part)))
})

const insertPage = (page: DescribedPage, at: number): Change => ({
  operation: "insert_page",
  type: page.kind,
  title: page.title,
  hidden: page.hidden,
  ref: `page-${at}`,
  ...(page.parent === undefined ? {} : { into: `page-${page.parent}` })
})

const insertContent = (_: DescribedContent, at: number): Change => ({
  operation: "insert_reusable_content",
  title: `Content ${at}`
})

const filesOf = ({ contents, pages }: DescribedSpace): ReadonlyArray<Part> =>
  [...pages, ...contents].flatMap(({ parts }) => parts.filter(({ kind }) => kind === "file"))

/** Makes the pages of a space, without their texts. */
const makeSpace = Effect.fnUntraced(function* (
  create: (title: string) => Effect.Effect<SpaceId>,
  edit: (space: SpaceId, changes: ReadonlyArray<Change>) => Effect.Effect<ContentEdits.ContentEditResult>,
  described: DescribedSpace
) {
  const id = yield* create(described.title)
  const changes = [...described.pages.map(insertPage), ...described.contents.map(insertContent)]
  if (changes.length === 0) return { id, pages: [], contents: [] } satisfies Made
  const result = yield* edit(id, changes)
  const pages = result.changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
  return { id, pages, contents: result.insertedReusableContents } satisfies Made
})

/** The changes that write the texts of a space, with the files that they show. */
export const textsOf = (made: ReadonlyArray<Made>, own: number, described: DescribedSpace): ReadonlyArray<Change> => {
  const files = filesOf(described).map(({ word }) => ({
    name: `${word}.txt`,
    base64: btoa(word),
    contentType: "text/plain",
    ref: fileRef(word)
  }))
  const inserted: ReadonlyArray<Change> = files.length === 0 ? [] : [{ operation: "insert_files", files }]
  const pages = described.pages.flatMap((page, at): ReadonlyArray<Change> => {
    if (page.kind !== "document" || page.parts.length === 0) return []
    const document = { document: documentOf(made, own, page.parts) }
    return [{ operation: "update_page", page: made[own]?.pages[at] ?? "", document }]
  })
  const contents = described.contents.map(
    ({ parts }, at): Change => ({
      operation: "update_reusable_content",
      reusableContent: made[own]?.contents[at] ?? "",
      document: { document: documentOf(made, own, parts) }
    })
  )
  return [...inserted, ...pages, ...contents]
}

const named = (path: string, condition: keyof typeof conditions | undefined) => ({
  path,
  formerPaths: [],
  condition: condition === undefined ? null : conditions[condition]
})

/** The structure that a description is, in place of the flat one that the site began with. */
const structureOf = (
  before: SiteStructure.SiteStructure,
  described: DescribedSite,
  made: ReadonlyArray<Made>
): SiteStructure.SiteStructure => {
  const sections = described.sections.map((section, at) => {
    const siteSpaces = section.variants.map((variant, index) => ({
      id: SiteSpaceId.make(`v${at}x${index}${before.id}`.slice(0, 20)),
      space: made[variant.space]?.id ?? before.root.siteSpaces[0]?.space,
      isHidden: false,
      ...named(variant.path, variant.condition)
    }))
    const known = siteSpaces.flatMap(({ space, ...rest }) => (space === undefined ? [] : [{ ...rest, space }]))
    const variants = { siteSpaces: known, defaultSiteSpace: known[section.defaultVariant]?.id ?? null }
    return {
      kind: "section" as const,
      id: SiteSectionId.make(`s${at}${before.id}`.slice(0, 20)),
      title: section.title,
      description: null,
      icon: null,
      ...named(section.path, section.condition),
      ...variants
    }
  })
  const [only] = sections
  if (described.isFlat && only !== undefined) {
    const { defaultSiteSpace, siteSpaces } = only
    return { ...before, root: { defaultSiteSpace, siteSpaces }, items: [], defaultSection: null }
  }
  const root = { siteSpaces: [], defaultSiteSpace: null }
  return { ...before, root, items: sections, defaultSection: sections[described.defaultSection]?.id ?? null }
}

const adaptiveSchema = {
  type: "object",
  properties: {
    beta: { type: "boolean" },
    staff: { type: "boolean" },
    plan: { type: "string", enum: ["free", "team", "whole"] }
  },
  additionalProperties: false
} as const

/** A described site, published, with what its administrator does. */
export interface Built extends World {
  readonly mine: ReturnType<typeof as>
  readonly site: SiteId
  /** Of the spaces of the description, in order. */
  readonly made: ReadonlyArray<Made>
  readonly url: string
}

type Does<A> = Effect.Effect<A, never, Engine.Services | Engine.Ports>

/** Builds and publishes a described site in a new organization. */
export const build: (described: DescribedSite) => Does<Built> = Effect.fnUntraced(function* (described) {
  const world = yield* found
  const { admin, organization } = world
  const mine = as(admin)
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const sites = yield* Sites.Sites
  const structures = yield* SiteStructures.SiteStructures
  const schemas = yield* AdaptiveSchemas.AdaptiveSchemas
  const { withSite } = yield* SiteAccess.SiteAccess
  const create = (title: string) =>
    Effect.map(mine(spaces.create(organization, { title, editMode: "live" })), ({ id }) => id).pipe(Effect.orDie)
  const edit = (space: SpaceId, changes: ReadonlyArray<Change>) =>
    mine(edits.apply({ space }, { changes })).pipe(Effect.orDie)
  const made = yield* Effect.forEach(described.spaces, (space) => makeSpace(create, edit, space))
  for (const [own, space] of described.spaces.entries()) {
    const id = made[own]?.id
    const changes = textsOf(made, own, space)
    if (id !== undefined && changes.length > 0) yield* edit(id, changes)
    if (id !== undefined) yield* mine(spaces.update(id, { editMode: "locked" }))
  }
  const given = { title: "Docs", visibility: described.visibility, spaces: made.map(({ id }) => id) }
  const site = yield* mine(sites.create(organization, given))
  yield* mine(schemas.update(organization, site.id, { jsonSchema: adaptiveSchema }))
  yield* mine(sites.update(organization, site.id, { adaptiveContent: { enabled: described.isAdaptive } }))
  yield* mine(
    withSite(organization, site.id, ({ row }) =>
      structures.edit(row, (before) => Result.succeed(structureOf(before, described, made)))
    )
  )
  const { urls } = yield* mine(sites.publish(organization, site.id))
  return { ...world, mine, site: site.id, made, url: urls.published ?? "" }
}, Effect.orDie)

/** Changes the content of a space that is on a site: through a change request that is merged. */
export const editMerged: (built: Pick<Built, "mine">, space: SpaceId, changes: ReadonlyArray<Change>) => Does<void> =
  Effect.fnUntraced(function* ({ mine }, space, changes) {
    const requests = yield* ChangeRequests.ChangeRequests
    const edits = yield* ContentEdits.ContentEdits
    const merging = yield* Merging.Merging
    const { id } = yield* mine(requests.create(space, {}))
    yield* mine(edits.apply({ space, changeRequest: id }, { changes }))
    yield* mine(merging.merge(space, id))
  }, Effect.orDie)
