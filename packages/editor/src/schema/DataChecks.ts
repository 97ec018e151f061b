import { isObject } from "../Json.ts"
import { isSafeAddress } from "../links/Addresses.ts"

/** Whether a value from outside, such as a clipboard, is what the API accepts at its place. */
export type DataCheck = (value: unknown) => boolean

type Members = { readonly [name: string]: DataCheck }

export const isText: DataCheck = (value) =>
  typeof value === "string" && !value.includes("\u0000") && value.isWellFormed()
const isNumber: DataCheck = (value) => typeof value === "number" && Number.isFinite(value)
const isBoolean: DataCheck = (value) => typeof value === "boolean"
const isAddress: DataCheck = (value) => typeof value === "string" && isSafeAddress(value)
const isId: DataCheck = (value) => typeof value === "string" && value !== "" && isSafeAddress(`#${value}`)
export const isKey: DataCheck = (value) => typeof value === "string"

export const isOneOf =
  (...values: ReadonlyArray<unknown>): DataCheck =>
  (value) =>
    values.includes(value)

export const isAnyOf =
  (...checks: ReadonlyArray<DataCheck>): DataCheck =>
  (value) =>
    checks.some((check) => check(value))

export const isListOf =
  (check: DataCheck): DataCheck =>
  (value) =>
    Array.isArray(value) && value.every(check)

/** Checks the members of an object, which must have no others. */
export const isRecord =
  (required: Members, optional: Members = {}): DataCheck =>
  (value) =>
    isObject(value) &&
    Object.entries(required).every(([name, check]) => Object.hasOwn(value, name) && check(value[name])) &&
    Object.entries(value).every(
      ([name, member]) =>
        Object.hasOwn(required, name) || (Object.hasOwn(optional, name) && optional[name]?.(member) === true)
    )

const isMapOf =
  (check: DataCheck): DataCheck =>
  (value) =>
    isObject(value) && Object.values(value).every(check)

const deepest = 64

/** Whether a value is JSON that is not nested too deeply. */
const isJson = (value: unknown, depth = 0): boolean => {
  if (depth > deepest) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1))
  if (isObject(value)) return Object.values(value).every((member) => isJson(member, depth + 1))
  return value === null || isBoolean(value) || isNumber(value) || isText(value)
}

export const isFreeData: DataCheck = (value) => isObject(value) && isJson(value)

const hasKind = (kind: string, required: Members, optional: Members = {}) =>
  isRecord({ kind: isOneOf(kind), ...required }, optional)

const isUrlRef = hasKind("url", { url: isAddress })
const isFileRef = hasKind("file", { file: isId })
const isReusableRef = hasKind("reusable-content", { reusableContent: isId }, { space: isId })
const isOpenApiRef = hasKind("openapi", { spec: isId })
const isImageRef = isAnyOf(isUrlRef, isFileRef)

/** Whether a value is a reference of a document: the target of a link, a mention, an image and the like. */
export const isContentRef = isAnyOf(
  isImageRef,
  hasKind("page", { page: isId }, { space: isId }),
  hasKind("anchor", { anchor: isId }, { page: isId, space: isId }),
  hasKind("user", { user: isId }),
  hasKind("collection", { collection: isId }),
  hasKind("space", { space: isId }),
  isReusableRef,
  isOpenApiRef
)

const isLength = isAnyOf(isNumber, isRecord({ unit: isText, value: isNumber }))
const isIcon: DataCheck = (value) => typeof value === "string" && /^[a-zA-Z0-9_-]{1,50}$/.test(value)
const isAlign = isOneOf("start", "center", "end")
const fullWidth = { fullWidth: isBoolean }

export const colors = [
  "default",
  "green",
  "blue",
  "red",
  "orange",
  "yellow",
  "purple",
  "$primary",
  "$info",
  "$success",
  "$warning",
  "$danger"
] as const

/** Checks of the data of colors and inline nodes, by their type in documents. */
export const inlineData: Members = {
  color: isRecord({ text: isOneOf(...colors), background: isOneOf(...colors) }),
  link: isRecord({ ref: isContentRef }),
  "inline-image": isRecord(
    { ref: isImageRef },
    { refDark: isImageRef, caption: isText, size: isOneOf("original", "line") }
  ),
  emoji: isRecord({
    code: (value) => typeof value === "string" && /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/u.test(value)
  }),
  icon: isRecord({ icon: isIcon }),
  expression: isRecord({ expression: isText }),
  "inline-math": isRecord({ formula: isText }),
  mention: isRecord({ ref: isContentRef }),
  button: isRecord({ label: isText, kind: isOneOf("primary", "secondary"), ref: isContentRef }, { icon: isIcon })
}

const isDefinition = (identity: Members) =>
  isAnyOf(
    isRecord(
      { ...identity, type: isOneOf("text"), textAlignment: isOneOf("left", "center", "right") },
      { verticalAlignment: isOneOf("top", "middle", "bottom") }
    ),
    isRecord({ ...identity, type: isOneOf("number", "checkbox", "files", "content-ref") }),
    isRecord({ ...identity, type: isOneOf("users"), multiple: isBoolean }),
    isRecord({ ...identity, type: isOneOf("rating"), max: isNumber }),
    isRecord({
      ...identity,
      type: isOneOf("select"),
      multiple: isBoolean,
      options: isListOf(isRecord({ value: isText, label: isText, color: isText }))
    })
  )

const isView = (columns: Members) =>
  isAnyOf(
    isRecord(
      { type: isOneOf("grid"), hideHeader: isBoolean, ...columns },
      { columnWidths: isMapOf(isNumber), useNewSizing: isBoolean }
    ),
    isRecord(
      { type: isOneOf("cards"), cardSize: isOneOf("medium", "large"), ...columns },
      { targetDefinition: isText, coverDefinition: isText, coverDarkDefinition: isText, hideColumnTitle: isBoolean }
    )
  )

const isCellValue = isAnyOf(isNumber, isText, isBoolean, isListOf(isText), isContentRef)

/** Checks of the parts of tables, as attributes of the editor's nodes. */
export const tableParts = {
  /** The data of a table without its rows and the columns that are shown. */
  data: isRecord(
    { view: isView({}), definition: isMapOf(isDefinition({ id: isKey, title: isText })) },
    { fullWidth: isBoolean }
  ),
  definition: isDefinition({}),
  value: isCellValue,
  values: isMapOf(isCellValue)
}

const operation = { path: isText, method: isText }

/** Checks of the data of blocks, by their type in documents. */
export const blockData: Members = {
  paragraph: isRecord({}, { align: isAlign }),
  heading: isRecord(
    {},
    { id: (value) => typeof value === "string" && /^[-\p{L}\p{M}\p{N}.+_:~]+$/u.test(value), align: isAlign }
  ),
  "list-ordered": isRecord({}, { start: (value) => Number.isInteger(value) }),
  "list-unordered": isFreeData,
  "list-tasks": isFreeData,
  "list-item": isRecord({}, { checked: isBoolean }),
  blockquote: isFreeData,
  hint: isRecord({ style: isOneOf("info", "warning", "danger", "success") }),
  code: isRecord(
    {},
    { syntax: isText, title: isText, overflow: isOneOf("scroll", "wrap"), lineNumbers: isBoolean, ...fullWidth }
  ),
  "code-line": isRecord({}, { highlighted: isBoolean }),
  image: isRecord({ ref: isImageRef }, { refDark: isImageRef, width: isLength, height: isLength, alt: isText }),
  images: isRecord({}, { align: isOneOf("center", "left", "right"), ...fullWidth }),
  expandable: isFreeData,
  tabs: isRecord({}, fullWidth),
  "tabs-item": isRecord({}, { title: isText }),
  stepper: isFreeData,
  "stepper-step": isRecord({}, { icon: isText }),
  columns: isRecord({}, fullWidth),
  column: isRecord({}, { width: isLength }),
  if: isRecord({ expression: isText }),
  divider: isFreeData,
  math: isRecord({ formula: isText }),
  file: isRecord({ ref: isFileRef }),
  drawing: isRecord({}, { ref: isFileRef }),
  embed: isRecord({ url: isAddress }, fullWidth),
  "content-ref": isRecord({ ref: isContentRef }),
  "reusable-content": isRecord({ ref: isReusableRef }),
  swagger: isRecord({ ...operation, ref: isImageRef }, { expanded: isBoolean, ...fullWidth }),
  "openapi-operation": isRecord({ ...operation, ref: isOpenApiRef }),
  "openapi-schemas": isRecord({ schemas: isListOf(isText), ref: isOpenApiRef }, { grouped: isBoolean }),
  "openapi-webhook": isRecord({ name: isText, method: isText, ref: isOpenApiRef }),
  integration: isRecord(
    { integration: isText, block: isText, props: isFreeData },
    { action: isFreeData, url: isAddress, ...fullWidth }
  ),
  table: isRecord(
    {
      view: isView({ columns: isListOf(isKey) }),
      records: isMapOf(isRecord({ orderIndex: isKey, values: isMapOf(isCellValue) })),
      definition: isMapOf(isDefinition({ id: isKey, title: isText }))
    },
    fullWidth
  )
}

/** Blocks that need no data. */
export const withOptionalData: ReadonlySet<string> = new Set([
  "paragraph",
  "list-unordered",
  "list-tasks",
  "list-item",
  "blockquote",
  "tabs",
  "stepper"
])
