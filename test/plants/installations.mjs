/** The tests that find bugs of installations. */
export const suites = {
  reach: ["packages/core/test/integrations/installation/Reach.test.ts"],
  installations: ["test/src/engine/integrations/Installations.test.ts", "-t", "on memory"]
}

export const plants = [
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
  }
]
