import * as official from "@gitbook/api"
import type * as described from "../../../node_modules/@gitbook/api/dist/client.d.ts"

export type Client = described.Api<{ authToken?: string }>

export interface Options {
  readonly endpoint: string
  readonly authToken?: string | undefined
  readonly fetch: typeof fetch
}

/** The official client; whatever it asks goes through `fetch`. */
export const client = ({ authToken, endpoint, fetch }: Options): Client =>
  new official.GitBookAPI({
    endpoint,
    ...(authToken === undefined ? {} : { authToken }),
    serviceBinding: { fetch }
  }) as unknown as Client
