import { Addresses, DomainJoins, EmailInvites, InviteUse, LinkInvites } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withLocationOf } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "invites", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const { base } = yield* Addresses.Addresses
      const links = yield* LinkInvites.LinkInvites
      const uses = yield* InviteUse.InviteUse
      const emails = yield* EmailInvites.EmailInvites
      const joins = yield* DomainJoins.DomainJoins
      return handlers
        .handle(
          "sendInvites",
          answering(({ params: path, payload }) => onWire(emails.send(path.organizationId, payload)))
        )
        .handle(
          "useInvite",
          answering(({ params: path }) => Effect.as(onWire(uses.use(path.organizationId, path.inviteId)), {}))
        )
        .handle(
          "joinOrganization",
          answering(({ params: path }) => onWire(joins.join(path.organizationId)))
        )
        .handle(
          "listLinkInvites",
          answering(({ params: path, query: urlParams }) => onWire(links.list(path.organizationId, urlParams)))
        )
        .handle(
          "listContentLinkInvites",
          answering(({ params: path, query: urlParams }) => onWire(links.listOfContent(path.organizationId, urlParams)))
        )
        .handle(
          "createLinkInvite",
          answering(({ params: path, payload }) =>
            onWire(links.create(path.organizationId, payload)).pipe(
              withLocationOf(({ id }) => `${base}/v1/orgs/${path.organizationId}/link-invites/${id}`)
            )
          )
        )
        .handle(
          "getLinkInvite",
          answering(({ params: path }) => onWire(links.get(path.organizationId, path.inviteId)))
        )
        .handle(
          "updateLinkInvite",
          answering(({ params: path, payload }) => onWire(links.update(path.organizationId, path.inviteId, payload)))
        )
        .handle(
          "deleteLinkInvite",
          answering(({ params: path }) => respondRemoved(onWire(links.remove(path.organizationId, path.inviteId))))
        )
    })
  )
)
