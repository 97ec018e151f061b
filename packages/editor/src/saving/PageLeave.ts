import type { PageSession } from "./PageSession.ts"

/**
 * Saves when the person leaves an editor: when it loses the focus, and when the tab is hidden or closed. Retries when
 * the connection is back. Returns how to end that.
 */
export const saveOnLeave = (session: PageSession, element: HTMLElement): (() => void) => {
  const save = () => void session.save()
  const saveHidden = () => {
    if (document.visibilityState === "hidden") save()
  }
  element.addEventListener("focusout", save)
  document.addEventListener("visibilitychange", saveHidden)
  window.addEventListener("pagehide", save)
  window.addEventListener("online", save)
  return () => {
    element.removeEventListener("focusout", save)
    document.removeEventListener("visibilitychange", saveHidden)
    window.removeEventListener("pagehide", save)
    window.removeEventListener("online", save)
  }
}
