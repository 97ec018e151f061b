import { createClient } from "@quire/client"
import { QueryClient } from "@tanstack/react-query"
import { leaveToSignIn, serverAddress } from "./Addresses.ts"

const send = (request: Request): Promise<Response> => {
  // With a session, the server accepts only changes that declare JSON, also those without a body.
  if (request.method !== "GET" && !request.headers.has("content-type")) {
    request.headers.set("content-type", "application/json")
  }
  return fetch(request)
}

/** The API, with the session of the browser. A session that has ended leads to the sign-in page. */
export const api = createClient({
  baseUrl: serverAddress,
  fetch: async (request) => {
    const response = await send(request)
    if (response.status === 401) leaveToSignIn()
    return response
  }
})

/** The same for an open editor, which the person must not leave while its text is not saved. */
export const editorApi = createClient({ baseUrl: serverAddress, fetch: send })

/** Responses of the API by what was asked. The client already repeats requests that may be repeated. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } }
})
