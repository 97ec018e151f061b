import { useEffect } from "react"
import { messages } from "../messages/Messages.ts"

/** Names the document in the browser, from the most specific part on. */
export const useTitle = (...parts: ReadonlyArray<string | undefined>): void => {
  const title = [...parts, messages.product].filter((part) => part !== undefined && part !== "").join(" · ")
  useEffect(() => {
    document.title = title
  }, [title])
}
