import * as official from "@gitbook/api"
import type * as described from "../../../node_modules/@gitbook/api/dist/client.d.ts"

/** The package does not name its own declarations as the compiler wants them named, so that it finds few: these are all. */
const known = official as unknown as typeof described

export const { ImportContentSource, MemberRole, SpaceEditMode } = known

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

export const { GitBookAPIError } = official
export type GitBookAPIError = official.GitBookAPIError
export type List = described.List
