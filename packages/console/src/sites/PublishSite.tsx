import type { Site } from "@quire/client"
import { BookText, Globe, Lock } from "lucide-react"
import { api } from "../api/Client.ts"
import { useCursorList } from "../api/Lists.ts"
import { siteSpacesQuery } from "../api/SiteQueries.ts"
import { messages } from "../messages/Messages.ts"
import { siteMessages as texts } from "../messages/SiteMessages.ts"
import { CursorItems } from "../ui/CursorItems.tsx"
import { emojiOf } from "../ui/Emoji.ts"
import { FormModal } from "../ui/Modal.tsx"
import { NewTabLink } from "../ui/NewTabLink.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { useSiteRefresh } from "./SiteRefresh.ts"
import { lockSpacesOf, requiresLock } from "./SpaceLocks.ts"
import type { VisibilityChoice } from "./VisibilityField.tsx"

/** Publishes a site with locked spaces if that is required, and says where it is. */
export const usePublish = (organization: string) => {
  const refresh = useSiteRefresh(organization)
  const notices = useNotices()
  return async (site: string, visibility: VisibilityChoice): Promise<void> => {
    if (requiresLock(visibility)) await lockSpacesOf({ organization, site })
    const published = await api.sites.publish({ organizationId: organization, siteId: site })
    await refresh()
    const { published: address } = published.urls
    notices.show({
      text: texts.published(published.title),
      ...(address === undefined
        ? {}
        : {
            action: (
              <NewTabLink href={address} className="notice-link">
                {texts.open}
              </NewTabLink>
            )
          })
    })
  }
}

interface PublishSiteProps {
  readonly organization: string
  readonly site: Site
  readonly onClose: () => void
}

/** A dialog that says who will read which spaces before it publishes a site. */
export const PublishSite = ({ onClose, organization, site }: PublishSiteProps) => {
  const publish = usePublish(organization)
  const list = useCursorList(siteSpacesQuery({ organization, site: site.id }))
  const live = requiresLock(site.visibility) ? list.items.filter(({ space }) => space.editMode === "live") : []
  return (
    <FormModal
      title={texts.publishTitle(site.title)}
      isOpen
      onClose={onClose}
      submit={texts.publishConfirm}
      onSubmit={() => publish(site.id, site.visibility)}
    >
      <p className="fact">
        <Globe aria-hidden />
        {texts.readersHint[site.visibility]}
      </p>
      {live.length === 0 ? null : (
        <p className="fact fact-warning">
          <Lock aria-hidden />
          {texts.locksSpaces(live.map(({ title }) => (title === "" ? messages.untitled : title)))}
        </p>
      )}
      <div className="field">
        <h3>{texts.becomesVisible}</h3>
        <CursorItems list={list} lines={2} empty={<p className="fact fact-warning">{texts.noSpacesText}</p>}>
          {(spaces) => (
            <ul className="plain-list">
              {spaces.map(({ id, space, title }) => (
                <li key={id} className="fact">
                  {emojiOf(space.emoji) ?? <BookText aria-hidden />}
                  <span dir="auto">{title === "" ? messages.untitled : title}</span>
                </li>
              ))}
            </ul>
          )}
        </CursorItems>
      </div>
    </FormModal>
  )
}
