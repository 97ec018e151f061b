import {
  type ContentDraft,
  Editing,
  type Engine,
  JobControl,
  OpenApiSpecs,
  type PageView,
  type SpaceId,
  Spaces
} from "@quire/core"
import { TreeEdit } from "@quire/core/internal"
import { Effect } from "effect"
import { as, asSystem } from "./engine.ts"
import { found, type World } from "./world.ts"

/** The description of an API with operations by tag; each has a summary and a text. */
export const described = (
  tags: Readonly<Record<string, ReadonlyArray<string>>>,
  textOf: (path: string) => string = (path) => `About ${path}.`
): string => {
  const paths = new Map<string, object>()
  for (const [tag, names] of Object.entries(tags)) {
    for (const name of names) {
      const path = `/${name}`
      const answers = { 200: { description: "done" } }
      const own = { tags: [tag], summary: `Get ${name}`, description: textOf(path), responses: answers }
      paths.set(path, { get: own })
    }
  }
  const info = { title: "Shop", version: "1" }
  const named = Object.keys(tags).map((name) => ({ name, description: `All of ${name}.` }))
  return JSON.stringify({ openapi: "3.0.3", info, tags: named, paths: Object.fromEntries(paths) })
}

/** The source of the pages of a spec. */
export const sourceOf = (spec: string, models = false) => ({
  type: "builtin:openapi" as const,
  props: { models },
  dependencies: { spec: { ref: { kind: "openapi" as const, spec } } }
})

/** A placeholder; `id` is its page's. */
export const placeholder = (id: string, spec = "shop", seed?: string, models = false) => ({
  id,
  type: "computed" as const,
  title: "API",
  computed: sourceOf(spec, models),
  ...(seed === undefined ? {} : { computedSeed: seed })
})

export const document = (id: string, title: string) => ({ id, type: "document" as const, title })

type Pages = Parameters<typeof TreeEdit.insert>[2]["pages"]
type Change = (draft: ContentDraft.ContentDraft, root: string, now: number) => Effect.Effect<string, unknown>

/** An organization with a spec and spaces whose pages are written straight into the tree. */
export interface Shop extends World {
  readonly by: ReturnType<typeof as>
  /** Does the jobs that are due. */
  readonly run: Effect.Effect<void>
  /** Gives a spec a description, "shop" unless it is named, and has it read and indexed. */
  readonly describe: (text: string, slug?: string) => Effect.Effect<void>
  readonly space: (title?: string) => Effect.Effect<SpaceId>
  readonly edit: (target: Editing.EditTarget, change: Change) => Effect.Effect<void>
  readonly insert: (
    target: Editing.EditTarget,
    pages: Pages,
    place?: { readonly parent?: string; readonly at?: number }
  ) => Effect.Effect<void>
  readonly remove: (target: Editing.EditTarget, ids: ReadonlyArray<string>) => Effect.Effect<void>
}

export const shop: Effect.Effect<Shop, never, Engine.Services | Engine.Ports> = Effect.gen(function* () {
  const world = yield* found
  const { admin, organization } = world
  const by = as(admin)
  const specs = yield* OpenApiSpecs.OpenApiSpecs
  const jobs = yield* JobControl.JobControl
  const spaces = yield* Spaces.Spaces
  const editing = yield* Editing.Editing
  const run = Effect.orDie(Effect.asVoid(asSystem(jobs.run())))
  yield* run

  const edit: Shop["edit"] = (target, change) =>
    by(
      editing.change(
        target,
        { type: "content.edit", subjects: [], fillsEmpty: true, restates: false },
        (opened, draft, now) =>
          Effect.map(Effect.orDie(change(draft, opened.root.hash, now)), (root) => ({ root, outcome: undefined }))
      )
    ).pipe(Effect.asVoid, Effect.orDie)

  return {
    ...world,
    by,
    run,
    describe: (text, slug = "shop") =>
      Effect.andThen(by(specs.put(organization, slug, { source: { text } })), run).pipe(Effect.orDie),
    space: (title = "Docs") =>
      by(spaces.create(organization, { title, editMode: "live" })).pipe(
        Effect.map(({ id }) => id),
        Effect.orDie
      ),
    edit,
    insert: (target, pages, place = {}) =>
      edit(target, (draft, root, now) =>
        TreeEdit.insert(draft, root, { parent: place.parent ?? null, at: place.at, pages, now })
      ),
    remove: (target, ids) => edit(target, (draft, root) => TreeEdit.remove(draft, root, ids))
  }
})

/** Titles and slugs of pages, nested. */
export const outlineOf = (pages: ReadonlyArray<PageView.PageView>): ReadonlyArray<unknown> =>
  pages.map((page) => {
    if (!("path" in page)) return `${page.type} ${page.title}`
    const own = `${page.title} at ${page.path}`
    return page.pages.length === 0 ? own : [own, outlineOf(page.pages)]
  })
