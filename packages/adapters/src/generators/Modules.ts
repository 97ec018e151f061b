import { Parser } from "acorn"
import jsx from "acorn-jsx"
import type { Root } from "mdast"

/** A parser of JavaScript with elements. */
export const JsxParser = Parser.extend(jsx())

/** What a text of MDX imports. */
export interface Modules {
  /** The paths of the modules, by the name of their default value. */
  readonly paths: ReadonlyMap<string, string>
  /** Those that are texts. */
  readonly texts: ReadonlySet<string>
}

const isText = (path: string): boolean => /\.mdx?$/i.test(path)

/** Reads the imports of a tree; no module is loaded. */
export const read = (root: Root): Modules => {
  const paths = new Map<string, string>()
  for (const node of root.children) {
    if (node.type !== "mdxjsEsm") continue
    try {
      for (const statement of JsxParser.parse(node.value, { ecmaVersion: "latest", sourceType: "module" }).body) {
        if (statement.type !== "ImportDeclaration") continue
        const path = String(statement.source.value).replace(/^@site\//, "/")
        for (const { local, type } of statement.specifiers)
          if (type === "ImportDefaultSpecifier") paths.set(local.name, path)
      }
    } catch {
      // what is not JavaScript imports nothing
    }
  }
  return { paths, texts: new Set(Array.from(paths).flatMap(([name, path]) => (isText(path) ? [name] : []))) }
}
