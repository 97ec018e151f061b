import { ContentEdits, Customizations, type EditInput, Sites, Spaces } from "@quire/core"
import type { Words } from "@quire/reader"
import { Effect } from "effect"
import type * as Stage from "../published/stage.ts"
import { png } from "../support/docs.ts"
import { as } from "../support/engine.ts"
import { found, type World } from "../support/world.ts"
import { nodesOf, type Writing } from "./blocks.ts"
import { paragraph } from "./nodes.ts"

type Change = EditInput.ContentEdit["changes"][number]

const documentOf = (nodes: ReturnType<typeof nodesOf>) =>
  ({ document: { object: "document", data: { schemaVersion: 1 }, nodes } }) as const

const writing: Writing = {
  say: (_, text) => text,
  url: (_, url) => url,
  page: "target",
  file: "file",
  image: "image",
  content: "content"
}

/** A picture that is large enough to differ from its surroundings. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320" viewBox="0 0 2 1"><rect width="2" height="1" fill="#789"/></svg>'

const shared: ReadonlyArray<Change> = [
  {
    operation: "insert_files",
    files: [
      { name: "report.pdf", base64: btoa("%PDF-1.4\n%%EOF\n"), contentType: "application/pdf", ref: "file" },
      { name: "lighthouse.svg", base64: btoa(picture), contentType: "image/svg+xml", ref: "image" },
      { name: "small.png", base64: Buffer.from(png).toString("base64"), contentType: "image/png" }
    ]
  },
  {
    operation: "insert_reusable_content",
    title: "Kept",
    document: documentOf([paragraph("Kept elsewhere, and shown here.")]),
    ref: "content"
  },
  {
    operation: "insert_page",
    title: "Getting started",
    description: "From nothing to a site.",
    emoji: "1f680",
    slug: "target",
    document: documentOf([paragraph("The page that others lead to.")]),
    ref: "target"
  }
]

export interface Specimen {
  /** The path of the site on the server, with a slash at the end. */
  readonly mount: string
}

/** A page of a site of pages. */
export interface SpecimenPage {
  readonly title: string
  readonly slug: string
  readonly nodes: ReturnType<typeof nodesOf>
}

const madeOf = (pages: ReadonlyArray<SpecimenPage>, locale: Words.Locale) => (world: World) =>
  Effect.gen(function* () {
    const { organization } = world
    const spaces = yield* Spaces.Spaces
    const edits = yield* ContentEdits.ContentEdits
    const sites = yield* Sites.Sites
    const customizations = yield* Customizations.Customizations
    const { id: space } = yield* spaces.create(organization, { title: "Specimens", editMode: "live" })
    const changes = pages.map(
      ({ nodes, ...page }): Change => ({ operation: "insert_page", ...page, document: documentOf(nodes) })
    )
    yield* edits.apply({ space }, { changes: [...shared, ...changes] })
    yield* spaces.update(space, { editMode: "locked" })
    const { id: site } = yield* sites.create(organization, { title: "Specimens", spaces: [space] })
    yield* customizations.put(organization, site, { internationalization: { locale } })
    const { urls } = yield* sites.publish(organization, site)
    return { mount: new URL(urls.published ?? "").pathname } satisfies Specimen
  }).pipe(as(world.admin))

/** A published site of pages, with what they refer to, whose interface is in a language. */
export const siteOf = (
  stage: Stage.Stage,
  pages: (writing: Writing) => ReadonlyArray<SpecimenPage>,
  locale: Words.Locale = "en"
): Promise<Specimen> => stage.api.run(Effect.flatMap(found, madeOf(pages(writing), locale)).pipe(Effect.orDie))

/** A published site with a page of every kind of block and inline. */
export const specimen = (stage: Stage.Stage): Promise<Specimen> =>
  siteOf(stage, (own) => [{ title: "everything", slug: "everything", nodes: nodesOf(own) }])
