import type { ShareLink } from "@quire/client"
import { useQueryClient } from "@tanstack/react-query"
import { Copy, Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { useCursorList } from "../api/Lists.ts"
import { type SiteAddress, shareLinksQuery } from "../api/SiteQueries.ts"
import { messages } from "../messages/Messages.ts"
import { siteMessages as texts } from "../messages/SiteMessages.ts"
import { Button, IconButton } from "../ui/Button.tsx"
import { useCopy } from "../ui/Copy.ts"
import { CursorItems } from "../ui/CursorItems.tsx"
import { Confirmation } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"

/** The links that open a site for readers without an account. */
export const ShareLinks = ({ organization, site }: SiteAddress) => {
  const query = shareLinksQuery({ organization, site })
  const list = useCursorList(query)
  const queries = useQueryClient()
  const notices = useNotices()
  const copy = useCopy()
  const [isOpen, setOpen] = useState(false)
  const [revoked, setRevoked] = useState<ShareLink>()
  const parameters = { organizationId: organization, siteId: site }
  const refresh = () => queries.invalidateQueries({ queryKey: query.queryKey })
  return (
    <section className="box" aria-labelledby="share-links-title">
      <h2 id="share-links-title">{texts.shareLinks}</h2>
      <CursorItems list={list} lines={2} empty={<p className="muted">{texts.noShareLinks}</p>}>
        {(links) => (
          <ul className="plain-list">
            {links.map((link) => (
              <li key={link.id} className="line">
                <span className="line-text" dir="auto">
                  {link.name}
                </span>
                {link.urls.published === undefined ? null : (
                  <IconButton
                    label={texts.copyShareLink(link.name)}
                    onClick={() => copy(link.urls.published ?? "", texts.copied)}
                  >
                    <Copy aria-hidden />
                  </IconButton>
                )}
                <IconButton label={texts.revoke(link.name)} onClick={() => setRevoked(link)}>
                  <Trash2 aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </CursorItems>
      <Button icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        {texts.newShareLink}
      </Button>
      <TitleModal
        title={texts.newShareLink}
        label={texts.shareLinkName}
        hint={texts.shareLinkHint}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        submit={messages.create}
        onSubmit={async (name) => {
          await api.shareLinks.createSiteShareLink({ ...parameters, body: { name } })
          await refresh()
        }}
      />
      {revoked === undefined ? null : (
        <Confirmation
          title={texts.revokeTitle(revoked.name)}
          description={texts.revokeText}
          confirm={texts.revokeConfirm}
          isDangerous
          isOpen
          onClose={() => setRevoked(undefined)}
          onConfirm={async () => {
            await api.shareLinks.deleteSiteShareLinkById({ ...parameters, shareLinkId: revoked.id })
            await refresh()
            notices.show({ text: texts.revoked })
          }}
        />
      )}
    </section>
  )
}
