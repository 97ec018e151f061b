import {
  type Block,
  ContentEdits,
  Customizations,
  type EditInput,
  type SiteId,
  SiteSectionGroups,
  SiteSections,
  Sites,
  type SpaceId,
  Spaces
} from "@quire/core"
import { Inline } from "@quire/core/internal"
import { Effect } from "effect"
import type * as Stage from "../published/stage.ts"
import { as } from "../support/engine.ts"
import { found, type World } from "../support/world.ts"

type Change = EditInput.ContentEdit["changes"][number]

const lineOf = (text: string, length: number): string => Array.from(text.replace(/\s+/g, " ")).slice(0, length).join("")

/** What names of files do not have. */
const forbidden = /[\\/<>:"|?*]/g

const paragraph = (...nodes: ReadonlyArray<Block.InlineNode>): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes
})

const blocksOf = (text: string, file: string): ReadonlyArray<Block.TopLevel> => [
  paragraph(Inline.text(text)),
  paragraph(Inline.link({ kind: "url", url: `https://example.com/${lineOf(text, 200)}` }, [Inline.text(text)])),
  { object: "block", type: "heading-1", data: {}, nodes: [Inline.text(text)] },
  {
    object: "block",
    type: "code",
    data: { syntax: text, title: text },
    nodes: [{ object: "block", type: "code-line", data: {}, nodes: [Inline.text(text)] }]
  },
  {
    object: "block",
    type: "tabs",
    nodes: [{ object: "block", type: "tabs-item", data: { title: text }, nodes: [paragraph(Inline.text(text))] }]
  },
  { object: "block", type: "file", isVoid: true, data: { ref: { kind: "file", file } } },
  { object: "block", type: "math", isVoid: true, data: { formula: text } }
]

const markdownOf = (text: string): string =>
  [
    text,
    `# ${text}`,
    `[x](${text})`,
    `![${text}](${text})`,
    `| a | ${text} |\n| - | - |\n| ${text} | b |`,
    `\`${text}\``
  ].join("\n\n")

export interface Hostile {
  /** The path of the site on the server, with a slash at the end. */
  readonly mount: string
  /** Pages below it that have the text in them. */
  readonly pages: ReadonlyArray<{ readonly path: string; readonly title: string }>
}

const changesOf = (text: string): ReadonlyArray<Change> => [
  {
    operation: "insert_files",
    files: [
      {
        name: `${lineOf(text.replace(forbidden, "-"), 80).replace(/[ .]+$/, "")}.html`,
        base64: btoa("x"),
        contentType: "text/html",
        ref: "file"
      }
    ]
  },
  {
    operation: "insert_page",
    title: lineOf(text, 100),
    description: lineOf(text, 200),
    slug: "blocks",
    document: { document: { object: "document", data: { schemaVersion: 1 }, nodes: blocksOf(text, "file") } }
  },
  { operation: "insert_page", title: lineOf(text, 100), slug: "markdown", document: { markdown: markdownOf(text) } }
]

const settingsOf = (text: string) => {
  const link = { title: lineOf(text, 60), to: { kind: "url", url: "https://example.com/?a" } } as const
  return {
    title: lineOf(text, 100),
    header: {
      links: [
        { ...link, links: [link] },
        { ...link, links: [] }
      ]
    },
    footer: { groups: [{ title: lineOf(text, 60), links: [link] }], copyright: lineOf(text, 200) },
    announcement: { enabled: true, message: lineOf(text, 120), style: "info", link }
  } as const
}

const madeOf = (world: World, text: string) =>
  Effect.gen(function* () {
    const { organization } = world
    const spaces = yield* Spaces.Spaces
    const edits = yield* ContentEdits.ContentEdits
    const sites = yield* Sites.Sites
    const sections = yield* SiteSections.SiteSections
    const groups = yield* SiteSectionGroups.SiteSectionGroups
    const customizations = yield* Customizations.Customizations
    const space = Effect.fnUntraced(function* () {
      const { id } = yield* spaces.create(organization, { title: lineOf(text, 50), editMode: "live" })
      yield* edits.apply({ space: id }, { changes: changesOf(text) })
      yield* spaces.update(id, { editMode: "locked" })
      return id satisfies SpaceId.SpaceId
    })
    const { id: site }: { readonly id: SiteId.SiteId } = yield* sites.create(organization, { title: lineOf(text, 60) })
    const first = yield* sections.create(organization, site, { spaceId: yield* space(), title: lineOf(text, 60) })
    const second = yield* sections.create(organization, site, { spaceId: yield* space() })
    yield* sections.update(organization, site, second.id, { description: lineOf(text, 200), icon: lineOf(text, 50) })
    yield* groups.create(organization, site, { title: lineOf(text, 90), sections: [second.id] })
    yield* sites.update(organization, site, { defaultSiteSection: first.id })
    yield* customizations.put(organization, site, settingsOf(text))
    const { urls } = yield* sites.publish(organization, site)
    const query = encodeURIComponent(lineOf(text, 200))
    return {
      mount: new URL(urls.published ?? "").pathname,
      pages: [
        { path: "", title: lineOf(text, 100) },
        { path: "markdown", title: lineOf(text, 100) },
        { path: `~search?q=${query}`, title: "Search" },
        { path: query.replaceAll(".", ""), title: "Page not found" }
      ]
    } satisfies Hostile
  }).pipe(as(world.admin))

/** A published site in whose every field a person wrote the same text. */
export const hostile = (stage: Stage.Stage, text: string): Promise<Hostile> =>
  stage.api.run(Effect.flatMap(found, (world) => madeOf(world, text)).pipe(Effect.orDie))
