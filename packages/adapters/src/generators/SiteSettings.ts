import { type AnyNode, type Expression, type Program, parse } from "acorn"
import { Schema } from "effect"
import { parse as parseYaml } from "yaml"
import * as Literal from "./Literal.ts"

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
    program.body.flatMap((statement) =>
      statement.type === "VariableDeclaration"
        ? statement.declarations.flatMap(({ id, init }) =>
            id.type === "Identifier" && init !== null && init !== undefined ? [[id.name, init] as const] : []
          )
        : []
    )
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

/** TypeScript without the types that files of settings commonly have. */
const withoutTypes = (text: string): string =>
  text
    .replace(/^import type [^\n]*$/gm, "")
    .replace(/^((?:export )?const \w{1,80}) ?: ?[\w.<>[\]]{1,80} ?=/gm, "$1 =")
    .replace(/ satisfies [\w.<>[\]]{1,80}/g, "")
    .replace(/ as (?:const|any|[A-Z][\w.<>[\]]{0,80})/g, "")

const readModule = (text: string): SiteSettings => {
  const program = parse(withoutTypes(text), {
    ecmaVersion: "latest",
    sourceType: "module",
    allowReturnOutsideFunction: true
  })
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
