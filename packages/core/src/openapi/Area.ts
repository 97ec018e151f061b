import { Layer } from "effect"
import { ComputedContents } from "./computed/ComputedContents.ts"
import { ComputedRoots } from "./computed/ComputedRoots.ts"
import { OpenedAnswers } from "./computed/OpenedAnswers.ts"
import { OpenApiSpecs } from "./spec/OpenApiSpecs.ts"
import { OpenApiVersions } from "./spec/OpenApiVersions.ts"
import { OpenedSpecs } from "./spec/OpenedSpecs.ts"
import { SpecContents } from "./spec/SpecContents.ts"
import * as SpecProcessing from "./spec/SpecProcessing.ts"

/** Services of API descriptions and the content computed from them. */
export const layer = Layer.mergeAll(
  ComputedContents.layer,
  ComputedRoots.layer,
  OpenApiSpecs.layer,
  OpenApiVersions.layer,
  OpenedAnswers.layer,
  OpenedSpecs.layer,
  SpecContents.layer,
  SpecProcessing.layer
)
