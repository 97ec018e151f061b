import {
  ContentEdits,
  Contents,
  type EditInput,
  type Engine,
  JobControl,
  Merging,
  OpenApiSpecs,
  type PageView,
  Spaces
} from "@quire/core"
import { Effect } from "effect"
import { as, asSystem } from "./engine.ts"
import { found, type World } from "./world.ts"

interface Described {
  readonly summary?: string
  readonly description?: string
  readonly operationId?: string
  readonly tags?: ReadonlyArray<string>
  readonly deprecated?: boolean
  readonly parameters?: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly description?: string
    readonly schema?: unknown
  }>
  readonly requestBody?: unknown
}

/** A description of the operations of an API, by path and method. */
export const described = (
  paths: { readonly [path: string]: { readonly [method: string]: Described } },
  rest: { readonly tags?: ReadonlyArray<unknown>; readonly components?: unknown } = {}
): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://pets.test" }],
    ...rest,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => [
            method,
            { responses: { 200: { description: "It worked" } }, ...operation }
          ])
        )
      ])
    )
  })

const flatten = (pages: ReadonlyArray<PageView.PageView>): ReadonlyArray<PageView.PageView> =>
  pages.flatMap((page) => [page, ...("pages" in page ? flatten(page.pages) : [])])

/** A live space, and what people do there with the pages of the spec `pets`. */
export interface Stage {
  readonly world: World
  readonly space: string
  readonly by: ReturnType<typeof as>
  /** Gives the spec a text, and has it read. */
  readonly describe: (text: string) => Effect.Effect<void>
  readonly titles: Effect.Effect<ReadonlyArray<string>>
  readonly idOf: (title: string) => Effect.Effect<string>
  readonly markdown: (page: string) => Effect.Effect<string>
  readonly rewrite: (page: string, change: (markdown: string) => string) => Effect.Effect<void>
  readonly edit: (...changes: EditInput.ContentEdit["changes"]) => Effect.Effect<void>
  readonly merge: (request: string | undefined) => Effect.Effect<string>
}

export const stage: Effect.Effect<Stage, never, Engine.Services> = Effect.gen(function* () {
  const world = yield* found
  const specs = yield* OpenApiSpecs.OpenApiSpecs
  const jobs = yield* JobControl.JobControl
  const spaces = yield* Spaces.Spaces
  const contents = yield* Contents.Contents
  const edits = yield* ContentEdits.ContentEdits
  const merging = yield* Merging.Merging
  const by = as(world.creator)
  const { id: space } = yield* by(spaces.create(world.organization, { title: "API", editMode: "live" }))

  const pages = Effect.map(by(Effect.orDie(contents.pages({ space }))), (all) => flatten(all.pages))
  const markdown = (page: string) =>
    Effect.map(by(Effect.orDie(contents.page({ space }, page, "markdown"))), (read) =>
      read.type === "document" ? (read.markdown ?? "") : ""
    )
  const edit: Stage["edit"] = (...changes) => Effect.asVoid(by(Effect.orDie(edits.apply({ space }, { changes }))))
  const staged: Stage = {
    world,
    space,
    by,
    edit,
    markdown,
    describe: (text) =>
      by(Effect.orDie(specs.put(world.organization, "pets", { source: { text } }))).pipe(
        Effect.andThen(asSystem(Effect.orDie(jobs.run()))),
        Effect.asVoid
      ),
    titles: Effect.map(pages, (all) => all.map(({ title }) => title)),
    idOf: (title) =>
      Effect.map(pages, (all) => {
        const page = all.find((each) => each.title === title)
        if (page === undefined) throw new Error(`there is no page ${title}`)
        return page.id
      }),
    rewrite: (page, change) =>
      Effect.flatMap(markdown(page), (text) =>
        edit({ operation: "update_page", page, document: { markdown: change(text) } })
      ),
    merge: (request = "") => Effect.map(by(Effect.orDie(merging.merge(space, request))), ({ result }) => result)
  }
  return staged
}).pipe(Effect.orDie)
