import type { CanonicalJson, ContentDraft } from "@quire/core"
import { Document, DocumentText, Root } from "@quire/core"
import type { Page, PageInput } from "@quire/core/internal"
import { PagePath, RadixMap, TreeEdit } from "@quire/core/internal"
import { Effect, Option, Schema } from "effect"

const decode = Schema.decodeUnknownSync(Document.Document)

export const page = (id: string, more: Partial<PageInput.NewDocument> = {}): PageInput.NewDocument => ({
  id,
  type: "document",
  title: id,
  ...more
})

export const paragraph = (line: string, index: number): CanonicalJson.Json => ({
  object: "block",
  type: "paragraph",
  key: `k${index}`,
  nodes: [{ object: "text", leaves: [{ object: "leaf", text: line, marks: [] }] }]
})

/** Chained edits of one root; each returns a new workshop and leaves the old one unchanged. */
export const workshop = (draft: ContentDraft.ContentDraft, root: string = Root.empty) => {
  const then = <E>(edit: Effect.Effect<string, E>) => workshop(draft, Effect.runSync(edit))
  const opened = () => Effect.runSync(Root.open(draft, root))
  const text = (...lines: ReadonlyArray<string>) =>
    Root.putDocument(draft, { data: { schemaVersion: 1 }, nodes: lines.map(paragraph) })
  return {
    root,
    insert: (parent: string | null, pages: ReadonlyArray<PageInput.NewPage>, at?: number) =>
      then(TreeEdit.insert(draft, root, { parent, pages, at, now: 1 })),
    update: (patches: Record<string, PageInput.Patch>) =>
      then(TreeEdit.update(draft, root, { patches: new Map(Object.entries(patches)), now: 2 })),
    move: (id: string, parent: string | null, at?: number) =>
      then(TreeEdit.move(draft, root, { page: id, parent, at, now: 3 })),
    remove: (...ids: ReadonlyArray<string>) => then(TreeEdit.remove(draft, root, ids)),
    value: (name: string, value: CanonicalJson.Json | undefined) =>
      then(Root.setValues(draft, root, new Map([[name, value]]))),
    file: (id: string, name: string, blob = "bytes") =>
      then(Root.putFiles(draft, root, [{ id, name, blob, contentType: "text/plain", size: blob.length }])),
    reusable: (id: string, title: string, document?: string) =>
      then(Root.putReusable(draft, root, [{ id, title, ...(document === undefined ? {} : { document }) }])),
    text,
    write: (id: string, ...lines: ReadonlyArray<string>) =>
      then(TreeEdit.update(draft, root, { patches: new Map([[id, { document: text(...lines) }]]), now: 2 })),
    /** The lines of a page's document. */
    lines: (id: string) => {
      const found = Option.getOrUndefined(Effect.runSync(Root.page(opened(), id)))
      const hash = found?.type === "document" ? found.document : undefined
      const node = Option.getOrUndefined(Effect.runSync(Root.document(draft, hash ?? "")))
      const document = { object: "document", data: node?.data, nodes: node?.nodes }
      return node && decode(document).nodes.map(DocumentText.ofBlock)
    },
    page: (id: string): Page.Page | undefined => Option.getOrUndefined(Effect.runSync(Root.page(opened(), id))),
    children: (parent: string | null) => Effect.runSync(Root.childIds(opened(), parent)),
    path: (id: string) => Effect.runSync(PagePath.pathsOf(opened(), [id])).get(id),
    redirects: () => Effect.runSync(RadixMap.entries(draft, opened().maps.moved)),
    at: (path: string) => Option.getOrUndefined(Effect.runSync(PagePath.find(opened(), path)))?.id,
    values: () => Effect.runSync(Root.values(opened())),
    nameOf: (id: string) => Option.getOrUndefined(Effect.runSync(Root.file(opened(), id)))?.name,
    blobOf: (id: string) => Option.getOrUndefined(Effect.runSync(Root.file(opened(), id)))?.blob,
    content: (id: string) => Option.getOrUndefined(Effect.runSync(Root.reusable(opened(), id)))
  }
}

export type Workshop = ReturnType<typeof workshop>
