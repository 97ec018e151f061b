import { Client } from "pg"
import { vi } from "vitest"

/** What was sent to Postgres: statements of the engine, and those that begin, end or divide a transaction. */
export interface Sent {
  readonly statements: ReadonlyArray<string>
  readonly verbs: ReadonlyArray<string>
}

const isVerb = (text: string) => /^(begin|commit|rollback|savepoint|release)\b/i.test(text)

const textOf = (query: unknown): string =>
  typeof query === "object" && query !== null && "text" in query ? String(query.text) : String(query)

/** Listens to the driver until closed: each query is a round trip. */
export const listen = () => {
  const query = vi.spyOn(Client.prototype, "query")
  return {
    during: async (act: () => Promise<unknown>): Promise<Sent> => {
      query.mockClear()
      await act()
      const texts = query.mock.calls.map(([first]) => textOf(first))
      return { statements: texts.filter((text) => !isVerb(text)), verbs: texts.filter(isVerb) }
    },
    close: () => query.mockRestore()
  }
}

export type Listener = ReturnType<typeof listen>
