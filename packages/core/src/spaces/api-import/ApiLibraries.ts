import { Context, Effect, Layer, Option } from "effect"
import { descriptionLimits, Fetcher } from "../../foundation/fetch/Fetcher.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import * as Inspection from "../../foundation/input/Inspection.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import { type ApiOperation, ApiOutline, ApiPart, type ApiSchema } from "../../openapi/description/ApiDescription.ts"
import { DescriptionReader } from "../../openapi/description/DescriptionReader.ts"
import type { OpenApiVersion } from "../../openapi/spec/OpenApiVersion.ts"
import { SpecContents } from "../../openapi/spec/SpecContents.ts"
import type { Library } from "../../openapi/written/WrittenDocument.ts"
import { ImportFailed } from "../import/Importer.ts"

/** The newest version of a spec, whole. */
export interface OpenedSpec {
  readonly slug: string
  readonly library: Library
  readonly version: OpenApiVersion
}

const decodeOutline = Inspection.firstFaultDecoder(ApiOutline, "ignore")
const decodePart = Inspection.firstFaultDecoder(ApiPart, "ignore")
const encoder = new TextEncoder()

const keyOf = ({ isWebhook, method, path }: Pick<ApiOperation, "isWebhook" | "method" | "path">): string =>
  `${isWebhook === true ? "webhook " : ""}${method} ${path}`

/** Assembles a description from its parts, one after the other. */
const assemble = Effect.fnUntraced(function* (outline: ApiOutline, parts: ReadonlyArray<Effect.Effect<ApiPart>>) {
  const operations = new Map<string, ApiOperation>()
  const schemas = new Map<string, ApiSchema>()
  for (const part of parts) {
    const read = yield* part
    for (const operation of read.operations) {
      if (!operations.has(keyOf(operation))) operations.set(keyOf(operation), operation)
    }
    for (const { name, schema } of read.schemas) schemas.set(name, schema)
  }
  return { outline, schemas, operation: ({ outline: named }) => operations.get(keyOf(named)) } satisfies Library
})

/** Opens descriptions of APIs to write pages of them: those of specs, and others that are only read once. */
export class ApiLibraries extends Context.Service<ApiLibraries>()("@quire/core/ApiLibraries", {
  make: Effect.gen(function* () {
    const contents = yield* SpecContents
    const fetcher = yield* Fetcher
    const reader = yield* DescriptionReader

    const read = Effect.fnUntraced(function* (bytes: Uint8Array) {
      const { outline, parts } = yield* reader
        .read(bytes)
        .pipe(Effect.mapError(({ problem }) => new ImportFailed({ problem })))
      const decoded = yield* Effect.orDie(decodeOutline(JSON.parse(outline)))
      return yield* assemble(
        decoded,
        parts.map((part) => Effect.suspend(() => Effect.orDie(decodePart(JSON.parse(part)))))
      )
    })

    const ofText = (text: string) => read(encoder.encode(text))

    const ofUrl = (url: string) =>
      fetcher.get(url, descriptionLimits).pipe(
        Effect.mapError(({ message }) => new ImportFailed({ problem: message })),
        Effect.flatMap(({ bytes }) => read(bytes))
      )

    /** The newest version of a spec for a caller who may view it. */
    const ofSpec = Effect.fnUntraced(function* (organization: OrganizationId, slug: string) {
      const found = yield* contents.latest(organization, slug)
      if (Option.isNone(found)) {
        return yield* new ImportFailed({ problem: `the OpenAPI spec ${slug} has no version that could be processed` })
      }
      const { outline, version } = found.value
      const library = yield* assemble(
        outline,
        version.parts.map((_, number) => contents.part(version, number))
      )
      return { slug, library, version } satisfies OpenedSpec
    })

    /** The newest version of the spec that stores the import; undefined if the caller cannot view such a spec. */
    const ofKept = Effect.fnUntraced(function* (
      organization: OrganizationId,
      given: { url: string } | { text: string }
    ) {
      const slug = Option.getOrUndefined(yield* Effect.option(contents.keeping(organization, given)))
      if (slug === undefined) return undefined
      const spec = yield* Effect.option(ofSpec(organization, slug))
      const isSame = ({ version }: OpenedSpec) => "url" in given || version.source === digest(given.text)
      return Option.getOrUndefined(Option.filter(spec, isSame))
    })

    return { ofSpec, ofKept, ofText, ofUrl } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(SpecContents.layer))
}
