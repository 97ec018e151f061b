import type { ContentLocation } from "@quire/client"
import { Link } from "@tanstack/react-router"
import { contentMessages } from "../messages/ContentMessages.ts"
import { messages } from "../messages/Messages.ts"

const titled = (title: string): string => (title === "" ? messages.untitled : title)

interface LocationLinkProps {
  readonly location: ContentLocation
  /** The space of the screen, whose title is not repeated. */
  readonly space: string
}

/** A link to a place in content, with its title. */
export const LocationLink = ({ location, space }: LocationLinkProps) => {
  const inSpace = (of: { readonly id: string; readonly title: string }) =>
    of.id === space ? null : <bdi className="muted"> {contentMessages.locations.inSpace(titled(of.title))}</bdi>
  switch (location.kind) {
    case "url":
      return (
        <a href={location.url} target="_blank" rel="noreferrer" dir="ltr" className="long-address">
          {location.url}
        </a>
      )
    case "page": {
      const { internalLocation, page } = location
      const hash = internalLocation?.type === "anchor" ? internalLocation.anchor : undefined
      return (
        <span>
          <Link
            to="/s/$space/p/$page"
            params={{ space: location.space.id, page: page.id }}
            {...(hash === undefined ? {} : { hash })}
            dir="auto"
          >
            {titled(page.title)}
          </Link>
          {hash === undefined ? null : <bdi className="muted">#{hash}</bdi>}
          {inSpace(location.space)}
        </span>
      )
    }
    case "file":
      return (
        <span>
          <a href={location.file.downloadURL} target="_blank" rel="noreferrer" dir="auto">
            {location.file.name}
          </a>
          {inSpace(location.space)}
        </span>
      )
    case "reusable-content":
      return (
        <span>
          <Link
            to="/s/$space/reusable/$reusable"
            params={{ space: location.space.id, reusable: location.reusableContent.id }}
            dir="auto"
          >
            {titled(location.reusableContent.title)}
          </Link>
          {inSpace(location.space)}
        </span>
      )
    case "space":
      return (
        <Link to="/s/$space" params={{ space: location.space.id }} dir="auto">
          {titled(location.space.title)}
        </Link>
      )
    case "collection":
      return (
        <Link to="/c/$collection" params={{ collection: location.collection.id }} dir="auto">
          {titled(location.collection.title)}
        </Link>
      )
    case "user":
      return <bdi>{location.user.displayName}</bdi>
    case "openapi":
      return <bdi>{location.openAPISpec.slug}</bdi>
  }
}
