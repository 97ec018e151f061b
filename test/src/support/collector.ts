import { createServer } from "node:http"
import { Schema } from "effect"

const Attribute = Schema.Struct({ key: Schema.String, value: Schema.Record(Schema.String, Schema.Unknown) })

const Span = Schema.Struct({
  traceId: Schema.String,
  spanId: Schema.String,
  parentSpanId: Schema.optionalKey(Schema.String),
  name: Schema.String,
  kind: Schema.Number,
  attributes: Schema.Array(Attribute),
  events: Schema.Array(Schema.Unknown),
  status: Schema.Struct({ code: Schema.Number, message: Schema.optionalKey(Schema.String) })
})

const Exported = Schema.Struct({
  resourceSpans: Schema.Array(
    Schema.Struct({
      resource: Schema.Struct({ attributes: Schema.Array(Attribute) }),
      scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) }))
    })
  )
})

export interface Received {
  readonly traceId: string
  readonly spanId: string
  readonly parent: string | undefined
  readonly name: string
  readonly kind: number
  readonly attributes: ReadonlyMap<string, unknown>
  /** 2 for an error. */
  readonly status: number
}

const attributesOf = (attributes: ReadonlyArray<typeof Attribute.Type>) =>
  new Map(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A collector that takes traces in JSON by OTLP over HTTP, at a free port of loopback. */
export const collect = async () => {
  const spans: Array<Received> = []
  const texts: Array<string> = []
  const services = new Set<unknown>()
  const headers: Array<NodeJS.Dict<string | ReadonlyArray<string>>> = []
  const server = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk) => (text += chunk))
    request.on("end", () => {
      headers.push(request.headers)
      texts.push(text)
      const decoded = request.url === "/v1/traces" ? Schema.decodeUnknownSync(Exported)(JSON.parse(text)) : undefined
      for (const { resource, scopeSpans } of decoded?.resourceSpans ?? []) {
        services.add(attributesOf(resource.attributes).get("service.name"))
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
          const { kind, name, parentSpanId, spanId, status, traceId } = span
          const attributes = attributesOf(span.attributes)
          spans.push({ traceId, spanId, parent: parentSpanId, name, kind, attributes, status: status.code })
        }
      }
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    texts,
    services,
    headers,
    close: () => new Promise<void>((resolve) => server.close(() => resolve()))
  }
}
