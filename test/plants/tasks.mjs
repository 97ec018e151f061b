/** The tests that find faults in tasks, development mode, visibility events and visitor sign-in by integrations. */
export const suites = {
  tasks: ["test/src/engine/integrations/IntegrationTasks.", "-t", "on memory"],
  developments: ["test/src/engine/integrations/Developments.", "-t", "on memory"],
  toldVisibility: ["test/src/engine/integrations/ReportedVisibility.", "-t", "on memory"],
  visitorIntegrations: ["test/src/published/VisitorIntegrations.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "tasks",
    bug: "a task is dropped when a script cannot accept it yet",
    file: "integrations/task/IntegrationTasks.ts",
    from: 'if (sent._tag !== "Retry" || next.attempts',
    to: 'if (sent._tag !== "Gone" || next.attempts'
  },
  {
    suite: "tasks",
    bug: "tasks remain after their integration is deleted",
    file: "integrations/integration/Integrations.ts",
    from: '      yield* tasks.removeWhere("ofIntegration", { equals: { integration: next.id } })\n',
    to: ""
  },
  {
    suite: "developments",
    bug: "events of other organizations' installations are sent to a developer's machine",
    file: "integrations/development/Development.ts",
    from: "installation?.organization === integration.organization ?",
    to: "installation !== undefined ?"
  },
  {
    suite: "toldVisibility",
    bug: "the visibility of a space is reported from one of its sites alone",
    file: "integrations/event/VisibilityChanges.ts",
    from: "const published = yield* sites.findPublished(found.filter(isActive))",
    to: "const published = yield* sites.findPublished(found.map((one) => ({ ...one, sites: event.subjects })))"
  },
  {
    suite: "visitorIntegrations",
    bug: "an integration without the required scope can sign in visitors",
    file: "integrations/visitor/VisitorIntegrations.ts",
    from: "const may = integration !== undefined && scopesOf(integration, installation).includes(visitorScope)",
    to: "const may = integration !== undefined"
  }
]
