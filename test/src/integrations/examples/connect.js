import { createIntegration, createOAuthHandler, getOAuthToken } from "@gitbook/runtime"
import { Router } from "itty-router"

/** Where the service is stands in the secrets, as another one has another address. */
const providerOf = ({ secrets }) => ({
  clientId: secrets.CLIENT_ID,
  clientSecret: secrets.CLIENT_SECRET,
  authorizeURL: `${secrets.PROVIDER}/authorize`,
  accessTokenURL: `${secrets.PROVIDER}/token`,
  scopes: ["read", "write"],
  prompt: "consent",
  extractCredentials: async ({ access_token, expires_in, refresh_token, team }) => ({
    externalIds: [team],
    configuration: {
      oauth_credentials: { access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 }
    }
  })
})

export default createIntegration({
  fetch: async (request, context) => {
    const { environment } = context
    const router = Router({ base: new URL(environment.installation.urls.publicEndpoint).pathname })
    router.get("/oauth", createOAuthHandler(providerOf(environment), { replace: false }))
    router.get("/whoami", async () => {
      const token = await getOAuthToken(
        environment.installation.configuration.oauth_credentials,
        providerOf(environment),
        context
      )
      const answer = await fetch(`${environment.secrets.PROVIDER}/whoami`, {
        headers: { authorization: `Bearer ${token}` }
      })
      return new Response(answer.body, { status: answer.status })
    })
    return router.fetch(request, context)
  }
})
