import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import { ofInstallation, ofIntegration, ofSpace, ofSpec } from "../../openapi/computed/IntegrationSource.ts"
import * as IntegrationChange from "../event/IntegrationChange.ts"

const ofName = (event: Outbox.Event): ReadonlyArray<string> => {
  const name = event.subjects.at(-1)
  if (name === undefined) return []
  const [noun] = event.type.split(".")
  if (noun === "integrations") return [ofIntegration(name)]
  if (event.organization === null) return []
  if (noun === "installations" || noun === "spaceInstallations") return [ofInstallation(event.organization, name)]
  return noun === "openApiVersions" || event.type === "openApiSpecs.delete" ? [ofSpec(event.organization, name)] : []
}

/** The inputs of answers that an event has changed (rule source-inputs). */
export const of = (event: Outbox.Event): ReadonlyArray<string> => {
  const told = IntegrationChange.of(event)
  return told?._tag === "OfContent" ? [ofSpace(told.space)] : ofName(event)
}
