import { GitBookAPI } from "@gitbook/api"
import type { Api } from "../../node_modules/@gitbook/api/dist/client.d.ts"

// The package does not name its own declarations as the compiler wants them named, so the operations are missing.
declare module "@gitbook/api" {
  interface GitBookAPI extends Api<{ authToken?: string }> {}
}

export const officialClient = (endpoint: string, authToken: string): GitBookAPI =>
  new GitBookAPI({ endpoint, authToken })
