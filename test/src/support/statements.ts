import { Client } from "pg"
import { vi } from "vitest"

/**
 * Queries sent to Postgres: statements of the engine, and commands that end or undo a transaction in a round trip of
 * their own.
 */
export interface Sent {
  readonly statements: ReadonlyArray<string>
  readonly verbs: ReadonlyArray<string>
}

const isVerb = (text: string) => /^(begin|commit|rollback|savepoint|release|set local)\b/i.test(text)

const textOf = (query: unknown): string =>
  typeof query === "object" && query !== null && "text" in query ? String(query.text) : String(query)

/** Of commands sent together, at most the last is a statement. */
const lastOf = (query: unknown): string => {
  if (typeof query !== "object" || query === null || !("commands" in query)) return textOf(query)
  return Array.isArray(query.commands) ? textOf(query.commands.at(-1)) : ""
}

/** Records the queries of the driver until closed; each is a round trip. */
export const listen = () => {
  const query = vi.spyOn(Client.prototype, "query")
  return {
    during: async (act: () => Promise<unknown>): Promise<Sent> => {
      query.mockClear()
      await act()
      const texts = query.mock.calls.map(([first]) => lastOf(first))
      return { statements: texts.filter((text) => !isVerb(text)), verbs: texts.filter(isVerb) }
    },
    close: () => query.mockRestore()
  }
}

export type Listener = ReturnType<typeof listen>
