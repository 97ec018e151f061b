import { Context, Effect, Layer, Option, Result } from "effect"
import type { Document } from "../../content/document/Document.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { InstallationId } from "../../foundation/id/Ids.ts"
import { type IntegrationSource, partsOf, type SourceKind } from "../../openapi/computed/IntegrationSource.ts"
import type { AnsweredPage } from "../../openapi/computed/SourceAnswer.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import * as ScriptRefusals from "../request/ScriptRefusals.ts"
import { ScriptFailed } from "../request/ScriptRefusals.ts"
import { IntegrationRuns } from "../run/IntegrationRuns.ts"
import type { ScriptOutcome } from "../script/ScriptRunner.ts"
import * as SourceAnswers from "./SourceAnswers.ts"
import { AnswerDiffers } from "./SourceRefusals.ts"
import type { SourceStatus } from "./SourceStatuses.ts"

/** Requests content from the scripts of integrations (rules source-asked and source-same). */
export class SourceCalls extends Context.Service<SourceCalls>()("@quire/core/SourceCalls", {
  make: Effect.gen(function* () {
    const nextId = yield* IdGenerator
    const runs = yield* IntegrationRuns

    const ask = Effect.fnUntraced(function* <A, E extends { readonly message: string }>(
      { asked, dependencies, installation, integration }: SourceStatus,
      kind: SourceKind,
      source: IntegrationSource,
      worth: (outcome: ScriptOutcome) => Effect.Effect<A, E>
    ) {
      const payload = {
        eventId: yield* nextId,
        installationId: InstallationId.make(installation.id),
        spaceId: asked.space,
        sourceId: partsOf(source).source,
        props: source.props,
        dependencies: Object.fromEntries(
          Object.keys(source.dependencies ?? {}).flatMap((name) => {
            const resolved = dependencies[name]
            return resolved === undefined ? [] : [[name, resolved]]
          })
        )
      }
      const judged = yield* runs.judge(
        {
          integration: integration.id,
          installation: installation.id,
          place: { kind: "space", id: asked.space },
          payload: { type: `content_compute_${kind}`, ...payload }
        },
        worth
      )
      if (Option.isNone(judged)) return yield* new ReferenceNotFound({ field: "source.type", id: source.type })
      return yield* Effect.fromResult(judged.value)
    })

    const worthOf =
      <A>(
        { integration: { name: integration } }: SourceStatus,
        read: (json: unknown) => Effect.Effect<A, SourceAnswers.AnswerRefused>
      ) =>
      (outcome: ScriptOutcome) =>
        Effect.flatMap(ScriptRefusals.jsonOf(integration, outcome, SourceAnswers.limits.bytes), (json) =>
          Effect.mapError(
            read(json),
            ({ details, message }) =>
              new ScriptFailed({
                integration,
                problem: `returned invalid content: ${message}`,
                details
              })
          )
        )

    const worthOfPages = (standing: SourceStatus) =>
      worthOf(standing, (json) =>
        SourceAnswers.pages(json, { source: standing.asked.source, declared: standing.declared })
      )
    const worthOfText = (standing: SourceStatus) => worthOf(standing, SourceAnswers.document)

    /** Checks that a response equals the previous one, or fails with the path of the difference. */
    const same =
      <A, E>(kind: SourceKind, worth: (outcome: ScriptOutcome) => Effect.Effect<A, E>, first: A) =>
      (outcome: ScriptOutcome) =>
        Effect.flatMap(worth(outcome), (second) => {
          const path = SourceAnswers.find(first, second, [kind === "revision" ? "pages" : "document"])
          return path === undefined ? Effect.succeed(second) : Effect.fail(new AnswerDiffers({ path }))
        })

    /** Sends the request twice. The first response is used, and a second one that differs is reported in its record. */
    const askTwice = Effect.fnUntraced(function* <A, E extends { readonly message: string }>(
      standing: SourceStatus,
      kind: SourceKind,
      source: IntegrationSource,
      worth: (outcome: ScriptOutcome) => Effect.Effect<A, E>
    ) {
      const first = yield* ask(standing, kind, source, worth)
      const second = yield* Effect.result(ask(standing, kind, source, same(kind, worth, first)))
      if (Result.isFailure(second) && !(second.failure instanceof AnswerDiffers))
        return yield* Effect.fail(second.failure)
      return first
    })

    const pages = (standing: SourceStatus): Effect.Effect<ReadonlyArray<AnsweredPage>, Refusal> =>
      ask(standing, "revision", standing.asked.source, worthOfPages(standing))

    const document = (standing: SourceStatus): Effect.Effect<Document, Refusal> =>
      ask(standing, "document", standing.asked.source, worthOfText(standing))

    const pagesTwice = (standing: SourceStatus) =>
      askTwice(standing, "revision", standing.asked.source, worthOfPages(standing))

    const documentTwice = (standing: SourceStatus, source: IntegrationSource) =>
      askTwice(standing, "document", source, worthOfText(standing))

    return { pages, document, pagesTwice, documentTwice } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(IntegrationRuns.layer))
}

type Refusal = ReferenceNotFound | Effect.Error<ReturnType<typeof ScriptRefusals.jsonOf>>
