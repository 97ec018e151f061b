/** The tests that find faults in installations. */
export const suites = {
  reach: ["packages/core/test/integrations/installation/Reach."],
  installations: ["test/src/engine/integrations/Installations.", "-t", "on memory"],
  installed: ["test/src/engine/integrations/InstalledIntegrations.", "-t", "on memory"],
  publishing: ["test/src/engine/integrations/Integrations.", "-t", "on memory"],
  integrationTokens: [
    "test/src/access/IntegrationTokens.",
    "-t",
    "on memory.*(?:reads and configures|creator of a change request|rule integration-token)"
  ]
}

export const plants = [
  {
    suite: "installations",
    bug: "a new version of an integration receives its new scopes without consent",
    file: "integrations/installation/Reach.ts",
    from: "scopes.filter((scope) => agreedScopes.includes(scope))",
    to: "scopes.filter(() => agreedScopes !== undefined)"
  },
  {
    suite: "reach",
    bug: "an installation that is not configured is active",
    file: "integrations/installation/Reach.ts",
    from: '  statusOf(integration, self) === "active" &&\n',
    to: ""
  },
  {
    suite: "installations",
    bug: "members can list the installations of organizations that they do not administer",
    file: "integrations/integration/IntegrationReach.ts",
    from: "isActiveAdministrator(member) ? [member.organization] : []",
    to: "[member.organization]"
  },
  {
    suite: "installed",
    bug: "an installation token can request another installation token",
    file: "integrations/token/IntegrationTokens.ts",
    from: 'caller._tag !== "Integration" || caller.acting.installation !== undefined',
    to: 'caller._tag !== "Integration"'
  },
  {
    suite: "installed",
    bug: "guests can list the blocks of private integrations",
    file: "integrations/installation/InstalledIntegrations.ts",
    from: 'isHost || member.role !== null || visibility !== "private"',
    to: "isHost || visibility !== undefined"
  },
  {
    suite: "installed",
    bug: "unlisted integrations appear in the lists of other organizations",
    file: "integrations/integration/Integration.ts",
    from: 'if (visibility !== "public") return [owner]',
    to: 'if (visibility === "private") return [owner]'
  },
  {
    suite: "integrationTokens",
    bug: "an integration can change the space selection of its installation",
    file: "integrations/installation/Installations.ts",
    from: "[scopes, site_selection, space_selection]",
    to: "[scopes, site_selection]"
  },
  {
    suite: "integrationTokens",
    bug: "a change request that an integration creates does not name the installation",
    file: "spaces/change-request/ChangeRequests.ts",
    from: "      ...(yield* callingInstallation),\n",
    to: ""
  },
  {
    suite: "publishing",
    bug: "an unpublished integration is still available",
    file: "integrations/integration/IntegrationReach.ts",
    from: "self.isPublished && mayKnow(reach, self)",
    to: "mayKnow(reach, self)"
  }
]
