import { Schema } from "effect"
import { isStorable } from "../../foundation/text/Text.ts"

export const limits = {
  /** Maximum size of a configuration, as UTF-8 bytes of JSON. */
  bytes: 65_536,
  /** Maximum nesting of objects and arrays. */
  depth: 20
} as const

type Json = typeof Schema.Json.Type

/** Configuration values of an installation, by property name. */
export const Configuration = Schema.Record(Schema.String, Schema.Json).annotate({
  identifier: "IntegrationInstallationConfiguration"
})
export type Configuration = typeof Configuration.Type

/** One property as declared by an integration. A button opens a page of the integration, which writes the result. */
export interface DeclaredProperty {
  readonly type: "string" | "number" | "boolean" | "button"
  readonly enum?: ReadonlyArray<string>
}

/** Declared configuration: properties, or a component of the integration that renders and interprets them. */
export type DeclaredConfiguration =
  | {
      readonly properties: { readonly [name: string]: DeclaredProperty }
      readonly required?: ReadonlyArray<string>
    }
  | { readonly componentId: string }

/** A property that the integration does not accept (rule installation-configuration). */
export class ConfigurationRefused extends Schema.TaggedError<ConfigurationRefused>()("ConfigurationRefused", {
  path: Schema.String,
  rule: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `${this.path}: ${this.rule}`
  }
  get details() {
    return [{ path: this.path, rule: this.rule }]
  }
}

const isHeld = (value: Json, depth: number): boolean => {
  if (typeof value === "string") return isStorable(value)
  if (typeof value === "number") return Number.isFinite(value)
  if (value === null || typeof value === "boolean") return true
  if (depth >= limits.depth) return false
  if (Array.isArray(value)) return value.every((item) => isHeld(item, depth + 1))
  return Object.entries(value).every(([name, item]) => isStorable(name) && isHeld(item, depth + 1))
}

const findSizeFault = (self: Configuration): string | undefined => {
  if (!isHeld(self, 0)) return "must be JSON with well-formed strings without NUL, nested at most 20 deep"
  const { length } = new TextEncoder().encode(JSON.stringify(self))
  return length > limits.bytes ? `must be at most ${limits.bytes} bytes of JSON` : undefined
}

const findPropertyFault = (value: Json, { enum: options, type }: DeclaredProperty): string | undefined => {
  if (type === "button") return undefined
  if (typeof value !== type) return `must be a ${type}`
  if (options !== undefined && !options.some((option) => option === value)) {
    return `must be one of ${options.map((option) => JSON.stringify(option)).join(", ")}`
  }
  return undefined
}

/** Returns the first error of a configuration against its declaration. An undefined declaration allows no property. */
export const findFault = (
  self: Configuration,
  declared: DeclaredConfiguration | undefined
): ConfigurationRefused | undefined => {
  const ofSize = findSizeFault(self)
  if (ofSize !== undefined) return new ConfigurationRefused({ path: "configuration", rule: ofSize })
  if (declared !== undefined && "componentId" in declared) return undefined
  const properties = new Map(Object.entries(declared?.properties ?? {}))
  for (const [name, value] of Object.entries(self)) {
    const property = properties.get(name)
    const rule = property === undefined ? "is not declared by the integration" : findPropertyFault(value, property)
    if (rule !== undefined) return new ConfigurationRefused({ path: `configuration.${name}`, rule })
  }
  return undefined
}

/**
 * Whether a configuration has all required values, each as declared; an empty text counts as missing. A configuration
 * that a component renders is always complete (rule installation-status).
 */
export const isComplete = (self: Configuration, declared: DeclaredConfiguration | undefined): boolean => {
  if (declared === undefined || "componentId" in declared) return true
  const said = new Map(Object.entries(self))
  const properties = new Map(Object.entries(declared.properties))
  return (declared.required ?? []).every((name) => {
    const value = said.get(name)
    const property = properties.get(name)
    if (value === undefined || value === null || value === "") return false
    return property === undefined || findPropertyFault(value, property) === undefined
  })
}
