import type { Organization } from "@quire/client"
import { useNavigate, useParams } from "@tanstack/react-router"
import { Blocks, FileDiff, FileInput, Files, GitPullRequest, Globe, History, House, Link2, Trash2 } from "lucide-react"
import type { ReactNode } from "react"
import { messages } from "../messages/Messages.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"

/** A result of the command palette. */
export interface PaletteEntry {
  readonly id: string
  readonly title: string
  readonly icon?: ReactNode
  /** Text below the title. */
  readonly detail?: string
  /** What the result is in. */
  readonly place?: string
  readonly run: () => void
}

export interface PaletteGroup {
  readonly title: string
  readonly entries: ReadonlyArray<PaletteEntry>
}

/** The actions of the command palette on the current screen. */
export const usePaletteActions = (organization: Organization | undefined): ReadonlyArray<PaletteEntry> => {
  const navigate = useNavigate()
  const { space } = useParams({ strict: false })
  const ofSpace: ReadonlyArray<PaletteEntry> =
    space === undefined
      ? []
      : [
          {
            id: "space-change-requests",
            title: reviewMessages.changeRequest.title,
            icon: <FileDiff />,
            place: messages.palettePlaces.space,
            run: () => void navigate({ to: "/s/$space/cr", params: { space } })
          },
          {
            id: "space-history",
            title: reviewMessages.history.title,
            icon: <History />,
            place: messages.palettePlaces.space,
            run: () => void navigate({ to: "/s/$space/history", params: { space } })
          },
          {
            id: "space-files",
            title: messages.space.files,
            icon: <Files />,
            place: messages.palettePlaces.space,
            run: () => void navigate({ to: "/s/$space/files", params: { space } })
          },
          {
            id: "space-reusable",
            title: messages.space.reusableContents,
            icon: <Blocks />,
            place: messages.palettePlaces.space,
            run: () => void navigate({ to: "/s/$space/reusable", params: { space } })
          },
          {
            id: "space-links",
            title: messages.space.links,
            icon: <Link2 />,
            place: messages.palettePlaces.space,
            run: () => void navigate({ to: "/s/$space/links", params: { space } })
          }
        ]
  if (organization === undefined) return ofSpace
  const params = { organization: organization.id }
  return [
    ...ofSpace,
    {
      id: "home",
      title: messages.frame.home,
      icon: <House />,
      run: () => void navigate({ to: "/o/$organization", params })
    },
    {
      id: "change-requests",
      title: reviewMessages.changeRequest.title,
      icon: <GitPullRequest />,
      place: organization.title,
      run: () => void navigate({ to: "/o/$organization/change-requests", params })
    },
    {
      id: "sites",
      title: messages.frame.sites,
      icon: <Globe />,
      place: organization.title,
      run: () => void navigate({ to: "/o/$organization/sites", params })
    },
    ...(organization.permissions.createContent
      ? [
          {
            id: "import",
            title: messages.home.importTitle,
            icon: <FileInput />,
            place: organization.title,
            run: () => void navigate({ to: "/o/$organization/import", params })
          }
        ]
      : []),
    {
      id: "trash",
      title: messages.trash.title,
      icon: <Trash2 />,
      run: () => void navigate({ to: "/o/$organization/trash", params })
    }
  ]
}
