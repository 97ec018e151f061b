import { Actor, Contents, type Document, Searches, type SpaceId } from "@quire/core"
import { DocumentSections } from "@quire/core/internal"
import { Effect } from "effect"
import { zipSync } from "fflate"
import { importInto } from "../imports/storedContent.ts"
import type { Files } from "./documentations.ts"
import type { Engine } from "./engines.ts"

/** Text of a page under one heading; the text before the first heading has no anchor. */
export interface Section {
  readonly anchor: string
  readonly heading: string
  readonly text: string
}

export interface Page {
  readonly path: string
  readonly title: string
  readonly sections: ReadonlyArray<Section>
}

export const textOf = ({ sections, title }: Page): string =>
  [title, ...sections.flatMap(({ heading, text }) => [heading, text])].join("\n")

const asSystem = Effect.provideService(Actor.Actor, Actor.system)

const isDocument = (value: unknown): value is Document.Document =>
  typeof value === "object" && value !== null && "nodes" in value

const sectionsOf = (document: unknown): ReadonlyArray<Section> =>
  isDocument(document)
    ? DocumentSections.ofDocument(document).map(({ anchor, text, title }) => ({ anchor, heading: title, text }))
    : []

/** Imports files into a new space and reads the sections of its pages, which all engines index. */
export const importPages = Effect.fnUntraced(function* (files: Files, name: string) {
  const contents = yield* Contents.Contents
  const encoder = new TextEncoder()
  const bytes = zipSync(Object.fromEntries(Array.from(files, ([path, text]) => [path, encoder.encode(text)])))
  const { space } = yield* importInto(bytes, name)
  const pages: Array<Page> = []
  const { pages: trees } = yield* contents.revision({ space })
  const open = trees.toReversed()
  for (let page = open.pop(); page !== undefined; page = open.pop()) {
    if ("pages" in page) open.push(...page.pages.toReversed())
    if (page.type !== "document") continue
    const whole = yield* contents.page({ space }, page.id, "document")
    const description = { anchor: "", heading: "", text: page.description ?? "" }
    const sections = [description, ...sectionsOf("document" in whole ? whole.document : undefined)]
    pages.push({ path: page.path, title: page.title, sections })
  }
  return { space, pages }
}, asSystem)

/** The search of the space itself. */
export const quire = Effect.fnUntraced(function* (space: SpaceId) {
  const searches = yield* Searches.Searches
  const search = (query: string, limit: number) =>
    Effect.map(searches.inSpace(space, query, { limit }), ({ items }) =>
      items.map(({ path, sections }) => ({
        page: path,
        sections: sections.map((section) => section.path.split("#")[1] ?? "")
      }))
    ).pipe(asSystem, Effect.orDie)
  return { name: "Quire", search } satisfies Engine
})
