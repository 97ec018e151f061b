import type { Page } from "playwright-core"
import { signIn, type Visitor } from "./consolePage.ts"
import { type ConsoleServer, openConsole } from "./consoleServer.ts"

/** A console with an organization, and its administrator, who is signed in. */
export interface ConsoleWorld {
  readonly server: ConsoleServer
  readonly ann: Visitor
  readonly organization: string
  /** Creates a space with pages, and returns its id. */
  readonly createSpace: (title: string, space?: SpaceContent) => Promise<string>
  /** Creates a user in no organization, and signs in. */
  readonly stranger: (name: string) => Promise<Visitor>
  readonly goTo: (page: Page, path: string) => Promise<unknown>
  readonly close: () => Promise<void>
}

export interface SpaceContent {
  readonly editMode?: "live" | "locked"
  readonly changes?: ReadonlyArray<unknown>
}

export const installPage = {
  operation: "insert_page",
  title: "Install",
  document: { markdown: "Run the installer.\n\n# Next\n\nStart." }
}

export const openWorld = async (): Promise<ConsoleWorld> => {
  const server = await openConsole()
  const { quire } = server
  const ensure = (name: string) =>
    quire.system.users.ensure({ email: `${name}@example.com`, displayName: name, emailVerified: true })
  const { id: organization } = await quire.as((await ensure("ann")).id).organizations.create({ title: "Acme" })
  const ann = await signIn(server, "ann@example.com")
  return {
    server,
    ann,
    organization,
    createSpace: async (title, { changes = [installPage], editMode = "live" } = {}) => {
      const { id } = await ann.call("POST", `/orgs/${organization}/spaces`, { title, editMode: "live" })
      if (changes.length > 0) await ann.call("POST", `/spaces/${id}/content`, { changes })
      if (editMode === "locked") await ann.call("PATCH", `/spaces/${id}`, { editMode })
      return id
    },
    stranger: async (name) => {
      await ensure(name)
      return signIn(server, `${name}@example.com`)
    },
    goTo: (page, path) => page.goto(`${server.url}/app${path}`),
    close: async () => {
      await ann.close()
      await server.close()
    }
  }
}

export const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true })

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

/** Presses the button of the open dialog. */
export const confirm = (page: Page, name: string) =>
  page.locator("[role=dialog], [role=alertdialog]").getByRole("button", { name, exact: true }).click()

export const chooseAction = async (page: Page, menu: string, action: string): Promise<void> => {
  await page.getByRole("button", { name: menu, exact: true }).click()
  await page.getByRole("menuitem", { name: action }).click()
}
