import { Layer } from "effect"
import { Events } from "./events/Events.ts"
import { JobControl } from "./jobs/JobControl.ts"
import { JobRunner } from "./jobs/JobRunner.ts"
import { Jobs } from "./jobs/Jobs.ts"
import { Paging } from "./paging/Paging.ts"
import { Sealing } from "./secret/Sealing.ts"
import { SigningKeys } from "./secret/SigningKeys.ts"
import { Mutation } from "./store/Mutation.ts"

/** Services of storage, jobs, lists, events, encryption and signatures. */
export const layer = Layer.mergeAll(
  Events.layer,
  JobControl.layer,
  JobRunner.layer,
  Jobs.layer,
  Mutation.layer,
  Paging.layer,
  Sealing.layer,
  SigningKeys.layer
)
