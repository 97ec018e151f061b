import { strictEqual } from "node:assert/strict"
import { Quire } from "@quire/http"

declare global {
  var engineOfAcme: Promise<Quire.Quire> | undefined
}

/**
 * In an application of Next.js this file is `app/docs/api/[...path]/route.ts`. One engine serves all requests of a
 * process, also after the module was loaded again in development.
 */
const engine = () => {
  globalThis.engineOfAcme ??= Quire.open({ store: { kind: "memory" }, baseUrl: "https://acme.example/docs/api" })
  return globalThis.engineOfAcme
}

const answer = async (request: Request): Promise<Response> => (await engine()).handler(request)

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT
}

/** It keeps state in this process, and needs the whole of Node. */
export const dynamic = "force-dynamic"
export const runtime = "nodejs"

// The following code does what Next.js would do: it calls the function of a method with a web request.
const quire = await engine()
const ann = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
const { token } = await quire.as(ann.id).tokens.create(ann.id, { label: "example" })
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }

const made = await answer(
  new Request("https://acme.example/docs/api/v1/orgs", { method: "POST", headers, body: '{"title":"Acme"}' })
)
console.log(made.status, made.headers.get("location"))
strictEqual(made.status, 201)
const read = await answer(new Request(made.headers.get("location") ?? "", { headers }))
console.log(read.status, JSON.parse(await read.text()).title)
strictEqual(read.status, 200)
await quire.close()
