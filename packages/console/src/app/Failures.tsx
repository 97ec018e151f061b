import { Link } from "@tanstack/react-router"
import { Unplug } from "lucide-react"
import { messages } from "../messages/Messages.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState, ErrorView } from "../ui/States.tsx"

export const HomeLink = () => (
  <Link to="/" className="button button-secondary">
    {messages.goHome}
  </Link>
)

/** Shown at an address that is none of the application. */
export const MissingScreen = () => (
  <main className="screen" id="content">
    <h1 className="visually-hidden">{messages.errors.noRoute}</h1>
    <EmptyState icon={<Unplug />} title={messages.errors.noRoute} actions={<HomeLink />} />
  </main>
)

/** Shown if a screen fails, or cannot be loaded. */
export const CrashScreen = ({ error }: { readonly error: unknown }) => (
  <ErrorView
    error={error}
    actions={
      <Button look="primary" onClick={() => window.location.reload()}>
        {messages.retry}
      </Button>
    }
  />
)
