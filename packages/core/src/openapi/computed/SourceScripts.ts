import { Context, type Effect } from "effect"
import type { Document } from "../../content/document/Document.ts"
import type { OrganizationId, SpaceId } from "../../foundation/id/Ids.ts"
import type { Actor } from "../../foundation/operation/Actor.ts"
import type { DomainError } from "../../foundation/operation/DomainError.ts"
import type { IntegrationSource } from "./IntegrationSource.ts"
import type { AnsweredPage } from "./SourceAnswer.ts"

/** A source of an integration, requested on behalf of a caller who may read the space. */
export interface SourceRequest {
  readonly space: SpaceId
  readonly organization: OrganizationId
  readonly source: IntegrationSource
}

/** Pages without their texts; `at`: when the version of the integration was published. */
export interface PagesRequest {
  readonly pages: ReadonlyArray<AnsweredPage>
  readonly at: number
}

/** Why a source returned no response. */
export type SourceRefused = DomainError<"invalid" | "forbidden" | "foreign" | "late" | "unavailable">

/** Runs integration scripts to compute content immediately, without storing the result (rule source-asked). */
export class SourceScripts extends Context.Service<
  SourceScripts,
  {
    readonly pages: (asked: SourceRequest) => Effect.Effect<PagesRequest, SourceRefused, Actor>
    readonly document: (asked: SourceRequest) => Effect.Effect<Document, SourceRefused, Actor>
  }
>()("@quire/core/SourceScripts") {}
