import { Array, Clock, Context, Effect, Layer, Order } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { type OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { cut } from "../../foundation/text/Text.ts"
import { Access, Forbidden } from "../access/Access.ts"
import { mayGive } from "../access/Decision.ts"
import { EmailPolicy, EmailQuota } from "../mail/EmailQuota.ts"
import { MailQueue } from "../mail/Mail.ts"
import { Joining } from "../member/Joining.ts"
import { collection as memberCollection, rowId } from "../member/Member.ts"
import { listsDomainOf, type Organization } from "../organization/Organization.ts"
import { TreeLock } from "../placement/TreeLock.ts"
import { SignInCodes } from "../sign-in/SignInCodes.ts"
import { isErased, limits, type User, collection as userCollection } from "../user/User.ts"
import * as EmailInviteInput from "./EmailInviteInput.ts"
import { type InvitedAddress, listInvited } from "./EmailInviteInput.ts"
import * as InviteEmail from "./InviteEmail.ts"

const checkSend = checked(EmailInviteInput.Send)

interface Newcomer extends InvitedAddress {
  readonly user: User
  readonly sso: boolean
}

/** The users of the addresses who are not members yet, and the invited ones who have not verified their address. */
interface Invitees {
  readonly newcomers: ReadonlyArray<Newcomer>
  readonly pending: ReadonlyArray<User>
}

/** Users are locked in the order of their ids. */
const byUser = Order.mapInput(Order.String, ({ user }: Newcomer) => user.id)

const idsOf = (users: ReadonlyArray<User>) => users.map(({ id }) => id)

/**
 * Invites users by their addresses, and sends each an email with a sign-in link (rules invite-at-once and
 * invite-pending).
 */
export class EmailInvites extends Context.Service<EmailInvites>()("@quire/core/EmailInvites", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { base } = yield* Addresses
    const joining = yield* Joining
    const { decideAndLock } = yield* TreeLock
    const events = yield* Events
    const { issue } = yield* SignInCodes
    const { post } = yield* MailQueue
    const { off } = yield* EmailPolicy
    const quota = yield* EmailQuota
    const members = yield* Repository.make(memberCollection)
    const users = yield* Repository.make(userCollection)
    const nextId = yield* IdGenerator

    /** Creates a user for an address that no user has (rule user-made). */
    const makeUser = Effect.fnUntraced(function* (email: string) {
      const made: User = {
        id: UserId.make(yield* nextId),
        displayName: cut(email.split("@")[0] ?? email, limits.displayNameLength),
        email,
        emailVerifiedAt: null,
        externalId: null,
        createdAt: yield* Clock.currentTimeMillis
      }
      return yield* users.tryInsert(made).pipe(
        Effect.catchTag("Taken", () =>
          Effect.orDie(Effect.flatMap(users.getBy("email", { email }), Effect.fromOption))
        ),
        Effect.map(({ value }) => value)
      )
    })

    /**
     * Returns the users by address. Missing ones are created in the order of addresses, because two requests may create
     * the same ones.
     */
    const findOrMakeUsers = Effect.fnUntraced(function* (emails: ReadonlyArray<string>) {
      const known = yield* users.list("byEmail", { equals: { email: { in: emails } }, limit: emails.length })
      const found = new Map(known.map(({ value }) => [value.email, value]))
      for (const email of [...emails].sort()) {
        if (!found.has(email)) found.set(email, yield* makeUser(email))
      }
      return found
    })

    /** Finds or creates the users of the addresses to be emailed. */
    const findInvitees = Effect.fnUntraced(function* (
      organization: Organization,
      list: ReadonlyArray<InvitedAddress>,
      sso: boolean
    ) {
      const found = yield* findOrMakeUsers(list.map(({ email }) => email))
      const present = yield* members.getMany([...found.values()].map(({ id }) => rowId(organization.id, id)))
      const memberOf = ({ id }: User) => present.get(rowId(organization.id, id))?.value
      const isInvitee = (user: User) => memberOf(user) === undefined || memberOf(user)?.pending === user.email
      const locked = yield* users.lock(idsOf([...found.values()].filter(isInvitee)))
      const invited = list.flatMap((each): ReadonlyArray<Newcomer> => {
        const user = locked.get(found.get(each.email)?.id ?? "")?.value
        if (user === undefined || isErased(user) || user.email !== each.email) return []
        return [{ ...each, user, sso: sso && listsDomainOf(organization, each.email) }]
      })
      return {
        newcomers: invited.filter(({ user }) => memberOf(user) === undefined),
        pending: invited.flatMap(({ user }) => (memberOf(user) === undefined ? [] : [user]))
      } satisfies Invitees
    })

    const addMember = Effect.fnUntraced(function* ({ id }: Organization, { role, sso, user }: Newcomer) {
      const member = yield* Effect.orDie(joining.invite(id, user, role))
      if (sso) yield* members.update(member, { ...member.value, sso })
    })

    const sendEmail = Effect.fnUntraced(function* ({ title }: Organization, inviter: string | null, user: User) {
      const { code, expiresAt } = yield* issue(user.id, undefined, { isInvitation: true })
      const link = `${base}/sign-in?code=${code}`
      const message = InviteEmail.writeEmail({ to: user.email, inviter, organization: title, link, expiresAt, base })
      yield* post("invitation", message)
    })

    /** The users who have not reached the daily limit of emails. */
    const findRecipients = Effect.fnUntraced(function* (invitees: ReadonlyArray<User>) {
      if (off.includes("invitation")) return new Set<UserId>()
      return yield* quota.take(yield* callingUser, idsOf(invitees))
    })

    const findInviterName = Effect.fnUntraced(function* () {
      const caller = yield* callingUser
      return caller === null ? null : ((yield* users.getMany([caller])).get(caller)?.value.displayName ?? null)
    })

    /**
     * Only for administrators. Existing memberships are not changed; invited users who have not verified their address
     * are emailed again. A user who has reached the daily limit of emails becomes a member without another email, and
     * the result does not reveal that.
     */
    const send = operation("EmailInvites.send")(function* (organization: OrganizationId, given: EmailInviteInput.Send) {
      const input = yield* checkSend(given)
      return yield* decideAndLock(organization, access.organization(organization, "organization:admin"), (opened) =>
        Effect.gen(function* () {
          const list = listInvited(input, opened.organization.value.defaultRole)
          if (!list.every(({ role }) => mayGive(opened.isAdmin ? "admin" : null, role))) {
            return yield* new Forbidden({
              action: "invites:give",
              target: `organization ${organization}: the role is above your own`
            })
          }
          const { newcomers: fresh, pending } = yield* findInvitees(opened.organization.value, list, input.sso === true)
          const invitees = [...fresh.map(({ user }) => user), ...pending]
          const recipients = yield* findRecipients(invitees)
          const inviter = yield* findInviterName()
          for (const each of Array.sort(fresh, byUser)) yield* addMember(opened.organization.value, each)
          for (const user of invitees) {
            if (recipients.has(user.id)) yield* sendEmail(opened.organization.value, inviter, user)
          }
          const reminded = idsOf(pending).filter((id) => recipients.has(id))
          const subjects = [...idsOf(fresh.map(({ user }) => user)), ...reminded]
          if (subjects.length > 0) {
            const after = { users: fresh.map(({ role, sso, user }) => ({ user: user.id, role, sso })) }
            yield* events.announce({ type: "emailInvites.send", organization, subjects, after })
          }
          return {
            users: idsOf(fresh.map(({ user }) => user)),
            invited: fresh.length,
            failedSSOEmails: fresh.flatMap(({ email, sso }) => (input.sso === true && !sso ? [email] : []))
          } satisfies EmailInviteInput.Result
        })
      )
    })

    return { send } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      EmailQuota.layer,
      Events.layer,
      Joining.layer,
      MailQueue.layer,
      SignInCodes.layer,
      TreeLock.layer
    ])
  )
}
