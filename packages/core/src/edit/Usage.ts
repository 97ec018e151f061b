import { Effect } from "effect"
import type { ContentReader } from "../content/ContentReader.ts"
import * as DocumentNode from "../content/DocumentNode.ts"
import * as PageTree from "../content/PageTree.ts"
import * as Root from "../content/Root.ts"
import { references } from "../document/DocumentRefs.ts"

/** The pages whose documents show a reusable content. */
export const ofReusable = Effect.fnUntraced(function* (reader: ContentReader, root: string, id: string) {
  const opened = yield* Root.open(reader, root)
  const found: Array<string> = []
  const open = [...(yield* PageTree.read(opened))]
  for (let tree = open.pop(); tree !== undefined; tree = open.pop()) {
    open.push(...tree.pages)
    const document = tree.page.type === "document" ? yield* DocumentNode.get(reader, tree.page.document) : undefined
    if (document === undefined) continue
    const shows = references(document).some(({ ref }) => ref.kind === "reusable-content" && ref.reusableContent === id)
    if (shows) found.push(tree.page.id)
  }
  return found
})
