import type { AnyNode, Expression, Program } from "acorn"
import { Schema } from "effect"
import { parse as parseYaml } from "yaml"
import * as Literal from "./Literal.ts"
import * as TypeScript from "./TypeScript.ts"

/** The form of a file of settings. */
export type SettingsFormat = "javascript" | "json" | "yaml"

/** A file of settings; plain data, so that it may cross from process to process. */
export interface SettingsJob {
  readonly format: SettingsFormat
  readonly text: string
}

/** The literal part of a file of settings. */
export interface SiteSettings {
  readonly value: unknown
  /** Whether parts were left out because they are computed, or the whole because it cannot be read. */
  readonly isPartial: boolean
}

/** Characters of a file of settings that is read. */
export const mostCharacters = 1_000_000

const decodeJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))

const unreadable: SiteSettings = { value: undefined, isPartial: true }

/** The constants of a program by name. */
const constantsOf = (program: Program): ReadonlyMap<string, Expression> =>
  new Map(
    program.body.flatMap((each) => {
      const statement = each.type === "ExportNamedDeclaration" ? each.declaration : each
      return statement?.type === "VariableDeclaration"
        ? statement.declarations.flatMap(({ id, init }) =>
            id.type === "Identifier" && init !== null && init !== undefined ? [[id.name, init] as const] : []
          )
        : []
    })
  )

const isExports = (node: AnyNode): boolean =>
  node.type === "MemberExpression" &&
  node.object.type === "Identifier" &&
  node.object.name === "module" &&
  node.property.type === "Identifier" &&
  node.property.name === "exports"

/** The value that a module exports by default. */
const exportOf = (program: Program): AnyNode | undefined => {
  for (const statement of program.body.toReversed()) {
    if (statement.type === "ExportDefaultDeclaration") return statement.declaration
    if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") continue
    if (isExports(statement.expression.left)) return statement.expression.right
  }
  return undefined
}

const readModule = (text: string): SiteSettings => {
  const program = TypeScript.parseModule(text)
  const value = exportOf(program)
  const constants = constantsOf(program)
  return value === undefined ? unreadable : Literal.evaluate(value, (name) => constants.get(name))
}

/** Tags of YAML that name values of a program are ignored, and so are aliases without end. */
const readYaml = (text: string): SiteSettings => ({
  value: parseYaml(text, { maxAliasCount: 20, logLevel: "error", prettyErrors: false }),
  isPartial: false
})

/** Reads a file of settings as data; nothing in it is run. */
export const read = ({ format, text }: SettingsJob): SiteSettings => {
  if (text.length > mostCharacters) return unreadable
  try {
    if (format === "json") return { value: decodeJson(text.replace(/^\ufeff/, "")), isPartial: false }
    return format === "yaml" ? readYaml(text) : readModule(text)
  } catch {
    return unreadable
  }
}
