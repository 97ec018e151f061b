import { Effect, Layer, Option, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import { release } from "../information/Information.ts"
import type { SamplingSettings, TracingSettings } from "./TracingSettings.ts"

/** The hexadecimal digits of a trace's id that decide whether it is exported, and how many ids they tell apart. */
const digits = 13
const ids = 16 ** digits

/** A trace whose id was given by a caller is decided by that id, so that all who see it decide alike. */
const shareOf = (parent: Option.Option<Tracer.AnySpan>): number =>
  Option.isSome(parent) ? Number.parseInt(parent.value.traceId.slice(-digits), 16) / ids : Math.random()

const isWanted = ({ isFollowing, ratio }: SamplingSettings, parent: Option.Option<Tracer.AnySpan>): boolean =>
  isFollowing && Option.isSome(parent) ? parent.value.sampled : shareOf(parent) < ratio

/** Decides about each trace when it begins here; all spans of it follow. */
const sampled = (tracer: Tracer.Tracer, sampling: SamplingSettings): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const { parent } = options
      const begins = Option.isNone(parent) || parent.value._tag === "ExternalSpan"
      return tracer.span(begins ? { ...options, sampled: isWanted(sampling, parent) } : options)
    },
    ...(tracer.context === undefined ? {} : { context: tracer.context })
  })

const serializations = { "http/json": OtlpSerialization.layerJson, "http/protobuf": OtlpSerialization.layerProtobuf }

/** Exports traces by OTLP over HTTP, in batches; what waits when the server ends is sent first. */
export const layer = ({ headers, protocol, sampling, serviceName, url }: TracingSettings): Layer.Layer<never> =>
  Layer.effect(
    Tracer.Tracer,
    Effect.map(Tracer.Tracer, (tracer) => sampled(tracer, sampling))
  ).pipe(
    Layer.provide(OtlpTracer.layer({ url, headers, resource: { serviceName, serviceVersion: release.version } })),
    Layer.provide(serializations[protocol]),
    Layer.provide(FetchHttpClient.layer)
  )
