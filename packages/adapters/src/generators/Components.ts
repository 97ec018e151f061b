import type { Markdown } from "@quire/core"

type Rule = Markdown.ComponentRule

const rules = (block: Rule["block"], names: string): ReadonlyArray<readonly [string, Rule]> =>
  names.split(" ").map((name) => [name, { block }] as const)

const hints = (style: NonNullable<Rule["style"]>, names: string): ReadonlyArray<readonly [string, Rule]> =>
  names.split(" ").map((name) => [name, { block: "hint", style }] as const)

/** The components of Docusaurus, Starlight, Mintlify, VitePress and Nextra, and what they mean. */
export const known: ReadonlyMap<string, Rule> = new Map([
  ...rules("hint", "Admonition Aside Callout Alert"),
  ...hints("info", "Note Info Important"),
  ...hints("success", "Tip Check Success Hint"),
  ...hints("warning", "Warning Caution"),
  ...hints("danger", "Danger Error"),
  ...rules("tabs", "Tabs"),
  ...rules("tab", "Tab TabItem Tabs.Tab View"),
  ...rules("steps", "Steps"),
  ...rules("step", "Step"),
  ...rules("expandable", "Accordion Expandable Details Collapse Collapsible"),
  ...rules("cards", "Cards CardGrid CardGroup Columns Tiles DocCards"),
  ...rules("card", "Card LinkCard Cards.Card Tile DocCard"),
  ...rules("columns", "Row"),
  ...rules("column", "Column Col"),
  ...rules("code", "Code CodeBlock Mermaid"),
  ...rules("code-group", "CodeGroup RequestExample ResponseExample"),
  ...rules("field", "ParamField ResponseField Property Param Field"),
  ...rules("frame", "Frame Zoom"),
  ...rules("image", "Image Img ThemedImage Picture"),
  ...rules("tooltip", "Tooltip"),
  ...rules("icon", "Icon"),
  ...rules("badge", "Badge Tag Label"),
  ...rules("button", "LinkButton Button Link"),
  ...rules("include", "Snippet Include"),
  ...rules("section", "Update"),
  ...rules("formula", "Latex Math"),
  ...rules("content", "AccordionGroup FileTree FileTree.Folder Tree Panel BrowserOnly Translate Prompt Visibility"),
  ...rules("none", "TOCInline Head Content")
])
