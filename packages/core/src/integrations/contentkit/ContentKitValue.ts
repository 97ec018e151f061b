import { Schema } from "effect"
import { JsonRecord } from "../../content/document/VoidBlock.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { multiLine } from "../../foundation/text/Text.ts"

export const limits = {
  /** Code points of Markdown and of code. */
  contentLength: 100_000,
  /** Code points of a text between other elements. */
  textLength: 10_000,
  /** Code points of titles, labels, hints, tooltips and values. */
  labelLength: 1000,
  /** Code points of ids and of names of states, icons and syntaxes. */
  nameLength: 100,
  urlLength: 2048,
  /** Fields of the query of a URL, and of the data of a frame. */
  fields: 50
} as const

export const Content = multiLine(0, limits.contentLength)
export const LongText = multiLine(0, limits.textLength)
export const Label = multiLine(0, limits.labelLength)
export const Name = multiLine(1, limits.nameLength)

/**
 * Whether a text is a web URL. Browsers drop some characters before they parse the scheme, and treat a name before `@`
 * as credentials.
 */
const isWeb = (url: string): boolean => {
  if (url.length > limits.urlLength || !/^https?:\/\/[!-~\u00a0-\uffff]+$/iu.test(url) || !URL.canParse(url))
    return false
  const { password, username } = new URL(url)
  return username === "" && password === ""
}

/** A URL that pages may link to or load (rule contentkit-addresses). */
export const WebUrl = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (url) =>
        isWeb(url) || `must be an http or https URL without credentials, of at most ${limits.urlLength} characters`,
      { toJsonSchema: () => ({ format: "uri", maxLength: limits.urlLength }) }
    )
  )
)

/** Reference to the state value with that name. */
export const Binding = closed(
  "ContentKitDynamicBinding",
  { $state: Name },
  { $state: "Name of the state whose value is used." }
)
export type Binding = typeof Binding.Type

export const BoundText = Schema.Union([Content, Binding])
export type BoundText = typeof BoundText.Type

const Fields = Schema.Record(Name, Schema.Union([Label, Binding])).check(
  Schema.makeFilter(
    (fields) => Object.keys(fields).length <= limits.fields || `must have at most ${limits.fields} fields`
  )
)

/** Data passed to a frame, which may include the whole state. */
export const FrameData = Schema.Record(Name, BoundText).check(
  Schema.makeFilter(
    (fields) => Object.keys(fields).length <= limits.fields || `must have at most ${limits.fields} fields`
  )
)

/** A URL in parts, whose query may contain state values. */
export const UrlParts = closed(
  "ContentKitURL",
  {
    host: Schema.String.check(
      Schema.makeFilter((host) => /^[a-z\d.-]+(?::\d{1,5})?$/iu.test(host) && URL.canParse(`https://${host}/`), {
        message: "must be a host, with or without a port",
        toJsonSchema: () => ({})
      }),
      Schema.isMaxLength(253, { expected: "a string of at most 253 characters" })
    ),
    pathname: Schema.String.check(
      Schema.makeFilter((path) => /^\/[!-~]*$/u.test(path) || "must be a path that begins with /", {
        toJsonSchema: () => ({})
      }),
      Schema.isMaxLength(limits.urlLength, { expected: `a string of at most ${limits.urlLength} characters` })
    ),
    query: optional(Fields)
  },
  {
    host: "Host of the address, with an optional port.",
    pathname: "Path of the address, with a leading slash.",
    query: "Query parameters by name."
  }
)
export type UrlParts = typeof UrlParts.Type

export const Url = Schema.Union([WebUrl, UrlParts])
export type Url = typeof Url.Type

/** Action on a press or a change: a known action of the platform, or one of the integration. */
export type Action = { readonly [key: string]: CanonicalJson.Json } & { readonly action: string }

const opening = new Set(["@ui.url.open", "@link.unfurl"])

const isName = Schema.is(Name)
const isRecord = Schema.is(JsonRecord)

const actionFault = (action: Action): string | undefined => {
  if (opening.has(action.action) && !(typeof action["url"] === "string" && isWeb(action["url"]))) {
    return `must have a url that is an http or https URL without credentials`
  }
  if (action.action !== "@ui.modal.open") return undefined
  return isName(action["componentId"]) && isRecord(action["props"]) ? undefined : "must have componentId and props"
}

export const Action: Schema.Codec<Action> = Schema.StructWithRest(
  Schema.Struct(
    describeFields({ action: Name }, { action: "Name of the action: one of the platform or of the integration." })
  ),
  [Schema.Record(Schema.String, CanonicalJson.Json)]
).pipe(
  Schema.check(Schema.makeFilter(actionFault, { toJsonSchema: () => ({}) })),
  Schema.annotate({ identifier: "ContentKitAction" })
)

/** The URL that an action opens; undefined for other actions. */
export const urlOf = (action: Action): string | undefined => {
  const { action: name, url } = action
  return name === "@ui.url.open" && typeof url === "string" && isWeb(url) ? url : undefined
}

/** Confirmation that is requested before an action. */
export const Confirm = closed(
  "ContentKitConfirm",
  {
    title: Label,
    text: Label,
    confirm: Label,
    style: optional(Schema.Literals(["primary", "danger"]))
  },
  {
    title: "Title of the question.",
    text: "Text of the question.",
    confirm: "Label of the button that confirms.",
    style: "Style of the button."
  }
)
