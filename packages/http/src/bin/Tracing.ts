import { Effect, Layer, Option, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import { release } from "../information/Information.ts"
import type { SamplingSettings, TracingSettings } from "./TracingSettings.ts"

/**
 * Number of hexadecimal digits of a trace id that decide whether it is exported, and the number of ids that they
 * distinguish.
 */
const digits = 13
const ids = 16 ** digits

/** Decides by trace id, so that all services that see the trace decide alike. */
const shareOf = (parent: Option.Option<Tracer.AnySpan>): number =>
  Option.isSome(parent) ? Number.parseInt(parent.value.traceId.slice(-digits), 16) / ids : Math.random()

const isWanted = ({ isFollowing, ratio }: SamplingSettings, parent: Option.Option<Tracer.AnySpan>): boolean =>
  isFollowing && Option.isSome(parent) ? parent.value.sampled : shareOf(parent) < ratio

/** Samples each trace where it starts; all of its spans follow. */
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

/** Exports traces by OTLP over HTTP in batches. Pending spans are sent before the server exits. */
export const layer = ({ headers, protocol, sampling, serviceName, url }: TracingSettings): Layer.Layer<never> =>
  Layer.effect(
    Tracer.Tracer,
    Effect.map(Tracer.Tracer, (tracer) => sampled(tracer, sampling))
  ).pipe(
    Layer.provide(OtlpTracer.layer({ url, headers, resource: { serviceName, serviceVersion: release.version } })),
    Layer.provide(serializations[protocol]),
    Layer.provide(FetchHttpClient.layer)
  )
