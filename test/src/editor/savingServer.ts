import { createServer } from "node:http"
import { createClient } from "@quire/client"
import { OrganizationId } from "@quire/core"
import { Quire } from "@quire/http"
import { bundledEditor } from "./bundledEditor.ts"

const shellOf = (
  script: string
) => `<!doctype html><title>Editor</title><main></main><script>${script.replaceAll("</script", "<\\/script")}</script><script>
    const { page, space, token } = Object.fromEntries(new URLSearchParams(location.search))
    const client = quire.createClient({ baseUrl: location.origin, token })
    const name = { server: location.origin, content: space, page }
    const transport = quire.createPageTransport(client, { space, page })
    quire.openPageSession({ transport, name }).then((session) => {
      const main = document.querySelector("main")
      const editor = quire.createEditor(main, { label: "Page", document: session.document })
      session.attach(editor.view)
      quire.saveOnLeave(session, main)
      Object.assign(window, { session, view: editor.view, stateOf: () => session.state.get() })
    })
  </script>`

/** A server whose `/editor` is a page with an editor and a session of the page that the query names. */
export const serveSaving = async () => {
  const shell = shellOf(await bundledEditor('export { createClient } from "@quire/client"'))
  const expired = new Set<string>()
  const handlers: Array<ReturnType<typeof Quire.toNodeHandler>> = []
  const server = createServer((request, response) => {
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? ""
    if (request.url?.startsWith("/editor")) response.setHeader("content-type", "text/html").end(shell)
    else if (expired.has(token)) response.writeHead(401, { "content-type": "application/json" }).end("{}")
    else for (const handle of handlers) handle(request, response)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  const quire = await Quire.open({ upkeep: "off", store: { kind: "memory" }, baseUrl: base })
  handlers.push(Quire.toNodeHandler(quire.handler))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await quire.close()
  }
  return { base, quire, expired, close }
}

export type SavingServer = Awaited<ReturnType<typeof serveSaving>>

/** A token of a new person. */
export const makeToken = async ({ quire }: SavingServer, email: string): Promise<string> => {
  const { id } = await quire.system.users.ensure({ email, displayName: email, emailVerified: true })
  return (await quire.as(id).tokens.create(id, { label: "one" })).token
}

/** Makes a page in a new space of a new organization, with members who may edit it. */
export const makeSavedPage = async (
  { base, quire }: SavingServer,
  token: string,
  markdown: string,
  members: ReadonlyArray<string> = []
) => {
  const client = createClient({ baseUrl: base, token, fetch: quire.handler })
  const { id: organization } = await client.organizations.create({ body: { title: "Saving" } })
  for (const email of members) {
    const { id } = await quire.system.users.ensure({ email, displayName: email, emailVerified: true })
    await quire.system.members.add(OrganizationId.make(organization), id, "edit")
  }
  const body = { title: "Space", editMode: "live" } as const
  const { id: space } = await client.spaces.create({ organizationId: organization, body })
  const changes = [{ operation: "insert_page", title: "Page", document: { markdown } }] as const
  const { changes: made } = await client.content.edit({ spaceId: space, body: { changes } })
  const page = made.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))[0] ?? ""
  const read = async () => {
    const view = await client.content.getPage({ spaceId: space, pageId: page, format: "markdown" })
    return "markdown" in view ? (view.markdown ?? "").trim() : ""
  }
  const readDocument = async () => {
    const view = await client.content.getPage({ spaceId: space, pageId: page, format: "document" })
    return "document" in view ? view.document : undefined
  }
  const urlFor = (of: string) => `${base}/editor?${new URLSearchParams({ page, space, token: of })}`
  return { url: urlFor(token), urlFor, read, readDocument, space, page }
}
