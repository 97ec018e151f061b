import type { ContentRef, VoidBlock } from "@quire/core"
import { find, type PageContext } from "./PageContext.ts"
import { breakable, oneLine } from "./PrintText.ts"
import type * as PrintTree from "./PrintTree.ts"

const card = (
  title: string,
  text: string,
  destination: { readonly to: string } | { readonly url: string } | undefined
): PrintTree.Part => ({
  k: "card",
  title: [breakable(oneLine(title))],
  text: breakable(oneLine(text)),
  ...destination
})

const ofRef = (ref: ContentRef.ContentRef, writing: PageContext): PrintTree.Parts => {
  const found = find(ref, writing)
  return found === undefined ? [] : [card(found.title, found.text, found.destination)]
}

const operation = (method: string, path: string): PrintTree.Parts => [
  {
    k: "par",
    c: [{ k: "tag", t: oneLine(method.toUpperCase()), color: "blue" }, " ", { k: "code", t: oneLine(path) }]
  }
]

type Card = Extract<
  VoidBlock.VoidBlock,
  {
    type:
      | "file"
      | "content-ref"
      | "embed"
      | "integration"
      | "swagger"
      | "openapi-operation"
      | "openapi-schemas"
      | "openapi-webhook"
  }
>

/** A block that links to other content, displayed as its title. */
export const write = (block: Card, writing: PageContext): PrintTree.Parts => {
  switch (block.type) {
    case "file":
    case "content-ref":
      return ofRef(block.data.ref, writing)
    case "embed":
      return [card(block.data.url, "", find({ kind: "url", url: block.data.url }, writing)?.destination)]
    case "integration": {
      const { block: name, integration, url } = block.data
      const found = url === undefined ? undefined : find({ kind: "url", url }, writing)
      return [card(integration, name, found?.destination)]
    }
    case "swagger":
    case "openapi-operation":
      return operation(block.data.method, block.data.path)
    case "openapi-webhook":
      return operation(block.data.method, block.data.name)
    case "openapi-schemas":
      return block.data.schemas.map((name) => ({ k: "par", c: [{ k: "code", t: oneLine(name) }] }))
  }
}
