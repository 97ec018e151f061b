import {
  FileMailer,
  GuardedFetcher,
  HtmlAdapter,
  Importers,
  MarkdownAdapter,
  NodeCrypto,
  SmtpMailer
} from "@quire/adapters"
import * as Memory from "@quire/adapters/memory"
import { type EmbeddedPostgres, type Migrations, Postgres } from "@quire/adapters/postgres"
import {
  AccessReports,
  Actor,
  Addresses,
  ApiTokens,
  Audit,
  ChangeRequests,
  Changes,
  Collections,
  CommentReplies,
  Comments,
  ContentEdits,
  Contents,
  CustomFields,
  DomainJoins,
  Duplication,
  EmailInvites,
  Engine,
  Grants,
  Imports,
  InviteUse,
  LetterPolicy,
  LinkInvites,
  Links,
  Mailer,
  Mailroom,
  MemberSpaces,
  Members,
  MergeRuleSettings,
  Merging,
  Organizations,
  Presence,
  Purge,
  Reindex,
  ReviewRequests,
  Reviews,
  RevisionHistory,
  Rollbacks,
  Searches,
  SignIn,
  SpaceCustomFields,
  Spaces,
  type StoreError,
  TeamMembers,
  Teams,
  type UserId,
  Users
} from "@quire/core"
import { Effect, Layer, Logger, ManagedRuntime, Redacted } from "effect"
import * as Http from "./Http.ts"
import * as Identify from "./Identify.ts"
import { OrganizationCreation, type Policy } from "./organization/OrganizationCreation.ts"
import { type Promised, promised } from "./Promised.ts"
import { RateLimit } from "./RateLimit.ts"
import { Readiness } from "./Readiness.ts"
import * as WebHandler from "./WebHandler.ts"

/** Where everything is kept. */
export type Store =
  | { readonly kind: "memory" }
  /** A Postgres of its own in a folder; a guest joins the one of a running process. */
  | { readonly kind: "embedded"; readonly directory: string; readonly guest?: boolean }
  | { readonly kind: "postgres"; readonly url: string }

/** Who delivers letters. */
export type Mail =
  | { readonly kind: "smtp"; readonly url: string; readonly from: string }
  /** Each letter becomes a file. */
  | { readonly kind: "folder"; readonly directory: string; readonly from?: string }
  /** Nobody: letters wait in the store. */
  | { readonly kind: "none" }

export interface EngineOptions {
  readonly store: Store
  /** How clients reach the API: what `urls` begin with. */
  readonly baseUrl: string
  /** What `urls.app` begins with; the base and `/app` when absent. */
  readonly appUrl?: string | undefined
  /** `host` or `host:port` that imports may fetch from although not public. */
  readonly fetchAllow?: ReadonlyArray<string>
  /** Nobody delivers letters when absent. */
  readonly mail?: Mail
  /** Kinds of letters that nobody is sent, and how many one person gets and has sent a day; sensible numbers when absent. */
  readonly letters?: Partial<LetterPolicy.Policy>
  /** The operator's own key, of 32 characters or more: what is sealed is unreadable to whoever has the store alone. */
  readonly secretKey?: string | undefined
  /** Told what is happening when a start takes seconds. */
  readonly onProgress?: (step: string) => void
  /** Told when the embedded server has ended and is given up: nothing can be read or written any more. */
  readonly onStoreLost?: (lost: EmbeddedPostgres.EmbeddedPostgresLost) => void
}

/** Why a store or a capability could not be opened; the message says what to do. */
export type StartError =
  | EmbeddedPostgres.EmbeddedPostgresUnavailable
  | Migrations.MigrationRefused
  | StoreError.StoreError
  | GuardedFetcher.UnreadableEntry

const storeLayer = ({ onProgress, onStoreLost, store }: EngineOptions): Layer.Layer<Postgres.Ports, StartError> => {
  switch (store.kind) {
    case "memory":
      return Memory.Memory.layer
    case "embedded":
      return Postgres.layerEmbedded({
        directory: store.directory,
        guest: store.guest ?? false,
        onProgress: (step) => Effect.sync(() => onProgress?.(step)),
        onLost: (lost) => Effect.sync(() => onStoreLost?.(lost))
      })
    case "postgres":
      return Postgres.layer({ url: Redacted.make(store.url) })
  }
}

const mailLayer = (mail: Mail): Layer.Layer<Mailer.Mailer> => {
  switch (mail.kind) {
    case "smtp":
      return SmtpMailer.layer({ url: Redacted.make(mail.url), from: mail.from })
    case "folder":
      return FileMailer.layer(mail)
    case "none":
      return Mailer.Mailer.layerAbsent
  }
}

/** The engine with every port, for Effect hosts that do not choose their adapters one by one. */
export const layer = (options: EngineOptions): Layer.Layer<Engine.Services | Engine.Ports, StartError> =>
  Engine.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        storeLayer(options),
        NodeCrypto.layerWith(options.secretKey === undefined ? undefined : Redacted.make(options.secretKey)),
        mailLayer(options.mail ?? { kind: "none" }),
        Layer.succeed(LetterPolicy.LetterPolicy, { off: [], ...LetterPolicy.limits, ...options.letters }),
        Addresses.Addresses.layer(options.baseUrl, options.appUrl),
        GuardedFetcher.layer({ allow: options.fetchAllow ?? [] }),
        Importers.layer().pipe(Layer.provideMerge(Layer.mergeAll(MarkdownAdapter.layer, HtmlAdapter.layer)))
      )
    )
  )

const operations = {
  users: Users.Users,
  tokens: ApiTokens.ApiTokens,
  audit: Audit.Audit,
  accessReports: AccessReports.AccessReports,
  organizations: Organizations.Organizations,
  members: Members.Members,
  memberSpaces: MemberSpaces.MemberSpaces,
  presence: Presence.Presence,
  teams: Teams.Teams,
  teamMembers: TeamMembers.TeamMembers,
  collections: Collections.Collections,
  spaces: Spaces.Spaces,
  customFields: CustomFields.CustomFields,
  spaceCustomFields: SpaceCustomFields.SpaceCustomFields,
  duplication: Duplication.Duplication,
  contents: Contents.Contents,
  imports: Imports.Imports,
  searches: Searches.Searches,
  purge: Purge.Purge,
  reindex: Reindex.Reindex,
  changeRequests: ChangeRequests.ChangeRequests,
  merging: Merging.Merging,
  edits: ContentEdits.ContentEdits,
  changes: Changes.Changes,
  history: RevisionHistory.RevisionHistory,
  rollbacks: Rollbacks.Rollbacks,
  comments: Comments.Comments,
  replies: CommentReplies.CommentReplies,
  links: Links.Links,
  reviews: Reviews.Reviews,
  reviewRequests: ReviewRequests.ReviewRequests,
  mergeRules: MergeRuleSettings.MergeRuleSettings,
  linkInvites: LinkInvites.LinkInvites,
  inviteUse: InviteUse.InviteUse,
  emailInvites: EmailInvites.EmailInvites,
  domainJoins: DomainJoins.DomainJoins,
  signIn: SignIn.SignIn,
  mailroom: Mailroom.Mailroom,
  grants: Grants.Grants
}

type Services = { readonly [K in keyof typeof operations]: (typeof operations)[K]["Service"] }

/** The engine's operations as promises, for one caller; a refusal rejects with its typed error. */
export type Face = { readonly [K in keyof Services]: Promised<Services[K]> }

export interface Quire {
  /** The host itself, which no check refuses. */
  readonly system: Face
  readonly as: (user: UserId.UserId) => Face
  /** The API behind `/v1` as a function from request to answer. */
  readonly handler: (request: Request) => Promise<Response>
  readonly close: () => Promise<void>
}

export interface Options extends EngineOptions {
  /** Who may create organizations over HTTP; anyone by default. */
  readonly organizationCreation?: Policy
  /** Requests a minute and person, and of all others a minute and address; unlimited when absent. */
  readonly rateLimit?: number
  /** Who calls the handler, for hosts that sign people in themselves; bearer tokens alone count when absent. */
  readonly identify?: Identify.Identify
}

/** A line for each entry, on the console. */
const logging = Logger.layer([Logger.consoleLogFmt])

/** Opens an engine for hosts without Effect. Close it to release the store. */
export const open = async (options: Options): Promise<Quire> => {
  const engine = Layer.provideMerge(layer(options), logging)
  const runtime = ManagedRuntime.make(engine)
  const context = await runtime.context()
  const opened: Services = await runtime.runPromise(Effect.all(operations))
  const run = (effect: Effect.Effect<unknown, unknown>) => runtime.runPromiseExit(effect)
  const face = (caller: Actor.Caller): Face => ({
    changeRequests: promised(opened.changeRequests, run, caller),
    merging: promised(opened.merging, run, caller),
    edits: promised(opened.edits, run, caller),
    changes: promised(opened.changes, run, caller),
    history: promised(opened.history, run, caller),
    rollbacks: promised(opened.rollbacks, run, caller),
    comments: promised(opened.comments, run, caller),
    replies: promised(opened.replies, run, caller),
    links: promised(opened.links, run, caller),
    reviews: promised(opened.reviews, run, caller),
    reviewRequests: promised(opened.reviewRequests, run, caller),
    mergeRules: promised(opened.mergeRules, run, caller),
    linkInvites: promised(opened.linkInvites, run, caller),
    inviteUse: promised(opened.inviteUse, run, caller),
    emailInvites: promised(opened.emailInvites, run, caller),
    domainJoins: promised(opened.domainJoins, run, caller),
    signIn: promised(opened.signIn, run, caller),
    mailroom: promised(opened.mailroom, run, caller),
    grants: promised(opened.grants, run, caller),
    users: promised(opened.users, run, caller),
    tokens: promised(opened.tokens, run, caller),
    audit: promised(opened.audit, run, caller),
    accessReports: promised(opened.accessReports, run, caller),
    organizations: promised(opened.organizations, run, caller),
    members: promised(opened.members, run, caller),
    memberSpaces: promised(opened.memberSpaces, run, caller),
    presence: promised(opened.presence, run, caller),
    teams: promised(opened.teams, run, caller),
    teamMembers: promised(opened.teamMembers, run, caller),
    collections: promised(opened.collections, run, caller),
    spaces: promised(opened.spaces, run, caller),
    customFields: promised(opened.customFields, run, caller),
    spaceCustomFields: promised(opened.spaceCustomFields, run, caller),
    duplication: promised(opened.duplication, run, caller),
    contents: promised(opened.contents, run, caller),
    imports: promised(opened.imports, run, caller),
    searches: promised(opened.searches, run, caller),
    purge: promised(opened.purge, run, caller),
    reindex: promised(opened.reindex, run, caller)
  })
  const limits =
    options.rateLimit === undefined ? RateLimit.layerOff : RateLimit.layerMemory({ perMinute: options.rateLimit })
  const web = WebHandler.toWebHandler(
    Http.layer.pipe(
      Layer.provide(
        Layer.mergeAll(Readiness.layer, OrganizationCreation.layer(options.organizationCreation ?? "anyone"))
      ),
      Layer.provideMerge(Layer.merge(limits, logging)),
      Layer.provide(options.identify === undefined ? Layer.empty : Identify.layer(options.identify)),
      Layer.provide(Layer.succeedContext(context))
    )
  )
  return {
    system: face(Actor.system),
    as: (user) => face(Actor.user(user)),
    handler: web.handler,
    close: async () => {
      await web.dispose()
      await runtime.dispose()
    }
  }
}
