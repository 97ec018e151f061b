import { Context, Effect, Layer, Option } from "effect"
import { BlobStore, getStored } from "../../foundation/blob/BlobStore.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import * as Inspection from "../../foundation/input/Inspection.ts"
import * as Recent from "../../foundation/store/Recent.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ApiOutline, ApiPart } from "../description/ApiDescription.ts"
import { type OpenApiSpec, collection as specCollection } from "./OpenApiSpec.ts"
import { type OpenApiVersion, type SpecContent, collection as versionCollection } from "./OpenApiVersion.ts"

export const limits = {
  /** Memory limits, as estimated here. */
  outlineBytes: 33_554_432,
  partBytes: 33_554_432,
  /** Cached versions without their content. */
  versions: 1_000
} as const

/** Heap bytes per byte of JSON that a decoded value takes. */
const bytesPerByte = 4

const decodeOutline = Inspection.firstFaultDecoder(ApiOutline, "ignore")
const decodePart = Inspection.firstFaultDecoder(ApiPart, "ignore")
const decoder = new TextDecoder()

/**
 * The content of the descriptions of an organization. Callers check access. Versions never change, so opened ones are
 * cached up to a weight.
 */
export class OpenedSpecs extends Context.Service<OpenedSpecs>()("@quire/core/OpenedSpecs", {
  make: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const specs = yield* Repository.make(specCollection)
    const versions = yield* Repository.make(versionCollection)
    const outlines = Recent.make<ApiOutline>(limits.outlineBytes)
    const parts = Recent.make<ApiPart>(limits.partBytes)
    const known = Recent.make<OpenApiVersion>(limits.versions)

    const load = (hash: string) => getStored(blobs, hash)

    const open = Effect.fnUntraced(function* <A>(
      kept: Recent.Recent<A>,
      decode: (value: unknown) => Effect.Effect<A, unknown>,
      hash: string
    ) {
      const found = kept.get(hash)
      if (found !== undefined) return found
      const bytes = yield* load(hash)
      const value = yield* Effect.orDie(decode(JSON.parse(decoder.decode(bytes))))
      kept.put(hash, value, bytes.length * bytesPerByte)
      return value
    })

    /** A version that the caller received, with its content, except for its parts. */
    const withOutline = (version: OpenApiVersion): Effect.Effect<SpecContent> =>
      Effect.map(open(outlines, decodeOutline, version.outline), (outline) => ({ version, outline }))

    const loadVersion = Effect.fnUntraced(function* (organization: string, id: string) {
      const key = `${organization}/${id}`
      const kept = known.get(key)
      if (kept !== undefined) return Option.some(kept)
      const version = yield* versions.get(id)
      if (Option.isNone(version)) return Option.none<OpenApiVersion>()
      const spec = yield* specs.get(version.value.value.spec)
      if (Option.isNone(spec) || spec.value.value.organization !== organization) return Option.none<OpenApiVersion>()
      known.put(key, version.value.value, 1)
      return Option.some(version.value.value)
    })

    /** A version of a spec of the organization. One that was deleted meanwhile may still be known. */
    const at = Effect.fnUntraced(function* (organization: OrganizationId, id: string) {
      const version = yield* loadVersion(organization, id)
      return Option.isNone(version) ? Option.none<SpecContent>() : Option.some(yield* withOutline(version.value))
    })

    /** The newest version of a spec that the caller received; none if no version could be processed so far. */
    const newestOf = Effect.fnUntraced(function* ({ lastVersion, organization }: OpenApiSpec) {
      return lastVersion === null ? Option.none<SpecContent>() : yield* at(organization, lastVersion)
    })

    /** The newest version of a spec; none if there is no such spec, or none that could be read so far. */
    const find = Effect.fnUntraced(function* (organization: OrganizationId, slug: string) {
      const spec = yield* specs.getBy("slug", { organization, slug })
      return Option.isNone(spec) ? Option.none<SpecContent>() : yield* newestOf(spec.value.value)
    })

    /** One part of a version that the caller received; empty if no part has this number. */
    const part = Effect.fnUntraced(function* (version: OpenApiVersion, number: number) {
      const hash = version.parts[number]
      if (hash === undefined) return { operations: [], schemas: [] } satisfies ApiPart
      return yield* open(parts, decodePart, hash)
    })

    /** Some parts of a version, by number. */
    const partsOf = Effect.fnUntraced(function* (version: OpenApiVersion, numbers: ReadonlyArray<number>) {
      const found = new Map<number, ApiPart>()
      for (const number of numbers) found.set(number, yield* part(version, number))
      return found
    })

    /** The description of a version, byte for byte as it was sent. */
    const source = (version: OpenApiVersion) => load(version.source)

    return { at, newestOf, find, withOutline, part, partsOf, source } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
