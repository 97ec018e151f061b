import { createClient } from "@quire/client"
import { createEditor, createPageTransport, openPageSession, saveOnLeave } from "@quire/editor"
import "@quire/editor/style.css"

const [main, status] = [document.querySelector("main"), document.querySelector("[role=status]")]
if (main === null || status === null) throw new Error("The page has no place for the editor.")

const { page, server, space, user } = await (await fetch("/note")).json()
const client = createClient({ baseUrl: server })
const session = await openPageSession({
  transport: createPageTransport(client, { space, page }),
  name: { server: `${server} ${user}`, content: space, page }
})
const editor = createEditor(main, { document: session.document, label: "Notes" })
session.attach(editor.view)
saveOnLeave(session, main)

const showStatus = () => {
  status.textContent = session.state.get().status.name
}
session.state.subscribe(showStatus)
showStatus()
