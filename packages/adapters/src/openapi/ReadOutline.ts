import type { ApiDescription } from "@quire/core"
import type { DescriptionContext } from "./DescriptionContext.ts"
import { type At, below, definedFields, entries, get, isRecord, list, type Raw } from "./Raw.ts"
import { readExternalDocs } from "./ReadSchema.ts"

const person = (reading: DescriptionContext, raw: Raw, at: At) => {
  const found = definedFields({
    name: reading.text(get(raw, "name")),
    url: reading.link(get(raw, "url"), below(at, "url"))
  })
  return isRecord(raw) ? found : undefined
}

/** The `info` object of a description. */
export const readInfo = (reading: DescriptionContext): ApiDescription.Info => {
  const raw = get(reading.root, "info")
  const at = below(undefined, "info")
  if (!isRecord(raw)) reading.skip(at, "does not exist")
  const contact = person(reading, get(raw, "contact"), below(at, "contact"))
  const license = person(reading, get(raw, "license"), below(at, "license"))
  return {
    title: reading.text(get(raw, "title")) ?? "",
    version: reading.text(get(raw, "version")) ?? "",
    ...definedFields({
      summary: reading.text(get(raw, "summary")),
      ...reading.described(get(raw, "description"), at),
      termsOfService: reading.link(get(raw, "termsOfService"), below(at, "termsOfService")),
      contact:
        contact === undefined
          ? undefined
          : { ...contact, ...definedFields({ email: reading.text(get(get(raw, "contact"), "email")) }) },
      license:
        license === undefined
          ? undefined
          : { ...license, ...definedFields({ identifier: reading.text(get(get(raw, "license"), "identifier")) }) }
    })
  }
}

const readServer = (reading: DescriptionContext, raw: Raw): ReadonlyArray<ApiDescription.Server> => {
  const url = reading.text(get(raw, "url"))
  if (url === undefined) return []
  const variables = entries(get(raw, "variables")).map(([name, each]) => {
    const values = reading.texts(get(each, "enum"))
    return {
      name: reading.clean(name),
      ...definedFields({
        default: reading.text(get(each, "default")) ?? values?.[0],
        enum: values,
        description: reading.text(get(each, "description"))
      })
    }
  })
  return [
    {
      url,
      ...definedFields({
        description: reading.text(get(raw, "description")),
        variables: variables.length === 0 ? undefined : variables
      })
    }
  ]
}

/** The servers, if any are declared. */
export const readServers = (reading: DescriptionContext, raw: Raw): ReadonlyArray<ApiDescription.Server> | undefined =>
  Array.isArray(raw) ? raw.flatMap((each: unknown) => readServer(reading, each)) : undefined

/** The servers of the description; Swagger 2.0 has a host, a path and schemes. */
export const readOwnServers = (reading: DescriptionContext): ReadonlyArray<ApiDescription.Server> => {
  if (reading.family !== "2.0") return readServers(reading, get(reading.root, "servers")) ?? []
  const host = reading.text(get(reading.root, "host"))
  const basePath = reading.text(get(reading.root, "basePath"))
  if (host === undefined) return basePath === undefined ? [] : [{ url: basePath }]
  const schemes = reading.texts(get(reading.root, "schemes")) ?? []
  return (schemes.length === 0 ? ["https"] : schemes).map((scheme) => ({ url: `${scheme}://${host}${basePath ?? ""}` }))
}

/** The tags of the description, each once, followed by those that only operations use. */
export const readTags = (
  reading: DescriptionContext,
  operations: ReadonlyArray<{ readonly tags?: ReadonlyArray<string> }>
): ReadonlyArray<ApiDescription.Tag> => {
  const tags = new Map<string, ApiDescription.Tag>()
  for (const [index, raw] of list(get(reading.root, "tags")).entries()) {
    const name = reading.text(get(raw, "name"))
    const at = below(below(below(undefined, "tags"), index), "externalDocs")
    if (name === undefined || tags.has(name)) continue
    tags.set(name, {
      name,
      ...definedFields({
        ...reading.described(get(raw, "description"), at),
        externalDocs: readExternalDocs(reading, get(raw, "externalDocs"), at)
      })
    })
  }
  for (const name of operations.flatMap((operation) => operation.tags ?? [])) {
    if (!tags.has(name)) tags.set(name, { name })
  }
  return [...tags.values()]
}
