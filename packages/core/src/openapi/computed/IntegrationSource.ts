import { Schema } from "effect"
import { inputPattern } from "../../foundation/id/Id.ts"
import { RevisionId, SpaceId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { SpecRef, SpecValue } from "./SpecDependency.ts"

export const limits = {
  /** Length of a type, in characters. */
  typeLength: 250,
  /** Limits of properties: characters of their JSON, and nesting of objects and arrays. */
  propsLength: 16_384,
  propsDepth: 20,
  dependencies: 10,
  dependencyLength: 100
} as const

const form = /^integration:([^:\s]+):([^:\s]+)$/u

/** The integration, by name, and which of its sources. */
export const SourceType = Schema.String.pipe(
  Schema.refine(
    (text): text is `integration:${string}:${string}` => text.length <= limits.typeLength && form.test(text),
    {
      message:
        "must be builtin:openapi, or integration: with the name of an integration, a colon and one of its sources",
      toJsonSchema: () => ({ pattern: "^integration:[^:\\s]+:[^:\\s]+$", maxLength: limits.typeLength })
    }
  )
)

/** Whether lists and objects are nested no deeper. */
const isShallow = (value: unknown, left: number): boolean =>
  typeof value !== "object" ||
  value === null ||
  (left > 0 && Object.values(value).every((each) => isShallow(each, left - 1)))

const Props = CanonicalJson.JsonObject.check(
  Schema.makeFilter((props) => {
    if (!isShallow(props, limits.propsDepth)) {
      return `must have at most ${limits.propsDepth} objects and lists within each other`
    }
    const text = JSON.stringify(props)
    if (text.length > limits.propsLength) return `must have at most ${limits.propsLength} characters as JSON`
    return text.includes("\\u0000") ? "must not contain NUL" : undefined
  })
)

export const SpaceRef = closed(
  "ComputedSpaceRef",
  { kind: Schema.Literal("space"), space: SpaceId },
  { space: "Space whose primary content the result depends on." }
)

export const TranslationRef = closed(
  "ComputedTranslationSourceRef",
  {
    kind: Schema.Literal("translation"),
    translation: Schema.String.check(
      Schema.isPattern(inputPattern, { message: "must be 1 to 64 letters, digits, - or _" })
    )
  },
  { translation: "Identifier of a language of a translation." }
)

/** Possible dependencies of a source. */
export const DependencyRef = Schema.Union([SpaceRef, SpecRef, TranslationRef])
export type DependencyRef = typeof DependencyRef.Type

/** The state of what is depended on. */
export const DependencyValue = Schema.Union([
  closed(
    "ComputedSpaceValue",
    { object: Schema.Literal("space"), id: SpaceId, revision: RevisionId },
    { revision: "Revision at which the space is read.", id: "Space that is read." }
  ),
  SpecValue,
  closed(
    "ComputedTranslationValue",
    { space: SpaceId, revision: RevisionId },
    { revision: "Revision at which the space is read.", space: "Space that holds the translation." }
  )
])
export type DependencyValue = typeof DependencyValue.Type

/** A dependency with its state; null if the integration may read none. */
export const ResolvedDependency = Schema.Struct(
  describeFields(
    { ref: DependencyRef, value: Schema.NullOr(DependencyValue) },
    {
      ref: "Reference to the dependency.",
      value: "State that was found; null if the integration cannot read one."
    }
  )
)
export type ResolvedDependency = typeof ResolvedDependency.Type

/** With `value`, exactly that state, null being nothing; without it, the newest one. */
const Dependency = closed(
  "ComputedSourceDependency",
  {
    ref: DependencyRef,
    value: optional(Schema.NullOr(DependencyValue))
  },
  {
    value: "State to use: this exact state, or null for none. Defaults to the newest state.",
    ref: "Reference to the dependency."
  }
)
export type Dependency = typeof Dependency.Type

const Dependencies = Schema.Record(singleLine(1, limits.dependencyLength), Dependency).check(
  Schema.makeFilter(
    (all) => Object.keys(all).length <= limits.dependencies || `must have at most ${limits.dependencies} entries`,
    { toJsonSchema: () => ({ maxProperties: limits.dependencies }) }
  )
)

/** The computation that a script of an integration performs, with its input and dependencies. */
export const IntegrationSource = closed(
  "ComputedIntegrationSource",
  {
    type: SourceType,
    props: Props,
    dependencies: optional(Dependencies)
  },
  {
    type: "Integration and source, as `integration:name:source`.",
    props: "Properties that the integration interprets, at most 16,384 characters as JSON.",
    dependencies: "What the result depends on, by name, at most 10."
  }
)
export type IntegrationSource = typeof IntegrationSource.Type

/** The request to a source: for pages, or for the text of one page. */
export type SourceKind = "revision" | "document"

export const decode = Schema.decodeUnknownOption(IntegrationSource)

/** Name of the integration, and id of the source that it declares. */
export const partsOf = ({ type }: Pick<IntegrationSource, "type">) => {
  const [, integration = "", source = ""] = form.exec(type) ?? []
  return { integration, source }
}

/** Name of a request; the same source has the same name. */
export const nameOf = (kind: SourceKind, { dependencies = {}, props, type }: IntegrationSource): string =>
  digest(CanonicalJson.stringify([kind, type, props, dependencies]))

/** The key of the response of a space to a source; no slug has the same form. */
export const keyOf = (space: string, kind: SourceKind, source: IntegrationSource): string =>
  `integration:${space}:${nameOf(kind, source)}`

/**
 * Names of the dependencies of responses: an integration, its installation, a description, or the primary content of a
 * space.
 */
export const ofIntegration = (name: string): string => `integration ${name.toLowerCase()}`
export const ofInstallation = (organization: string, name: string): string =>
  `installation ${organization}/${name.toLowerCase()}`
export const ofSpec = (organization: string, slug: string): string => `spec ${organization}/${slug}`
export const ofSpace = (space: string): string => `space ${space}`

const inputOf = (organization: string, { ref }: Dependency): ReadonlyArray<string> => {
  switch (ref.kind) {
    case "openapi":
      return [ofSpec(organization, ref.spec)]
    case "space":
      return [ofSpace(ref.space)]
    case "translation":
      return []
  }
}

/**
 * Dependencies that follow from the source alone; a translation also depends on a space that it does not name (rule
 * source-inputs).
 */
export const inputsOf = (organization: string, source: IntegrationSource): ReadonlyArray<string> => [
  ofIntegration(partsOf(source).integration),
  ofInstallation(organization, partsOf(source).integration),
  ...Object.values(source.dependencies ?? {}).flatMap((each) => inputOf(organization, each))
]
