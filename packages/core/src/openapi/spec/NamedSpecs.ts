import { Context, Effect, Layer, Option } from "effect"
import type { Document } from "../../content/document/Document.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import type {
  ApiOperation,
  ApiOutline,
  ApiPart,
  NamedSchema,
  OutlineOperation,
  OutlineSchema,
  SecurityRequirement,
  SecurityScheme,
  Server
} from "../description/ApiDescription.ts"
import { isApiBlock, nameOf } from "../written/ApiBlocks.ts"
import type { SpecContent } from "./OpenApiVersion.ts"
import { OpenedSpecs } from "./OpenedSpecs.ts"

/**
 * Limits of the descriptions on a page: `specs` that it refers to, parts that are opened, operations, schemas and how
 * far they are followed, and characters of all as JSON. Anything beyond a limit is named but not described.
 */
export const limits = {
  specs: 20,
  parts: 128,
  operations: 400,
  schemas: 1_000,
  depth: 12,
  characters: 3_000_000
} as const

/** The size of an item, and the schemas that it names. */
interface MeasuredSchema {
  readonly characters: number
  readonly refs: ReadonlyArray<string>
}

const measured = new WeakMap<object, MeasuredSchema>()

const listRefs = (value: object): ReadonlyArray<string> => {
  const refs = new Set<string>()
  const open: Array<object> = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [name, inner] of Object.entries(next)) {
      if (name === "ref" && typeof inner === "string") refs.add(inner)
      else if (name !== "descriptionBlocks" && typeof inner === "object" && inner !== null) open.push(inner)
    }
  }
  return [...refs]
}

const measure = (value: object): MeasuredSchema => {
  const known = measured.get(value)
  if (known !== undefined) return known
  const made = { characters: JSON.stringify(value).length, refs: listRefs(value) }
  measured.set(value, made)
  return made
}

/** The remaining budget of a page. */
export class SpecRoom {
  #parts: number = limits.parts
  #operations: number = limits.operations
  #schemas: number = limits.schemas
  #characters: number = limits.characters

  takeParts(numbers: ReadonlyArray<number>): ReadonlyArray<number> {
    const taken = numbers.slice(0, this.#parts)
    this.#parts -= taken.length
    return taken
  }

  takeOperation({ characters }: MeasuredSchema): boolean {
    if (this.#operations <= 0 || characters > this.#characters) return false
    this.#operations -= 1
    this.#characters -= characters
    return true
  }

  takeSchema({ characters }: MeasuredSchema): boolean {
    if (this.#schemas <= 0 || characters > this.#characters) return false
    this.#schemas -= 1
    this.#characters -= characters
    return true
  }
}

interface TakenOperations {
  readonly operations: ReadonlyArray<ApiOperation>
  /** Operations that do not fit and are only named. */
  readonly brief: ReadonlyArray<OutlineOperation>
  readonly refs: ReadonlyArray<string>
}

const isSame = (left: OutlineOperation, right: ApiOperation): boolean =>
  left.path === right.path && left.method === right.method && left.isWebhook === right.isWebhook

/** The operations that there is room for, of parts that were opened. */
export const takeOperations = (
  entries: ReadonlyArray<OutlineOperation>,
  parts: ReadonlyMap<number, ApiPart>,
  room: SpecRoom
): TakenOperations => {
  const operations: Array<ApiOperation> = []
  const brief: Array<OutlineOperation> = []
  const refs = new Set<string>()
  for (const entry of entries) {
    const operation = parts.get(entry.part)?.operations.find((each) => isSame(entry, each))
    const size = operation === undefined ? undefined : measure(operation)
    if (operation === undefined || size === undefined || !room.takeOperation(size)) brief.push(entry)
    else {
      operations.push(operation)
      for (const ref of size.refs) refs.add(ref)
    }
  }
  return { operations, brief, refs: [...refs] }
}

interface TakenSchemas {
  readonly schemas: ReadonlyArray<NamedSchema>
  readonly refs: ReadonlyArray<string>
}

export const takeSchemas = (
  entries: ReadonlyArray<OutlineSchema>,
  parts: ReadonlyMap<number, ApiPart>,
  room: SpecRoom
): TakenSchemas => {
  const schemas: Array<NamedSchema> = []
  const refs = new Set<string>()
  for (const { name, part } of entries) {
    const found = parts.get(part)?.schemas.find((each) => each.name === name)
    const size = found === undefined ? undefined : measure(found)
    if (found === undefined || size === undefined || !room.takeSchema(size)) continue
    schemas.push(found)
    for (const ref of size.refs) refs.add(ref)
  }
  return { schemas, refs: [...refs] }
}

/** What the blocks of a document refer to in one version of one spec. */
export interface NamedSpec {
  readonly slug: string
  readonly version: string
  readonly title: string
  /** For the operations without their own servers or authentication. */
  readonly servers: ReadonlyArray<Server>
  readonly security?: ReadonlyArray<SecurityRequirement>
  /** Authentication schemes that the operations need. */
  readonly securitySchemes: ReadonlyArray<SecurityScheme>
  /** Operations that the blocks name. */
  readonly operations: ReadonlyArray<ApiOperation>
  /** Operations beyond the limit of a page, as they are listed. */
  readonly listed: ReadonlyArray<OutlineOperation>
  /** The operations and schemas that the blocks name, and those that they refer to, up to the limit of a page. */
  readonly schemas: ReadonlyArray<NamedSchema>
  /** The outline that it was read by. */
  readonly outline: ApiOutline
}

/** The organization whose specs are read, and their versions by slug. */
export interface KnownVersions {
  readonly organization: OrganizationId
  readonly versions: ReadonlyMap<string, string>
}

/** The references of the blocks of a page to one spec, in reading order. */
interface SpecNames {
  readonly operations: Set<string>
  readonly schemas: Set<string>
}

const keyOf = (method: string, path: string, isWebhook: boolean): string =>
  `${isWebhook ? "webhook" : "operation"} ${method.toLowerCase()} ${path}`

const wantedOf = (document: Document): ReadonlyMap<string, SpecNames> => {
  const wanted = new Map<string, SpecNames>()
  const of = (spec: string): SpecNames => {
    const found = wanted.get(spec) ?? { operations: new Set(), schemas: new Set() }
    wanted.set(spec, found)
    return found
  }
  for (const [block] of DocumentTree.walk(document)) {
    if (!isApiBlock(block)) continue
    const { operations, schemas } = of(block.data.ref.spec)
    if (block.type === "openapi-schemas") for (const name of block.data.schemas) schemas.add(name)
    else {
      const { isWebhook, method, path } = nameOf(block)
      operations.add(keyOf(method, path, isWebhook))
    }
  }
  return wanted
}

interface Listed {
  readonly operations: ReadonlyMap<string, OutlineOperation>
  readonly schemas: ReadonlyMap<string, OutlineSchema>
}

/** Outlines never change, and cached ones are always the same objects. */
const listedIn = new WeakMap<ApiOutline, Listed>()

const list = (outline: ApiOutline): Listed => {
  const known = listedIn.get(outline)
  if (known !== undefined) return known
  const listed = {
    operations: new Map(
      outline.operations.map((each) => [keyOf(each.method, each.path, each.isWebhook === true), each])
    ),
    schemas: new Map(outline.schemas.map((each) => [each.name, each]))
  }
  listedIn.set(outline, listed)
  return listed
}

const unique = <A>(items: Iterable<A>): ReadonlyArray<A> => [...new Set(items)]

/** Whether a schema is one that only a reference names. */
export const isInner = ({ outline }: NamedSpec, name: string): boolean =>
  list(outline).schemas.get(name)?.isInner === true

/** Reads the specs that the blocks of a document refer to, up to the limit of a page. */
export class NamedSpecs extends Context.Service<NamedSpecs>()("@quire/core/NamedSpecs", {
  make: Effect.gen(function* () {
    const opened = yield* OpenedSpecs

    /** Opens parts that have not been, as far as there is room. */
    const openParts = Effect.fnUntraced(function* (
      { version }: SpecContent,
      numbers: Iterable<number>,
      parts: Map<number, ApiPart>,
      room: SpecRoom
    ) {
      const missing = room.takeParts(unique(numbers).filter((number) => !parts.has(number)))
      const found = yield* Effect.forEach(missing, (number) => opened.part(version, number), { concurrency: 4 })
      for (const [at, number] of missing.entries()) {
        const part = found[at]
        if (part !== undefined) parts.set(number, part)
      }
    })

    const readOperations = Effect.fnUntraced(function* (
      content: SpecContent,
      wanted: ReadonlySet<string>,
      parts: Map<number, ApiPart>,
      room: SpecRoom
    ) {
      const listed = list(content.outline).operations
      const entries = Array.from(wanted).flatMap((key) => listed.get(key) ?? [])
      yield* openParts(
        content,
        entries.map(({ part }) => part),
        parts,
        room
      )
      return takeOperations(entries, parts, room)
    })

    /** The schemas of some names, and those that they refer to, the nearest first. */
    const readSchemas = Effect.fnUntraced(function* (
      content: SpecContent,
      names: ReadonlyArray<string>,
      parts: Map<number, ApiPart>,
      room: SpecRoom
    ) {
      const { schemas: listed } = list(content.outline)
      const found: Array<NamedSchema> = []
      const known = new Set(names)
      let wanted = names.flatMap((name) => listed.get(name) ?? [])
      for (let depth = 0; depth < limits.depth && wanted.length > 0; depth++) {
        yield* openParts(
          content,
          wanted.map(({ part }) => part),
          parts,
          room
        )
        const { refs, schemas } = takeSchemas(wanted, parts, room)
        for (const schema of schemas) found.push(schema)
        wanted = refs.flatMap((name) => (known.has(name) ? [] : (listed.get(name) ?? [])))
        for (const { name } of wanted) known.add(name)
      }
      return found
    })

    const readSpec = Effect.fnUntraced(function* (
      content: SpecContent,
      slug: string,
      wanted: SpecNames,
      room: SpecRoom
    ) {
      const { info, security, securitySchemes, servers } = content.outline
      const parts = new Map<number, ApiPart>()
      const { brief, operations, refs } = yield* readOperations(content, wanted.operations, parts, room)
      const schemas = yield* readSchemas(content, unique([...wanted.schemas, ...refs]), parts, room)
      const needed = new Set(
        [security ?? [], ...operations.map((each) => each.security ?? [])].flat(2).map(({ scheme }) => scheme)
      )
      return {
        slug,
        version: content.version.id,
        title: info.title,
        servers,
        ...(security === undefined ? {} : { security }),
        securitySchemes: securitySchemes.filter(({ name }) => needed.has(name)),
        operations,
        listed: brief,
        schemas,
        outline: content.outline
      } satisfies NamedSpec
    })

    const readSpecs = Effect.fnUntraced(function* ({ organization, versions }: KnownVersions, document: Document) {
      const wanted = wantedOf(document)
      const room = new SpecRoom()
      const specs: Array<NamedSpec> = []
      for (const [slug, names] of Array.from(wanted).slice(0, limits.specs)) {
        const version = versions.get(slug)
        const content = version === undefined ? Option.none() : yield* opened.at(organization, version)
        if (Option.isSome(content)) specs.push(yield* readSpec(content.value, slug, names, room))
      }
      return specs
    })

    return { readSpecs } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(OpenedSpecs.layer))
}
