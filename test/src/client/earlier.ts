import * as official from "@gitbook/api-0.91"
import type * as described from "../../../node_modules/@gitbook/api-0.91/dist/client.d.ts"
import type { Options } from "./official.ts"

/** As in `official.ts`: what the package does not name so that the compiler finds it. */
const known = official as unknown as typeof described

export const { CustomFieldType } = known

export type EarlierClient = described.Api<{ authToken?: string }>

/** The official client of an earlier version, which knows custom fields; whatever it asks goes through `fetch`. */
export const client = ({ authToken, endpoint, fetch }: Options): EarlierClient => {
  const made = new official.GitBookAPI({ endpoint, ...(authToken === undefined ? {} : { authToken }) })
  return Object.assign(made as unknown as EarlierClient, { customFetch: fetch })
}
