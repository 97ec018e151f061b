import { Addresses, DomainJoins, EmailInvites, InviteUse, LinkInvites } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withLocationOf } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "invites",
  Effect.gen(function* () {
    const { base } = yield* Addresses.Addresses
    const links = yield* LinkInvites.LinkInvites
    const uses = yield* InviteUse.InviteUse
    const emails = yield* EmailInvites.EmailInvites
    const joins = yield* DomainJoins.DomainJoins
    return {
      sendInvites: ({ params: path, payload }) => emails.send(path.organizationId, payload),
      useInvite: ({ params: path }) => Effect.as(uses.use(path.organizationId, path.inviteId), {}),
      joinOrganization: ({ params: path }) => joins.join(path.organizationId),
      listLinkInvites: ({ params: path, query: urlParams }) => links.list(path.organizationId, urlParams),
      listContentLinkInvites: ({ params: path, query: urlParams }) =>
        links.listOfContent(path.organizationId, urlParams),
      createLinkInvite: ({ params: path, payload }) =>
        links
          .create(path.organizationId, payload)
          .pipe(withLocationOf(({ id }) => `${base}/v1/orgs/${path.organizationId}/link-invites/${id}`)),
      getLinkInvite: ({ params: path }) => links.get(path.organizationId, path.inviteId),
      updateLinkInvite: ({ params: path, payload }) => links.update(path.organizationId, path.inviteId, payload),
      deleteLinkInvite: ({ params: path }) => respondRemoved(links.remove(path.organizationId, path.inviteId))
    }
  })
)
