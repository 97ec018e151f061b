import { GitBookAPI } from "@gitbook/api"
import type { Api } from "../../node_modules/@gitbook/api/dist/client.d.ts"

// The declarations of the package do not follow the naming that the compiler requires, so the operations are missing.
declare module "@gitbook/api" {
  interface GitBookAPI extends Api<{ authToken?: string }> {}
}

export const officialClient = (endpoint: string, authToken: string): GitBookAPI =>
  new GitBookAPI({ endpoint, authToken })
