import { ContentEdits, type EditInput, Sites, Spaces } from "@quire/core"
import { Effect } from "effect"
import type * as Stage from "../published/stage.ts"
import { png } from "../support/docs.ts"
import { as } from "../support/engine.ts"
import { found, type World } from "../support/world.ts"
import { nodesOf } from "./blocks.ts"
import { FieldWriter } from "./FieldWriter.ts"
import { paragraph } from "./nodes.ts"

type Change = EditInput.ContentEdit["changes"][number]

/** What names of files do not have, and signs of direction. */
const forbidden = /[\\/<>:"|?*]|\p{Bidi_Control}/gu

const fileNamed = (name: string) => name.replace(forbidden, "-").replace(/^[ .]+|[ .]+$/g, "")

const documentOf = (nodes: ReturnType<typeof nodesOf>) =>
  ({ document: { object: "document", data: { schemaVersion: 1 }, nodes } }) as const

/** What a document refers to, and the document; `at` tells those of one batch apart. */
const textsOf = (writer: FieldWriter, at: number) => {
  const named = { page: `target-${at}`, file: `file-${at}`, image: `image-${at}`, content: `content-${at}` }
  const { line, say, url } = writer
  const changes: ReadonlyArray<Change> = [
    {
      operation: "insert_files",
      files: [
        { name: `${fileNamed(line("file", 80))}.html`, base64: btoa("x"), contentType: "text/html", ref: named.file },
        { name: "image.png", base64: Buffer.from(png).toString("base64"), contentType: "image/png", ref: named.image }
      ]
    },
    {
      operation: "insert_reusable_content",
      title: line("content title", 100),
      document: documentOf([paragraph(say("content", ""))]),
      ref: named.content
    },
    {
      operation: "insert_page",
      title: line("target title", 100),
      description: line("target description", 200),
      slug: line("slug", 100),
      document: documentOf([paragraph(say("target", ""))]),
      ref: named.page
    }
  ]
  return { changes, nodes: nodesOf({ say, url, ...named }) }
}

/** Texts that stand on one page. */
const crowdSize = 10

/** The changes that insert pages of many of the texts each, in every field of a document, by their titles. */
export const crowdedPages = (texts: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<Change>> => {
  const pages = new Map<string, ReadonlyArray<Change>>()
  for (let at = 0; at < texts.length; at += crowdSize) {
    const all = texts.slice(at, at + crowdSize).map((text, index) => textsOf(new FieldWriter(text), index))
    const title = `crowd-${at}`
    const document = documentOf(all.flatMap(({ nodes }) => nodes))
    const page: Change = { operation: "insert_page", title, slug: title, document }
    pages.set(title, [...all.flatMap(({ changes }) => changes), page])
  }
  return pages
}

const crowdedOf = (world: World, texts: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { organization } = world
    const spaces = yield* Spaces.Spaces
    const edits = yield* ContentEdits.ContentEdits
    const sites = yield* Sites.Sites
    const { id: space } = yield* spaces.create(organization, { title: "Crowd", editMode: "live" })
    const pages = crowdedPages(texts)
    for (const changes of pages.values()) yield* edits.apply({ space }, { changes })
    const paths = [...pages.keys()]
    yield* spaces.update(space, { editMode: "locked" })
    const { id: site } = yield* sites.create(organization, { title: "Crowd", spaces: [space] })
    const { urls } = yield* sites.publish(organization, site)
    return { mount: new URL(urls.published ?? "").pathname, paths }
  }).pipe(as(world.admin))

/** A published site with pages of many of the texts each, in every field of a document. */
export const crowded = (stage: Stage.Stage, texts: ReadonlyArray<string>) =>
  stage.api.run(Effect.flatMap(found, (world) => crowdedOf(world, texts)).pipe(Effect.orDie))
