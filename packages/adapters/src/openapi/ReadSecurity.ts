import type { ApiDescription } from "@quire/core"
import type { DescriptionContext } from "./DescriptionContext.ts"
import { type At, below, definedFields, entries, get, isRecord, type Raw } from "./Raw.ts"

/** Security requirements of which one must be met; undefined where none are declared. */
export const readRequirements = (
  reading: DescriptionContext,
  raw: Raw
): ReadonlyArray<ApiDescription.SecurityRequirement> | undefined =>
  Array.isArray(raw)
    ? raw.flatMap((each: unknown) =>
        isRecord(each)
          ? [
              Object.entries(each).map(([scheme, scopes]) => ({
                scheme: reading.clean(scheme),
                scopes: reading.texts(scopes) ?? []
              }))
            ]
          : []
      )
    : undefined

const flowKinds: Readonly<Record<string, ApiDescription.OAuthFlow["kind"]>> = {
  implicit: "implicit",
  password: "password",
  clientCredentials: "clientCredentials",
  authorizationCode: "authorizationCode",
  application: "clientCredentials",
  accessCode: "authorizationCode"
}

const readFlow = (
  reading: DescriptionContext,
  kind: string,
  raw: Raw,
  at: At
): ReadonlyArray<ApiDescription.OAuthFlow> => {
  const known = Object.hasOwn(flowKinds, kind) ? flowKinds[kind] : undefined
  if (known === undefined) {
    reading.skip(at, "is not a known OAuth flow")
    return []
  }
  return [
    {
      kind: known,
      ...definedFields({
        authorizationUrl: reading.link(get(raw, "authorizationUrl"), below(at, "authorizationUrl")),
        tokenUrl: reading.link(get(raw, "tokenUrl"), below(at, "tokenUrl")),
        refreshUrl: reading.link(get(raw, "refreshUrl"), below(at, "refreshUrl"))
      }),
      scopes: entries(get(raw, "scopes")).map(([name, description]) => ({
        name: reading.clean(name),
        description: reading.text(description) ?? ""
      }))
    }
  ]
}

const readFlows = (reading: DescriptionContext, raw: Raw, at: At): ReadonlyArray<ApiDescription.OAuthFlow> => {
  const flow = get(raw, "flow")
  if (typeof flow === "string") return readFlow(reading, flow, raw, at)
  return entries(get(raw, "flows")).flatMap(([kind, each]) =>
    readFlow(reading, kind, each, below(below(at, "flows"), kind))
  )
}

const types = ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"] as const
const keyPlaces = ["query", "header", "cookie"] as const

const readScheme = (
  reading: DescriptionContext,
  name: string,
  raw: Raw,
  at: At
): ReadonlyArray<ApiDescription.SecurityScheme> => {
  const isBasic = get(raw, "type") === "basic"
  const type = isBasic ? "http" : types.find((each) => each === get(raw, "type"))
  if (type === undefined) {
    reading.skip(at, "is not a known authentication scheme")
    return []
  }
  return [
    {
      name: reading.clean(name),
      type,
      ...definedFields({
        ...reading.described(get(raw, "description"), at),
        in: keyPlaces.find((each) => each === get(raw, "in")),
        key: type === "apiKey" ? reading.text(get(raw, "name")) : undefined,
        scheme: isBasic ? "basic" : reading.text(get(raw, "scheme")),
        bearerFormat: reading.text(get(raw, "bearerFormat")),
        flows: type === "oauth2" ? readFlows(reading, raw, at) : undefined,
        openIdConnectUrl: reading.link(get(raw, "openIdConnectUrl"), below(at, "openIdConnectUrl"))
      })
    }
  ]
}

/** Every authentication scheme that the description defines. */
export const readSchemes = (reading: DescriptionContext): ReadonlyArray<ApiDescription.SecurityScheme> => {
  const isSwagger = reading.family === "2.0"
  const at = isSwagger
    ? below(undefined, "securityDefinitions")
    : below(below(undefined, "components"), "securitySchemes")
  const all = isSwagger
    ? get(reading.root, "securityDefinitions")
    : get(get(reading.root, "components"), "securitySchemes")
  return entries(all).flatMap(([name, each]) => {
    const place = below(at, name)
    const found = reading.follow(each, place)
    return found === undefined ? [] : readScheme(reading, name, found.value, place)
  })
}
