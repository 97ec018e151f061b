import { Outlet, useLocation } from "@tanstack/react-router"
import { Menu as MenuIcon, Search } from "lucide-react"
import { lazy, Suspense, useEffect, useState } from "react"
import { messages } from "../messages/Messages.ts"
import { IconButton } from "../ui/Button.tsx"
import { NoticeProvider } from "../ui/Notices.tsx"
import { useCurrentOrganization } from "./CurrentOrganization.ts"
import { Sidebar } from "./Sidebar.tsx"

const Palette = lazy(async () => ({ default: (await import("../search/Palette.tsx")).Palette }))

/** Opens and closes the command palette with Ctrl+K, or Cmd+K. */
const usePaletteKey = (toggle: () => void) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [toggle])
}

const toggled = (open: boolean) => !open

/** What is around every screen: the navigation at the side, which narrow windows open with a button. */
export const Frame = () => {
  const organization = useCurrentOrganization()
  const [isNavigationOpen, setNavigationOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [togglePalette] = useState(() => () => setPaletteOpen(toggled))
  usePaletteKey(togglePalette)
  const { pathname } = useLocation()
  useEffect(() => setNavigationOpen(false), [pathname])
  return (
    <NoticeProvider>
      <a className="skip-link" href={`${window.location.pathname}#content`}>
        {messages.skip}
      </a>
      <div className="frame">
        <header className="top-bar">
          <IconButton
            label={messages.frame.openNavigation}
            aria-expanded={isNavigationOpen}
            onClick={() => setNavigationOpen(toggled)}
          >
            <MenuIcon aria-hidden />
          </IconButton>
          <span className="top-bar-title" dir="auto">
            {organization.current?.title ?? messages.product}
          </span>
          <IconButton label={messages.frame.search} onClick={togglePalette}>
            <Search aria-hidden />
          </IconButton>
        </header>
        <Sidebar
          organization={organization}
          isOpen={isNavigationOpen}
          onClose={() => setNavigationOpen(false)}
          onSearch={togglePalette}
        />
        <div className="frame-content">
          <Outlet />
        </div>
      </div>
      {isPaletteOpen ? (
        <Suspense>
          <Palette organization={organization.current} onClose={() => setPaletteOpen(false)} />
        </Suspense>
      ) : null}
    </NoticeProvider>
  )
}
