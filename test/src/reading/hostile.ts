import {
  AdaptiveSchemas,
  ContentEdits,
  Customizations,
  type EditInput,
  ShareLinks,
  SiteRedirects,
  SiteSectionGroups,
  SiteSections,
  SiteSpaces,
  Sites,
  Spaces
} from "@quire/core"
import { Effect } from "effect"
import type * as Stage from "../published/stage.ts"
import { png } from "../support/docs.ts"
import { as } from "../support/engine.ts"
import { found, type World } from "../support/world.ts"
import { nodesOf } from "./blocks.ts"
import { paragraph } from "./nodes.ts"
import { Scribe } from "./Scribe.ts"

type Change = EditInput.ContentEdit["changes"][number]

const markdownOf = (text: string): string =>
  [
    text,
    `# ${text}`,
    `[x](${text})`,
    `![${text}](${text})`,
    `| a | ${text} |\n| - | - |\n| ${text} | b |`,
    `\`${text}\``,
    `{% hint style="info" %}\n${text}\n{% endhint %}`,
    `$${text}$`
  ].join("\n\n")

/** What names of files do not have, and signs of direction. */
const forbidden = /[\\/<>:"|?*]|\p{Bidi_Control}/gu

const fileNamed = (name: string) => name.replace(forbidden, "-").replace(/^[ .]+|[ .]+$/g, "")

const documentOf = (nodes: ReturnType<typeof nodesOf>) =>
  ({ document: { object: "document", data: { schemaVersion: 1 }, nodes } }) as const

/** What a document refers to, and the document; `at` tells those of one batch apart. */
const textsOf = (scribe: Scribe, at: number) => {
  const named = { page: `target-${at}`, file: `file-${at}`, image: `image-${at}`, content: `content-${at}` }
  const { line, say, url } = scribe
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

const changesOf = (scribe: Scribe, text: string): ReadonlyArray<Change> => {
  const { line, url, web } = scribe
  const { changes, nodes } = textsOf(scribe, 0)
  return [
    {
      operation: "insert_page",
      title: line("title", 100),
      description: line("description", 200),
      slug: "blocks",
      cover: { ref: { kind: "url", url: web("cover") }, yPos: 0 },
      ref: "blocks"
    },
    ...changes,
    { operation: "update_page", page: "blocks", document: documentOf(nodes) },
    { operation: "insert_page", type: "group", title: line("group of pages", 100) },
    {
      operation: "insert_page",
      type: "link",
      title: line("link page", 100),
      target: { kind: "url", url: url("link page address", "") }
    },
    {
      operation: "insert_page",
      title: line("markdown", 100),
      slug: "markdown",
      document: { markdown: markdownOf(text) }
    }
  ]
}

const settingsOf = ({ line, url, web }: Scribe) => {
  const link = (field: string) => ({
    title: line(field, 60),
    to: { kind: "url", url: url(`${field} address`, "") } as const
  })
  const images = (field: string) => ({ light: web(`${field} light`), dark: web(`${field} dark`) })
  const fontFaces = [{ weight: 400, sources: [{ url: web("font address") }] }]
  return {
    title: line("title of settings", 100),
    styling: {
      font: { id: line("font id", 60), custom: true, fontFamily: line("font", 50), fontFaces }
    },
    favicon: { icon: images("favicon") },
    header: {
      logo: images("logo"),
      links: [
        { ...link("header menu"), links: [link("header menu link")] },
        { ...link("header link"), links: [] }
      ]
    },
    footer: {
      logo: images("footer logo"),
      groups: [{ title: line("footer group", 60), links: [link("footer link")] }],
      copyright: line("copyright", 200)
    },
    announcement: { enabled: true, message: line("announcement", 120), style: "info", link: link("announcement link") },
    privacyPolicy: { url: web("privacy policy") },
    socialPreview: { url: web("social preview") }
  } as const
}

export interface Hostile {
  /** The path of the site on the server, with a slash at the end. */
  readonly mount: string
  /** What each field says that no other does. */
  readonly words: ReadonlyMap<string, string>
  /** Pages below it that have the text in them, with what their titles say. */
  readonly pages: ReadonlyArray<{ readonly path: string; readonly title: string }>
}

const unsigned = { type: "object", properties: { word: { type: "string" } }, additionalProperties: false } as const
const jsonSchema = { type: "object", properties: { unsigned }, additionalProperties: false } as const

/** Texts are read for so long and no longer: a busy machine may need another try. */
const isSlow = (error: { readonly _tag: string }) => error._tag === "TextTooComplex"

const madeOf = (world: World, text: string) =>
  Effect.gen(function* () {
    const { organization } = world
    const spaces = yield* Spaces.Spaces
    const edits = yield* ContentEdits.ContentEdits
    const sites = yield* Sites.Sites
    const sections = yield* SiteSections.SiteSections
    const siteSpaces = yield* SiteSpaces.SiteSpaces
    const groups = yield* SiteSectionGroups.SiteSectionGroups
    const customizations = yield* Customizations.Customizations
    const schemas = yield* AdaptiveSchemas.AdaptiveSchemas
    const redirects = yield* SiteRedirects.SiteRedirects
    const links = yield* ShareLinks.ShareLinks
    const scribe = new Scribe(text)
    const { line, part } = scribe
    const space = Effect.fnUntraced(function* (field: string, changes: ReadonlyArray<Change>) {
      const { id } = yield* spaces.create(organization, { title: line(field, 50), editMode: "live" })
      yield* Effect.retry(edits.apply({ space: id }, { changes }), { times: 3, while: isSlow })
      yield* spaces.update(id, { editMode: "locked" })
      return id
    })
    const second: ReadonlyArray<Change> = [{ operation: "insert_page", title: line("second page", 100) }]
    const { id: site } = yield* sites.create(organization, { title: line("site", 60) })
    const first = yield* sections.create(organization, site, {
      spaceId: yield* space("space", changesOf(scribe, text)),
      title: line("section", 60)
    })
    const variant = yield* siteSpaces.create(organization, site, {
      spaceId: yield* space("variant", second),
      sectionId: first.id
    })
    const other = yield* sections.create(organization, site, { spaceId: yield* space("other space", second) })
    yield* sections.update(organization, site, other.id, {
      title: line("other section", 60),
      description: line("section description", 200),
      icon: line("section icon", 50)
    })
    const icon = line("group icon", 50)
    yield* groups.create(organization, site, { title: line("group", 90), icon, sections: [other.id] })
    yield* sites.update(organization, site, { defaultSiteSection: first.id, adaptiveContent: { enabled: true } })
    yield* schemas.update(organization, site, { jsonSchema })
    yield* customizations.put(organization, site, settingsOf(scribe))
    yield* links.create(organization, site, { name: line("share link", 50) })
    const source = `/former/${encodeURIComponent(part(60))}`
    const destination = { kind: "site-space", siteSpaceId: variant.id } as const
    yield* redirects.upsert(organization, site, { redirects: [{ source, destination }] })
    const { urls } = yield* sites.publish(organization, site)
    const claim = encodeURIComponent(line("claim", 200))
    const titleOf = (field: string) => scribe.words.get(field) ?? field
    const asked = encodeURIComponent(line("query", 200))
    return {
      mount: new URL(urls.published ?? "").pathname,
      words: scribe.words,
      pages: [
        { path: `?visitor.word=${claim}`, title: titleOf("title") },
        { path: "markdown", title: titleOf("markdown") },
        { path: source.slice(1), title: titleOf("second page") },
        { path: `~search?q=${asked}`, title: "Search" },
        { path: encodeURIComponent(part(100)) || "x", title: "Page not found" }
      ]
    } satisfies Hostile
  }).pipe(as(world.admin))

/** A published site in whose every field a person wrote the same text. */
export const hostile = (stage: Stage.Stage, text: string): Promise<Hostile> =>
  stage.api.run(Effect.flatMap(found, (world) => madeOf(world, text)).pipe(Effect.orDie))

/** Texts that stand on one page. */
export const crowdSize = 10

const crowdedOf = (world: World, texts: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { organization } = world
    const spaces = yield* Spaces.Spaces
    const edits = yield* ContentEdits.ContentEdits
    const sites = yield* Sites.Sites
    const { id: space } = yield* spaces.create(organization, { title: "Crowd", editMode: "live" })
    const pages: Array<{ readonly path: string; readonly words: ReadonlyArray<string> }> = []
    for (let at = 0; at < texts.length; at += crowdSize) {
      const all = texts.slice(at, at + crowdSize).map((text, index) => {
        const scribe = new Scribe(text)
        return { scribe, ...textsOf(scribe, index) }
      })
      const document = documentOf(all.flatMap(({ nodes }) => nodes))
      const path = `crowd-${at}`
      const page: Change = { operation: "insert_page", title: path, slug: path, document }
      yield* edits.apply({ space }, { changes: [...all.flatMap(({ changes }) => changes), page] })
      pages.push({ path, words: all.flatMap(({ scribe }) => [...scribe.words.keys()]) })
    }
    yield* spaces.update(space, { editMode: "locked" })
    const { id: site } = yield* sites.create(organization, { title: "Crowd", spaces: [space] })
    const { urls } = yield* sites.publish(organization, site)
    return { mount: new URL(urls.published ?? "").pathname, pages }
  }).pipe(as(world.admin))

/** A published site with pages of many of the texts each, in every field of a document. */
export const crowded = (stage: Stage.Stage, texts: ReadonlyArray<string>) =>
  stage.api.run(Effect.flatMap(found, (world) => crowdedOf(world, texts)).pipe(Effect.orDie))
