import { Api } from "@quire/http/api"
import { Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"

interface Parts {
  readonly payload: SchemaAST.AST | undefined
  readonly query: SchemaAST.AST | undefined
}

const payloadOf = (payload: HttpApiEndpoint.PayloadMap): SchemaAST.AST | undefined => {
  const schemas = [...payload.values()].flatMap(({ schemas }) => schemas)
  return schemas.length === 0 ? undefined : Schema.Union(schemas).ast
}

const reflected = () => {
  const found = new Map<string, Parts>()
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { identifier, payload, query } }) => {
      found.set(identifier, { payload: payloadOf(payload), query: query?.ast })
    }
  })
  return found
}

/** What each endpoint takes in addition to its path. */
export const parts: ReadonlyMap<string, Parts> = reflected()

/** What an AST is called, and what it was called before it was checked. */
const identifiersOf = ({ annotations, checks }: SchemaAST.AST): ReadonlyArray<string> =>
  [annotations, ...(checks ?? []).map((check) => check.annotations)].flatMap((each) => {
    const identifier = each?.["identifier"]
    return typeof identifier === "string" ? [identifier] : []
  })

const isText = (node: SchemaAST.AST): boolean => SchemaAST.isString(SchemaAST.toEncoded(node))

const unwrapped = (ast: SchemaAST.AST): SchemaAST.AST => (SchemaAST.isSuspend(ast) ? unwrapped(ast.thunk()) : ast)

/** Names of fields that name something by its id, whatever their schema says. */
const naming = new Set(
  "collection contributor creator file into node organization owner page parent resource reusableContent review reviewer revision site space targetPage team teams upload user users".split(
    " "
  )
)

/** Documents hold references that need not lead anywhere. */
const beyond = new Set(["document", "markdown"])

/** Paths of what an AST or a name says is an id, `*` for the items of arrays. */
export const idPaths = (ast: SchemaAST.AST | undefined): ReadonlyArray<string> => {
  const found = new Set<string>()
  const seen = new Set<SchemaAST.AST>()
  const walk = (given: SchemaAST.AST, path: string): void => {
    const node = unwrapped(given)
    const name = path.replace(/\.\*$/, "").split(".").at(-1) ?? ""
    if (identifiersOf(node).some((each) => each.endsWith("Id")) || (naming.has(name) && isText(node))) {
      found.add(path)
      return
    }
    if (beyond.has(name)) return
    if (seen.has(node)) return
    seen.add(node)
    const below = (name: string) => (path === "" ? name : `${path}.${name}`)
    for (const { to } of node.encoding ?? []) walk(to, path)
    if (SchemaAST.isUnion(node)) for (const each of node.types) walk(each, path)
    else if (SchemaAST.isObjects(node)) {
      for (const { name, type } of node.propertySignatures) walk(type, below(String(name)))
      for (const { type } of node.indexSignatures) walk(type, below("*"))
    } else if (SchemaAST.isArrays(node)) {
      for (const type of [...node.elements, ...node.rest]) walk(type, below("*"))
    }
    seen.delete(node)
  }
  if (ast !== undefined) walk(ast, "")
  return [...found].sort()
}

/** Names of all fields of a struct, or of any alternative of a union. */
export const everyFieldName = (ast: SchemaAST.AST): ReadonlySet<string> => {
  const node = unwrapped(SchemaAST.toEncoded(ast))
  return SchemaAST.isUnion(node)
    ? new Set(node.types.flatMap((each) => [...everyFieldName(each)]))
    : SchemaAST.isObjects(node)
      ? new Set(node.propertySignatures.map(({ name }) => String(name)))
      : new Set()
}
