import { isQuireError } from "@quire/client"
import { useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { UserPlus } from "lucide-react"
import { api } from "../api/Client.ts"
import { HomeLink } from "../app/Failures.tsx"
import { useTitle } from "../app/Title.ts"
import { inviteMessages as texts } from "../messages/InviteMessages.ts"
import { useAction } from "../ui/Action.ts"
import { Button } from "../ui/Button.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { EmptyState, ErrorText, ErrorView } from "../ui/States.tsx"

const route = getRouteApi("/o/$organization/invites/$invite")

/** The page of an invite link, with a button that accepts it. */
export const AcceptInvite = () => {
  const { invite: inviteId, organization } = route.useParams()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notices = useNotices()
  useTitle(texts.acceptTitle)
  const accept = useAction(async () => {
    await api.invites.use({ organizationId: organization, inviteId })
    await queries.invalidateQueries({ queryKey: ["organizations"] })
    notices.show({ text: texts.accepted })
    await navigate({ to: "/o/$organization", params: { organization } })
  })
  if (isQuireError(accept.error, "not-found", "bad-input")) {
    return <ErrorView error={accept.error} isMissing missing={texts.missing} actions={<HomeLink />} />
  }
  return (
    <main className="screen" id="content">
      <h1 className="visually-hidden">{texts.acceptTitle}</h1>
      <EmptyState
        icon={<UserPlus />}
        title={texts.acceptTitle}
        actions={
          <Button look="primary" isBusy={accept.isBusy} onClick={() => void accept.run()}>
            {texts.accept}
          </Button>
        }
      >
        {texts.acceptText}
        {accept.error === undefined ? null : <ErrorText error={accept.error} />}
      </EmptyState>
    </main>
  )
}
