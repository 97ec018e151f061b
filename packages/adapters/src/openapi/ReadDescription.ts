import { type ApiDescription, DescriptionReader, ExactJson } from "@quire/core"
import { DescriptionContext, type Family } from "./DescriptionContext.ts"
import * as DescriptionText from "./DescriptionText.ts"
import { below, definedFields, get, isRecord, type Raw } from "./Raw.ts"
import { readOperations } from "./ReadOperation.ts"
import { readInfo, readOwnServers, readTags } from "./ReadOutline.ts"
import { readExternalDocs, readSchema } from "./ReadSchema.ts"
import { readRequirements, readSchemes } from "./ReadSecurity.ts"

const refuse = (problem: string) => new DescriptionReader.DescriptionRefused({ problem })

/** Characters of JSON from which a part has enough. */
const partCharacters = 65_536

const familyOf = (root: Raw): Family => {
  if (!isRecord(root)) throw refuse("it is not an API description: it is not an object")
  const declared = Object.hasOwn(root, "openapi") ? get(root, "openapi") : get(root, "swagger")
  const version =
    typeof declared === "number"
      ? declared.toFixed(1)
      : declared instanceof ExactJson.Literal
        ? declared.written
        : declared
  if (typeof version !== "string") {
    throw refuse("it is not an API description: it has no top-level openapi or swagger field")
  }
  const family = (["2.0", "3.0", "3.1"] as const).find((each) => version === each || version.startsWith(`${each}.`))
  if (family !== undefined) return family
  throw refuse(
    `version ${JSON.stringify(version.slice(0, 40))} is not supported: use Swagger 2.0, OpenAPI 3.0 or OpenAPI 3.1`
  )
}

/** JSON texts of parts, filled one after the other. */
class Parts {
  readonly texts: Array<string> = []
  #operations: Array<string> = []
  #schemas: Array<string> = []
  #size = 0

  /** The number of the part to which a value is added. */
  add(
    to: "operations" | "schemas",
    value: ApiDescription.ApiOperation | ApiDescription.ApiPart["schemas"][number]
  ): number {
    if (this.#size >= partCharacters) this.close()
    const json = JSON.stringify(value)
    this.#size += json.length
    const into = to === "operations" ? this.#operations : this.#schemas
    into.push(json)
    return this.texts.length
  }

  close(): void {
    if (this.#size === 0) return
    this.texts.push(`{"operations":[${this.#operations.join(",")}],"schemas":[${this.#schemas.join(",")}]}`)
    this.#operations = []
    this.#schemas = []
    this.#size = 0
  }
}

const listOperations = (reading: DescriptionContext, parts: Parts): ReadonlyArray<ApiDescription.OutlineOperation> => {
  const listed: Array<ApiDescription.OutlineOperation> = []
  for (const operation of readOperations(reading)) {
    const part = parts.add("operations", operation)
    const { deprecated, isWebhook, method, operationId, path, summary, tags } = operation
    listed.push({ path, method, ...definedFields({ isWebhook, operationId, summary, tags, deprecated }), part })
  }
  return listed
}

/** The schemas of the description, followed by those that references point to by location. */
const listSchemas = (reading: DescriptionContext, parts: Parts): ReadonlyArray<ApiDescription.OutlineSchema> => {
  const listed: Array<ApiDescription.OutlineSchema> = []
  const add = (name: string, raw: Raw, at: Parameters<typeof readSchema>[2], isInner: boolean) => {
    const schema = readSchema(reading, raw, at)
    if (schema === undefined) return
    const part = parts.add("schemas", { name, schema })
    const title = typeof schema === "object" ? schema.title : undefined
    listed.push({ name, ...definedFields({ title, isInner: isInner ? (true as const) : undefined }), part })
  }
  const isSwagger = reading.family === "2.0"
  const all = isSwagger ? get(reading.root, "definitions") : get(get(reading.root, "components"), "schemas")
  const at = isSwagger ? below(undefined, "definitions") : below(below(undefined, "components"), "schemas")
  for (const [name, raw] of isRecord(all) ? Object.entries(all) : []) {
    add(reading.clean(name), raw, below(at, name), false)
  }
  for (let inner = reading.nextInner(); inner !== undefined; inner = reading.nextInner()) {
    add(inner.name, inner.value, inner.at ?? below(undefined, "#"), true)
  }
  return listed
}

/** Reads a description and converts it to OpenAPI 3.1; throws `DescriptionRefused`. */
export const read = (bytes: Uint8Array): DescriptionReader.ReadDescription => {
  const root = DescriptionText.parse(bytes)
  const family = familyOf(root)
  const reading = new DescriptionContext(root, family)
  const parts = new Parts()
  const info = readInfo(reading)
  const operations = listOperations(reading, parts)
  const schemas = listSchemas(reading, parts)
  parts.close()
  const outline: ApiDescription.ApiOutline = {
    form: 1,
    openapi: family,
    info,
    ...definedFields({
      externalDocs: readExternalDocs(reading, get(root, "externalDocs"), below(undefined, "externalDocs")),
      security: readRequirements(reading, get(root, "security"))
    }),
    servers: readOwnServers(reading),
    tags: readTags(reading, operations),
    securitySchemes: readSchemes(reading),
    operations,
    schemas,
    unread: reading.unread,
    unreadTotal: reading.unreadTotal
  }
  return { outline: JSON.stringify(outline), parts: parts.texts, operations: operations.length }
}
