import { Result, Schema } from "effect"
import { ContentRef } from "../../content/document/ContentRef.ts"
import * as Expression from "../../foundation/expression/Expression.ts"
import { describeFields, WebAddress } from "../../foundation/input/Input.ts"
import { Emoji } from "../../foundation/text/Emoji.ts"
import { multiLine, singleLine } from "../../foundation/text/Text.ts"
import { clearable, fieldsOf, partial } from "./CustomizationFields.ts"
import * as SettingLinks from "./SettingLinks.ts"

/** Lengths of texts (rule customization-limits). */
export const limits = {
  titleLengthMin: 2,
  titleLength: 128,
  fontIdLength: 64,
  fontFamilyLength: 50,
  labelLength: 64,
  messageLengthMin: 2,
  messageLength: 128,
  copyrightLength: 300
} as const

const Color = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^#(?:[0-9a-fA-F]{3}){1,2}$/u, { message: "must be # and 3 or 6 hexadecimal digits" }))
)

const findFault = (text: string): string | undefined =>
  Result.match(Expression.parse(text), {
    onFailure: ({ at, rule }) => `${rule} (character ${at + 1})`,
    onSuccess: () => undefined
  })

/** The source of an expression that decides whether a visitor is shown something. */
const Condition = multiLine(1, Expression.limits.length).pipe(
  Schema.check(Schema.makeFilter((text) => findFault(text), { toJsonSchema: () => ({ format: "expression" }) }))
)

/** Settings belong to no space and no page. */
const Target = ContentRef.pipe(
  Schema.check(
    Schema.makeFilter((ref) => SettingLinks.isWhole(ref) || "must name the space of the target", {
      toJsonSchema: () => ({})
    })
  )
).annotate({ identifier: "SettingTarget" })

const fields = fieldsOf(
  describeFields(
    {
      target: Target,
      title: singleLine(limits.titleLengthMin, limits.titleLength),
      color: Color,
      url: WebAddress,
      emoji: Emoji,
      fontId: singleLine(1, limits.fontIdLength),
      fontFamily: singleLine(1, limits.fontFamilyLength),
      label: singleLine(0, limits.labelLength),
      condition: Condition,
      message: singleLine(limits.messageLengthMin, limits.messageLength),
      copyright: singleLine(0, limits.copyrightLength)
    },
    {
      target: "Target of the link.",
      title: "Text of the link or heading.",
      color: "Color in hexadecimal, such as `#346ddb`.",
      url: "Absolute http or https address.",
      fontId: "Name that identifies the font.",
      fontFamily: "Name of the font family in CSS.",
      label: "Text that readers see.",
      message: "Text of the announcement.",
      copyright: "Copyright notice in the footer."
    }
  )
)

/** Replaces the settings of a site: omitted settings follow the defaults again (rule customization-layers). */
export const CustomizationPut = partial("SiteCustomizationPut", fields)
export type CustomizationPut = typeof CustomizationPut.Type

/** Changes the settings of a site space key by key; null resets a key to the value of the site. */
export const Patch = clearable("SiteSpaceCustomizationPatch", fields)
export type Patch = typeof Patch.Type
