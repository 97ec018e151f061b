import { ExternalLink } from "lucide-react"
import type { ReactNode } from "react"
import { messages } from "../messages/Messages.ts"

interface NewTabLinkProps {
  readonly href: string
  readonly children: ReactNode
  readonly className?: string
}

/** A link to a page outside of the application. */
export const NewTabLink = ({ children, className = "button button-secondary", href }: NewTabLinkProps) => (
  <a href={href} target="_blank" rel="noreferrer" className={className}>
    <ExternalLink aria-hidden />
    {children}
    <span className="visually-hidden">{messages.newTab}</span>
  </a>
)
