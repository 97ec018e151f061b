/** The tests that find bugs of installations. */
export const suites = {
  reach: ["packages/core/test/integrations/installation/Reach."],
  installations: ["test/src/engine/integrations/Installations.", "-t", "on memory"],
  installed: ["test/src/engine/integrations/InstalledIntegrations.", "-t", "on memory"],
  publishing: ["test/src/engine/integrations/Integrations.", "-t", "on memory"],
  integrationTokens: [
    "test/src/access/IntegrationTokens.",
    "-t",
    "on memory.*(named in|creators of|read and configure)"
  ]
}

export const plants = [
  {
    suite: "installations",
    bug: "a new version of an integration has its new scopes at once",
    file: "integrations/installation/Reach.ts",
    from: "scopes.filter((scope) => agreedScopes.includes(scope))",
    to: "scopes.filter(() => agreedScopes !== undefined)"
  },
  {
    suite: "reach",
    bug: "an installation that is not configured works",
    file: "integrations/installation/Reach.ts",
    from: '  statusOf(integration, self) === "active" &&\n',
    to: ""
  },
  {
    suite: "installations",
    bug: "members list the installations of organizations that others administer",
    file: "integrations/integration/IntegrationReach.ts",
    from: "isActiveAdministrator(member) ? [member.organization] : []",
    to: "[member.organization]"
  },
  {
    suite: "installed",
    bug: "a token of an installation asks for the next",
    file: "integrations/token/IntegrationTokens.ts",
    from: 'caller._tag !== "Integration" || caller.acting.installation !== undefined',
    to: 'caller._tag !== "Integration"'
  },
  {
    suite: "installed",
    bug: "guests are told the blocks of private integrations",
    file: "integrations/installation/InstalledIntegrations.ts",
    from: 'isHost || member.role !== null || visibility !== "private"',
    to: "isHost || visibility !== undefined"
  },
  {
    suite: "installed",
    bug: "an organization is shown what others have not handed on",
    file: "integrations/integration/Integration.ts",
    from: 'if (visibility !== "public") return [owner]',
    to: 'if (visibility === "private") return [owner]'
  },
  {
    suite: "integrationTokens",
    bug: "an integration widens its own reach",
    file: "integrations/installation/Installations.ts",
    from: "[scopes, site_selection, space_selection]",
    to: "[scopes, site_selection]"
  },
  {
    suite: "integrationTokens",
    bug: "what an integration proposes was made by the host",
    file: "spaces/change-request/NewChangeRequest.ts",
    from: "      ...(yield* callingInstallation),\n",
    to: ""
  },
  {
    suite: "publishing",
    bug: "an integration that was unpublished answers",
    file: "integrations/integration/IntegrationReach.ts",
    from: "self.isPublished && mayKnow(reach, self)",
    to: "mayKnow(reach, self)"
  }
]
