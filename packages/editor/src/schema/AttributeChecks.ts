import { isObject } from "../Json.ts"
import {
  blockData,
  type DataCheck,
  inlineData,
  isAnyOf,
  isFreeData,
  isKey,
  isListOf,
  isOneOf,
  isRecord,
  isText,
  tableParts,
  withOptionalData
} from "./DataChecks.ts"

const essential = [
  "paragraph",
  "heading-1",
  "heading-2",
  "heading-3",
  "list-ordered",
  "list-unordered",
  "list-tasks",
  "divider"
]
const voids = [
  "divider",
  "math",
  "file",
  "drawing",
  "embed",
  "content-ref",
  "reusable-content",
  "swagger",
  "openapi-operation",
  "openapi-schemas",
  "openapi-webhook",
  "integration"
]
const topLevel = [
  ...essential,
  ...voids,
  "code",
  "hint",
  "blockquote",
  "images",
  "expandable",
  "tabs",
  "stepper",
  "columns",
  "if",
  "table"
]

/** The types of blocks that a block may contain in its nodes. */
const children: { readonly [type: string]: ReadonlyArray<string> } = {
  "list-ordered": ["list-item"],
  "list-unordered": ["list-item"],
  "list-tasks": ["list-item"],
  "list-item": [...essential, "code", "hint", "blockquote", "math", "table"],
  blockquote: [...essential, "blockquote"],
  hint: essential,
  code: ["code-line"],
  images: ["image"],
  tabs: ["tabs-item"],
  "tabs-item": topLevel,
  stepper: ["stepper-step"],
  "stepper-step": topLevel,
  columns: ["column"],
  column: topLevel,
  if: topLevel
}

/** The fragments of a block by their name, with the types of blocks in them. */
const fragments: { readonly [type: string]: { readonly [name: string]: ReadonlyArray<string> } } = {
  image: { caption: ["paragraph"] },
  expandable: { "expandable-title": ["paragraph"], "expandable-body": topLevel }
}

const isVoid: ReadonlySet<string> = new Set([...voids, "image", "expandable", "table"])
const isMeta = isRecord({ id: isText })
const meta = { meta: isAnyOf(isMeta, isRecord({}, { token: isText })) }

const simple: ReadonlySet<unknown> = new Set([
  "bold",
  "italic",
  "strikethrough",
  "superscript",
  "subscript",
  "keyboard",
  "code"
])

const isSimpleMark = isRecord({ object: isOneOf("mark"), type: isOneOf(...simple) })
const isColorMark = isRecord({
  object: isOneOf("mark"),
  type: isOneOf("color"),
  data: (value) => inlineData["color"]?.(value) === true
})
const isTextNode = isRecord(
  {
    object: isOneOf("text"),
    leaves: isListOf(
      isRecord({ object: isOneOf("leaf"), text: isText, marks: isListOf(isAnyOf(isSimpleMark, isColorMark)) })
    )
  },
  { key: isKey }
)

const isVoidInline: DataCheck = (value) => {
  const check = isObject(value) ? inlineData[String(value["type"])] : undefined
  return (
    check !== undefined &&
    isRecord(
      { object: isOneOf("inline"), type: isOneOf(...Object.keys(inlineData)), isVoid: isOneOf(true), data: check },
      { key: isKey }
    )(value)
  )
}

const isLink = isRecord(
  {
    object: isOneOf("inline"),
    type: isOneOf("link"),
    data: (value) => inlineData["link"]?.(value) === true,
    nodes: isListOf(isAnyOf(isTextNode, isVoidInline))
  },
  { key: isKey, isVoid: isOneOf(false) }
)

/** Whether a value is the list of fragments of an annotation. */
export const isNote = isListOf(
  isRecord(
    {
      object: isOneOf("fragment"),
      type: isOneOf("annotation-body"),
      nodes: (value) => Array.isArray(value) && value.length > 0 && value.every(isBlockOf([...essential, "code"]))
    },
    { key: isKey, fragment: isOneOf("annotation-body") }
  )
)

const isAnnotation = isRecord(
  { object: isOneOf("inline"), type: isOneOf("annotation"), nodes: isListOf(isTextNode), fragments: isNote },
  { key: isKey, isVoid: isOneOf(false), data: isFreeData }
)

/** Whether a value is an inline node of a document. */
export const isInline = isAnyOf(isTextNode, isVoidInline, isLink, isAnnotation)

const isFragmentOf = (type: string): DataCheck => {
  const known = fragments[type]
  if (known === undefined) {
    const nodes = isListOf(isBlockOf(topLevel))
    return isRecord({ object: isOneOf("fragment"), nodes }, { key: isKey, fragment: isKey, type: isKey })
  }
  return isAnyOf(
    ...Object.entries(known).map(([name, types]) =>
      isRecord(
        { object: isOneOf("fragment"), fragment: isOneOf(name), nodes: isListOf(isBlockOf(types)) },
        { key: isKey, type: isOneOf(name) }
      )
    )
  )
}

/** The name under which the data of a block is checked. */
const dataName = (type: string) => (/^heading-[123]$/.test(type) ? "heading" : type)

/** Whether a value is a block of one of these types, with all that is in it. */
export function isBlockOf(types: ReadonlyArray<string>): DataCheck {
  return (value) => {
    const type = isObject(value) ? value["type"] : undefined
    const check = typeof type === "string" ? blockData[dataName(type)] : undefined
    if (typeof type !== "string" || !types.includes(type) || check === undefined) return false
    const data: { readonly [name: string]: DataCheck } = { data: check }
    const nodes = children[type]
    const content = isVoid.has(type)
      ? voids.includes(type)
        ? {}
        : { fragments: isListOf(isFragmentOf(type)) }
      : { nodes: isListOf(nodes === undefined ? isInline : isBlockOf(nodes)) }
    const isOptional = withOptionalData.has(type)
    return isRecord(
      {
        object: isOneOf("block"),
        type: isKey,
        ...(isVoid.has(type) ? { isVoid: isOneOf(true) } : {}),
        ...(isOptional ? {} : data),
        ...content
      },
      { key: isKey, isVoid: isOneOf(false), ...(isOptional ? data : {}), ...meta }
    )(value)
  }
}

type Attributes = { readonly [name: string]: unknown }

const isNullOr = (check: DataCheck): DataCheck => isAnyOf(isOneOf(null), check)

const isFields = (isVoidNode: boolean) =>
  isRecord(isVoidNode ? { isVoid: isOneOf(true) } : {}, { isVoid: isOneOf(isVoidNode), ...meta })

const cell = { colspan: isOneOf(1), rowspan: isOneOf(1), colwidth: isOneOf(null) }

const fragmentFields = (name: string) => isRecord({}, { key: isKey, fragment: isOneOf(name), type: isOneOf(name) })

const inlineVoid = new Set(["inline-image", "emoji", "icon", "expression", "inline-math", "mention", "button"])

/** Checks of the attributes of nodes and marks that are not made as those of blocks are. */
const special: { readonly [name: string]: DataCheck } = {
  link: isRecord({
    key: isNullOr(isKey),
    data: (value) => inlineData["link"]?.(value) === true,
    fields: isFields(false)
  }),
  annotation: isRecord({
    key: isNullOr(isKey),
    data: isNullOr(isFreeData),
    fields: isFields(false),
    fragments: isNote
  }),
  color: isRecord({ data: (value) => inlineData["color"]?.(value) === true }),
  caption: isRecord({ fields: fragmentFields("caption") }),
  expandable_title: isRecord({ fields: fragmentFields("expandable-title") }),
  expandable_body: isRecord({ fields: fragmentFields("expandable-body") }),
  table: isRecord({
    key: isNullOr(isKey),
    data: tableParts.data,
    fields: isFields(true),
    fragments: isListOf(isAnyOf(isKey, isFragmentOf("table")))
  }),
  table_head: isRecord({}),
  table_row: isRecord({ id: isNullOr(isKey), orderIndex: isNullOr(isKey), values: tableParts.values }),
  table_header: isRecord({ ...cell, id: isNullOr(isKey), definition: tableParts.definition }),
  table_cell: isRecord({
    ...cell,
    value: isNullOr(tableParts.value),
    fragment: isNullOr(isRecord({ object: isOneOf("fragment") }, { key: isKey, fragment: isKey, type: isKey }))
  }),
  opaque_block: isRecord({
    key: isNullOr(isKey),
    json: isBlockOf([...topLevel, "list-item", "code-line", "image", "tabs-item", "stepper-step", "column"])
  }),
  opaque_inline: isRecord({ json: isInline })
}

/** The type in documents of a node of the editor. */
const typeOf = (name: string) => (name === "code_block" ? "code" : name.replaceAll("_", "-"))

/**
 * Whether attributes that HTML claims for a node or a mark of the editor are such that the API accepts the document that
 * has them. Those of marks without attributes are none.
 */
export const isValidAttributes = (name: string, attrs: Attributes): boolean => {
  const check = special[name]
  if (check !== undefined) return check(attrs)
  const type = typeOf(name)
  const { data, fields, key, level, original, ...others } = attrs
  const dataCheck = blockData[type] ?? inlineData[type]
  if (simple.has(name)) return Object.keys(attrs).length === 0
  if (dataCheck === undefined) return false
  const isAbsent = data === null && withOptionalData.has(type)
  return (
    (key === null || isKey(key)) &&
    (isAbsent || dataCheck(data)) &&
    isFields(isVoid.has(type) || inlineVoid.has(type))(fields) &&
    (original === undefined || original === null || isListOf(isInline)(original)) &&
    (name === "heading" ? level === 1 || level === 2 || level === 3 : level === undefined) &&
    Object.keys(others).length === 0
  )
}
