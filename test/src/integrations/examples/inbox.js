import { createIntegration, ExposableError, Logger } from "@gitbook/runtime"
import { Router } from "itty-router"

const logger = Logger("inbox")

const bytesOf = (hex) => new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))

/** Whether a text was signed with the integration's secret, as services sign what they call back with. */
const verifySignature = async (secret, text, signature) => {
  const encoder = new TextEncoder()
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["verify"])
  return crypto.subtle.verify(algorithm.name, key, bytesOf(signature), encoder.encode(text))
}

const json = (value, init) => Response.json(value, init)

/** Requests of a service, told apart by their paths, and answered in part by what the API says. */
const handle = async (request, context) => {
  const { environment } = context
  const owner = environment.spaceInstallation ?? environment.installation ?? environment.integration
  const router = Router({ base: new URL(`${owner.urls.publicEndpoint}/`).pathname.replace(/\/$/, "") })

  router.get("/hello/:name", ({ params, query }) => json({ hello: params.name, query }))

  router.get("/spaces", async () => {
    const { data } = await context.api.spaces.getSpaceById(environment.spaceInstallation.space)
    return json({ title: data.title, agent: request.headers.get("user-agent") })
  })

  router.post("/webhook", async (request) => {
    const text = await request.text()
    const signature = request.headers.get("x-signature") ?? ""
    if (!(await verifySignature(environment.secrets.SIGNING, text, signature)))
      throw new ExposableError("the signature is wrong", 401)
    const { challenge, task } = JSON.parse(text)
    if (challenge !== undefined) return new Response(challenge, { headers: { "content-type": "text/plain" } })
    context.waitUntil(Promise.resolve().then(() => logger.info(`later ${task}`)))
    return new Response(null, { status: 202 })
  })

  router.all("*", () => new Response("nothing here", { status: 404 }))
  return router.fetch(request, context)
}

export default createIntegration({ fetch: handle })
