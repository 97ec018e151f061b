import { HttpApi } from "@effect/platform"
import { Api } from "@quire/http/api"
import { Option, type Schema, SchemaAST } from "effect"

interface Parts {
  readonly payload: SchemaAST.AST | undefined
  readonly query: SchemaAST.AST | undefined
}

const reflected = () => {
  const found = new Map<string, Parts>()
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { name, payloadSchema, urlParamsSchema } }) => {
      const astOf = (schema: Option.Option<Schema.Schema.All>) =>
        Option.getOrUndefined(Option.map(schema, ({ ast }) => ast))
      found.set(name, { payload: astOf(payloadSchema), query: astOf(urlParamsSchema) })
    }
  })
  return found
}

/** What each endpoint takes beside its path. */
export const parts: ReadonlyMap<string, Parts> = reflected()

const identifierOf = (ast: SchemaAST.AST) => Option.getOrUndefined(SchemaAST.getIdentifierAnnotation(ast))

const isText = (node: SchemaAST.AST): boolean =>
  SchemaAST.isRefinement(node) || SchemaAST.isTransformation(node)
    ? isText(unwrapped(node.from))
    : SchemaAST.isStringKeyword(node)

const unwrapped = (ast: SchemaAST.AST): SchemaAST.AST => (SchemaAST.isSuspend(ast) ? unwrapped(ast.f()) : ast)

/** Names of fields that name something by its id, whatever their schema says. */
const naming = new Set(
  "collection contributor creator file into node organization owner page parent resource reusableContent review reviewer revision site space targetPage team teams user users".split(
    " "
  )
)

/** Documents hold references of their own, which need not lead anywhere. */
const beyond = new Set(["document", "markdown"])

/** Paths of what an AST or a name says is an id, `*` for the items of arrays. */
export const idPaths = (ast: SchemaAST.AST | undefined): ReadonlyArray<string> => {
  const found = new Set<string>()
  const seen = new Set<SchemaAST.AST>()
  const walk = (given: SchemaAST.AST, path: string): void => {
    const node = unwrapped(given)
    const name = path.replace(/\.\*$/, "").split(".").at(-1) ?? ""
    if (identifierOf(node)?.endsWith("Id") === true || (naming.has(name) && isText(node))) {
      found.add(path)
      return
    }
    if (beyond.has(name)) return
    if (seen.has(node)) return
    seen.add(node)
    const below = (name: string) => (path === "" ? name : `${path}.${name}`)
    if (SchemaAST.isTransformation(node)) {
      walk(node.from, path)
      walk(node.to, path)
    } else if (SchemaAST.isRefinement(node)) walk(node.from, path)
    else if (SchemaAST.isUnion(node)) for (const each of node.types) walk(each, path)
    else if (SchemaAST.isTypeLiteral(node)) {
      for (const { name, type } of node.propertySignatures) walk(type, below(String(name)))
      for (const { type } of node.indexSignatures) walk(type, below("*"))
    } else if (SchemaAST.isTupleType(node)) {
      for (const { type } of node.elements) walk(type, below("*"))
      for (const { type } of node.rest) walk(type, below("*"))
    }
    seen.delete(node)
  }
  if (ast !== undefined) walk(ast, "")
  return [...found].sort()
}

/** Names of all fields of a struct, or of any alternative of a union. */
export const everyFieldName = (ast: SchemaAST.AST): ReadonlySet<string> => {
  const node = unwrapped(SchemaAST.encodedAST(ast))
  return SchemaAST.isUnion(node)
    ? new Set(node.types.flatMap((each) => [...everyFieldName(each)]))
    : SchemaAST.isTypeLiteral(node)
      ? new Set(node.propertySignatures.map(({ name }) => String(name)))
      : new Set()
}
