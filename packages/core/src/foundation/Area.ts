import { collection as serverAddresses } from "./operation/ServerAddresses.ts"
import { collection as installations } from "./secret/Sealing.ts"
import { sealedRows as sealedSigningKeys, collection as signingKeys } from "./secret/SigningKey.ts"
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
