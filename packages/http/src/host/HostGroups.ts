import type * as HostApi from "./HostApi.ts"

type Merging = HostApi.Services["merging"]

type Others = Omit<
  HostApi.Services,
  | "accessReports"
  | "changeRequests"
  | "comments"
  | "contents"
  | "domainJoins"
  | "duplication"
  | "edits"
  | "emailInvites"
  | "exports"
  | "history"
  | "imports"
  | "inviteUse"
  | "mergeRules"
  | "merging"
  | "organizations"
  | "people"
  | "refreshes"
  | "rollbacks"
  | "searches"
  | "spaces"
  | "users"
>

/** The operations grouped by subject, under the names that hosts use. */
export type Groups = Others & {
  readonly access: HostApi.Services["accessReports"]
  readonly changeRequests: HostApi.Services["changeRequests"] &
    Pick<Merging, "merge" | "resolve"> & {
      /** Returns the conflicts or the changes of a merge without writing anything. */
      readonly mergeStatus: Merging["status"]
      /** Merges the primary content into the change request if there are no conflicts. */
      readonly pull: Merging["update"]
    }
  readonly comments: Omit<HostApi.Services["comments"], "postRead">
  readonly content: HostApi.Services["contents"] & {
    /** Edits content in one batch: a change request, or a space whose edit mode is live (rule batch-references). */
    readonly edit: HostApi.Services["edits"]["apply"]
  }
  readonly exports: Omit<HostApi.Services["exports"], "open">
  readonly imports: HostApi.Services["imports"] & HostApi.Services["refreshes"]
  readonly invites: HostApi.Services["inviteUse"] & HostApi.Services["emailInvites"]
  readonly mergeRules: HostApi.Services["mergeRules"]
  readonly organizations: HostApi.Services["organizations"] & HostApi.Services["domainJoins"]
  readonly revisions: HostApi.Services["history"] & {
    /** Rolls back to a revision of the primary content, even in a locked space (rule rollback-whole). */
    readonly rollBack: HostApi.Services["rollbacks"]["rollback"]
  }
  readonly search: Omit<HostApi.Services["searches"], "amongSpaces">
  readonly spaces: HostApi.Services["spaces"] & HostApi.Services["duplication"]
  readonly users: HostApi.Services["users"] & HostApi.Services["people"]
}

/** Groups services by subject, leaving out operations that only services use among themselves. */
export const groupOperations = ({
  accessReports,
  changeRequests,
  comments: { postRead: _postRead, ...comments },
  contents,
  domainJoins,
  duplication,
  edits,
  emailInvites,
  exports: { open: _open, ...exports },
  history,
  imports,
  inviteUse,
  merging,
  organizations,
  people,
  refreshes,
  rollbacks,
  searches: { amongSpaces: _amongSpaces, ...search },
  spaces,
  users,
  ...others
}: HostApi.Services): Groups => ({
  ...others,
  access: accessReports,
  changeRequests: {
    ...changeRequests,
    merge: merging.merge,
    resolve: merging.resolve,
    mergeStatus: merging.status,
    pull: merging.update
  },
  comments,
  content: { ...contents, edit: edits.apply },
  exports,
  imports: { ...imports, ...refreshes },
  invites: { ...inviteUse, ...emailInvites },
  organizations: { ...organizations, ...domainJoins },
  revisions: { ...history, rollBack: rollbacks.rollback },
  search,
  spaces: { ...spaces, ...duplication },
  users: { ...users, ...people }
})
