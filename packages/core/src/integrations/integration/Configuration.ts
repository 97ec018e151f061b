import { Schema } from "effect"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"

export const limits = {
  nameLength: 100,
  titleLength: 50,
  descriptionLength: 100,
  valueLength: 256,
  addressLength: 2048,
  /** Properties of each kind of target. */
  properties: 50,
  /** Of one property. */
  options: 100
} as const

const isAddress = (text: string): boolean =>
  text.length <= limits.addressLength &&
  (/^\/(?!\/)[!-~]*$/u.test(text) || (/^https?:\/\/[!-~]+$/iu.test(text) && URL.canParse(text)))

/** A URL, or a path relative to the URL of the integration. */
const Address = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) =>
        isAddress(text) ||
        `must be an http or https URL, or a path that begins with /, of at most ${limits.addressLength} characters`,
      { toJsonSchema: () => ({ maxLength: limits.addressLength }) }
    )
  )
)

const common = describeFields(
  {
    title: optional(singleLine(0, limits.titleLength)),
    description: optional(singleLine(0, limits.descriptionLength))
  },
  { title: "Label of the field.", description: "Explanation below the field." }
)

const Options = Schema.Array(singleLine(0, limits.valueLength)).pipe(
  Schema.check(
    Schema.isBetweenLength(1, limits.options, { expected: `an array of 1 to ${limits.options} values` }),
    Schema.makeFilter((values) => new Set(values).size === values.length || "must not repeat a value", {
      toJsonSchema: () => ({ uniqueItems: true })
    })
  )
)

/** A configuration property of an integration. */
export const Property = Schema.Union([
  closed(
    "IntegrationStringProperty",
    {
      type: Schema.Literal("string"),
      ...common,
      default: optional(singleLine(0, limits.valueLength)),
      completion_url: optional(Address),
      enum: optional(Options)
    },
    {
      default: "Default value.",
      completion_url: "URL that suggests values.",
      enum: "Values to choose from."
    }
  ),
  closed(
    "IntegrationNumberProperty",
    { type: Schema.Literal("number"), ...common, default: optional(Schema.Finite) },
    { default: "Default value." }
  ),
  closed(
    "IntegrationBooleanProperty",
    {
      type: Schema.Literal("boolean"),
      ...common,
      default: optional(Schema.Boolean)
    },
    { default: "Default value." }
  ),
  closed(
    "IntegrationButtonProperty",
    {
      type: Schema.Literal("button"),
      ...common,
      callback_url: Address,
      button_text: singleLine(1, limits.titleLength)
    },
    { callback_url: "Address that the button opens.", button_text: "Text on the button." }
  )
]).annotate({ identifier: "IntegrationProperty" })
export type Property = typeof Property.Type

/** The name of a property, or of a component that the script renders. */
export const Name = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (name) =>
        (/^[A-Za-z0-9_.-]+$/u.test(name) && name.length <= limits.nameLength && name !== "__proto__") ||
        `must be 1 to ${limits.nameLength} letters, digits, ., - or _`,
      { toJsonSchema: () => ({ minLength: 1, maxLength: limits.nameLength, pattern: "^[A-Za-z0-9_.-]+$" }) }
    )
  )
)

interface Declared {
  readonly properties: Readonly<Record<string, Property>>
  readonly required?: ReadonlyArray<string>
}

const hasDefault = (property: Property): boolean =>
  property.type !== "string" ||
  property.default === undefined ||
  property.enum === undefined ||
  property.enum.includes(property.default)

/** Returns the first contradiction between the properties of one kind of target. */
const findFault = ({ properties, required = [] }: Declared) => {
  const entries = Object.entries(properties)
  if (entries.length > limits.properties) {
    return { path: ["properties"], issue: `must not have more than ${limits.properties} properties` }
  }
  const other = entries.find(([, property]) => !hasDefault(property))
  if (other !== undefined) {
    return { path: ["properties", other[0], "default"], issue: "must be one of the values of enum" }
  }
  const unknown = required.findIndex((name) => !Object.hasOwn(properties, name))
  return unknown === -1 ? undefined : { path: ["required", unknown], issue: "must be the name of a property" }
}

const Properties = closed(
  "IntegrationProperties",
  {
    properties: Schema.Record(Name, Property),
    required: optional(
      Schema.Array(Schema.String).pipe(
        Schema.check(
          Schema.isMaxLength(limits.properties, { expected: `an array of at most ${limits.properties} names` })
        )
      )
    )
  },
  { properties: "Fields by name.", required: "Names of the required fields." }
).pipe(Schema.check(Schema.makeFilter<Declared>(findFault, { toJsonSchema: () => ({}) })))

/** A component of the script that renders the configuration. */
export const Component = closed(
  "IntegrationComponent",
  { componentId: Name },
  { componentId: "Component of the integration to draw." }
)

/** Configuration of one kind of target: properties, or a component. */
const Place = Schema.Union([Properties, Component]).annotate({ identifier: "IntegrationConfiguration" })

/** Configurations of an integration by kind of target (rule integration-configurations). */
export const Configurations = closed(
  "IntegrationConfigurations",
  {
    account: optional(Place),
    space: optional(Place),
    site: optional(Place)
  },
  { account: "Configuration in an organization.", space: "Configuration on a space.", site: "Configuration on a site." }
)
export type Configurations = typeof Configurations.Type
