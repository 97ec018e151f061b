import { useNotices } from "./Notices.tsx"

/** Copies a text to the clipboard, and says so. */
export const useCopy = (): ((text: string, notice: string) => void) => {
  const { show, showError } = useNotices()
  return (text, notice) => void navigator.clipboard.writeText(text).then(() => show({ text: notice }), showError)
}
