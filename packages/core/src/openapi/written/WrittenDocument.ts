import type * as Block from "../../content/document/Block.ts"
import { type Document, make } from "../../content/document/Document.ts"
import type { ApiOperation, ApiOutline } from "../description/ApiDescription.ts"
import * as PropertyRows from "./PropertyRows.ts"
import { typeOf } from "./PropertyRows.ts"
import * as Blocks from "./WrittenBlocks.ts"
import * as WrittenOperation from "./WrittenOperation.ts"
import type * as WrittenPlan from "./WrittenPlan.ts"
import type { PlannedOperation } from "./WrittenPlan.ts"

/** A description, whole. */
export interface Library {
  readonly outline: ApiOutline
  readonly operation: (planned: PlannedOperation) => ApiOperation | undefined
  readonly schemas: PropertyRows.Schemas
}

const surroundings = ({ outline, schemas }: Library): WrittenOperation.Surroundings => ({
  servers: outline.servers,
  ...(outline.security === undefined ? {} : { security: outline.security }),
  securitySchemes: outline.securitySchemes,
  schemas
})

/** The key of the heading that an operation has among others. */
export const headingKey = (seed: string, operation: string): string => Blocks.keysOf(`${seed}\n${operation}`)("heading")

const ofOperation = (library: Library, seed: string, planned: PlannedOperation, level: 2 | 3) => {
  const operation = library.operation(planned)
  const keys = Blocks.keysOf(`${seed}\n${planned.id}`)
  return operation === undefined ? [] : WrittenOperation.blocksOf(keys, level, surroundings(library), operation)
}

const ofTag = (
  library: Library,
  seed: string,
  name: string,
  operations: ReadonlyArray<PlannedOperation>
): ReadonlyArray<Block.TopLevel> => {
  const anchors = new Set<string>()
  const about = library.outline.tags.find((tag) => tag.name === name)
  const described = Blocks.description(Blocks.keysOf(seed), `tag ${name}`, about ?? {})
  return [
    ...described,
    ...operations.flatMap((planned) => {
      const key = headingKey(seed, planned.id)
      const anchor = WrittenOperation.anchorOf(planned.outline)
      const own = anchors.has(anchor) ? undefined : anchor
      anchors.add(anchor)
      return [
        Blocks.heading(key, 2, WrittenOperation.operationTitle(planned.outline), own),
        ...ofOperation(library, seed, planned, 3)
      ]
    })
  ]
}

/** A model written out; empty if there is no model of this name. */
export const ofModel = (schemas: PropertyRows.Schemas, seed: string, name: string): ReadonlyArray<Block.TopLevel> => {
  const schema = schemas.get(name)
  if (schema === undefined) return []
  const keys = Blocks.keysOf(`${seed}\nmodel ${name}`)
  const rows = PropertyRows.ofSchema(schemas, schema)
  const facts = PropertyRows.factsOfParts(schemas, schema)
  const words = (rows.length === 0 ? [typeOf(schema), facts] : [facts]).filter((each) => each !== "").join(". ")
  return [
    Blocks.heading(keys("heading"), 2, WrittenOperation.titleOf(name, "Model")),
    ...Blocks.description(keys, "description", typeof schema === "boolean" ? {} : schema),
    ...(words === "" ? [] : [Blocks.paragraph(keys("type"), Blocks.text(words))]),
    ...(rows.length === 0 ? [] : [Blocks.table(keys("table"), PropertyRows.titles, rows)])
  ]
}

const ofModels = ({ outline, schemas }: Library, seed: string): ReadonlyArray<Block.TopLevel> =>
  outline.schemas.filter(({ isInner }) => isInner !== true).flatMap(({ name }) => ofModel(schemas, seed, name))

const blocksOf = (library: Library, seed: string, { of }: WrittenPlan.PlannedPage): ReadonlyArray<Block.TopLevel> => {
  switch (of.kind) {
    case "operation":
      return ofOperation(library, seed, of.operation, 2)
    case "tag":
      return ofTag(library, seed, of.name, of.operations)
    case "models":
      return ofModels(library, seed)
  }
}

/** The document of a page: the same description, plan and seed return the same document, block keys included. */
export const write = (library: Library, seed: string, page: WrittenPlan.PlannedPage): Document =>
  make(blocksOf(library, seed, page))
