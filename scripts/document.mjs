import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript-api"
import { at, walk } from "./workspace.mjs"

const parse = (path) => ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, true)

const docstringOf = (node, file) => ts.getJSDocCommentsAndTags(node).at(-1)?.getText(file)

/** The docstrings of constants and functions of a source, by their names; the first of a name counts. */
export const docstringsIn = (file) => {
  const found = new Map()
  const keep = (name, node) => {
    const text = docstringOf(node, file)
    if (text !== undefined && !found.has(name)) found.set(name, text)
  }
  const visit = (node) => {
    if (ts.isVariableStatement(node)) {
      for (const { name } of node.declarationList.declarations) if (ts.isIdentifier(name)) keep(name.text, node)
    }
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) keep(node.name.text, node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The shape of a service in a declaration: the object in `declare const Spaces_base: …<Spaces, "…", { … }>`. */
const shapesIn = (file) =>
  file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ name, type }) => {
      if (!name.getText(file).endsWith("_base") || type === undefined) return []
      const parts = ts.isIntersectionTypeNode(type) ? type.types : [type]
      return parts.flatMap((part) => (ts.isTypeReferenceNode(part) ? [...(part.typeArguments ?? [])] : []))
    })
  )

/** A declaration with a docstring for each operation of its services that has one in the source. */
export const documented = (declaration, source) => {
  const docstrings = docstringsIn(source)
  const text = declaration.text
  const places = shapesIn(declaration)
    .filter(ts.isTypeLiteralNode)
    .flatMap(({ members }) =>
      members.flatMap((member) => {
        const docstring = docstrings.get(member.name?.getText(declaration))
        return docstring === undefined || docstringOf(member, declaration) !== undefined
          ? []
          : [{ at: member.getStart(declaration), docstring }]
      })
    )
  return places
    .sort((one, other) => other.at - one.at)
    .reduce((whole, { at, docstring }) => `${whole.slice(0, at)}${docstring}\n    ${whole.slice(at)}`, text)
}

/**
 * Writes the docstrings of operations into the declarations that the compiler generated. The compiler keeps none for
 * inferred types, so editors would show no documentation to host applications.
 */
export const documentOperations = (dist, src) => {
  for (const path of walk(dist).filter((file) => file.endsWith(".d.ts"))) {
    const source = join(src, path.slice(dist.length).replace(/\.d\.ts$/, ".ts"))
    if (!existsSync(source) || !/_base: /.test(readFileSync(path, "utf8"))) continue
    const declaration = parse(path)
    const text = documented(declaration, parse(source))
    if (text !== declaration.text) writeFileSync(path, text)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  documentOperations(at("packages/core/dist"), at("packages/core/src"))
}
