import { createClient } from "@quire/client"
import { QueryClient } from "@tanstack/react-query"
import { leaveToSignIn, serverAddress } from "./Addresses.ts"

/** The API, with the session of the browser. A session that has ended leads to the sign-in page. */
export const api = createClient({
  baseUrl: serverAddress,
  fetch: async (request) => {
    const response = await fetch(request)
    if (response.status === 401) leaveToSignIn()
    return response
  }
})

/** The same for an open editor, which the person must not leave while its text is not saved. */
export const editorApi = createClient({ baseUrl: serverAddress })

/** Responses of the API by what was asked. The client already repeats requests that may be repeated. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } }
})
