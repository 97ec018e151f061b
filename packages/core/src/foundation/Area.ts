import { Layer } from "effect"
import { Events } from "./events/Events.ts"
import { JobControl } from "./jobs/JobControl.ts"
import { JobRunner } from "./jobs/JobRunner.ts"
import { Jobs } from "./jobs/Jobs.ts"
import { collection as serverAddresses } from "./operation/ServerAddresses.ts"
import { Paging } from "./paging/Paging.ts"
import { collection as installations, Sealing } from "./secret/Sealing.ts"
import { sealedRows as sealedSigningKeys, collection as signingKeys } from "./secret/SigningKey.ts"
import { SigningKeys } from "./secret/SigningKeys.ts"
import * as Repository from "./store/Repository.ts"
import type { StoredRows } from "./store/StoredRows.ts"

/** What is stored of this area. */
export const rows: StoredRows = {
  collections: [
    Repository.shapeOf(installations),
    Repository.shapeOf(serverAddresses),
    Repository.shapeOf(signingKeys)
  ],
  sealed: [sealedSigningKeys]
}

/** Services of storage, jobs, lists, events, encryption and signatures. */
export const layer = Layer.mergeAll(
  Events.layer,
  JobControl.layer,
  JobRunner.layer,
  Jobs.layer,
  Paging.layer,
  Sealing.layer,
  SigningKeys.layer
)

/** Operations of this area that hosts call, by the name of their group. */
export const hostGroups = {
  jobs: JobControl
}
