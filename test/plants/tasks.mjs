/** The tests that find bugs of tasks, of development mode and of what is told of spaces and visitors. */
export const suites = {
  tasks: ["test/src/engine/integrations/IntegrationTasks.", "-t", "on memory"],
  developments: ["test/src/engine/integrations/Developments.", "-t", "on memory"],
  toldVisibility: ["test/src/engine/integrations/ToldVisibility.", "-t", "on memory"],
  visitorIntegrations: ["test/src/published/VisitorIntegrations.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "tasks",
    bug: "a task that a script cannot take now is forgotten",
    file: "integrations/task/IntegrationTasks.ts",
    from: 'if (sent._tag !== "Retry" || next.attempts',
    to: 'if (sent._tag !== "Gone" || next.attempts'
  },
  {
    suite: "tasks",
    bug: "tasks outlive their integration",
    file: "integrations/integration/Integrations.ts",
    from: '      yield* tasks.removeWhere("ofIntegration", { equals: { integration: next.id } })\n',
    to: ""
  },
  {
    suite: "developments",
    bug: "what others have installed goes to the machine of a developer",
    file: "integrations/development/Development.ts",
    from: "installation?.organization === integration.organization ?",
    to: "installation !== undefined ?"
  },
  {
    suite: "toldVisibility",
    bug: "who reads a space is told from one site, whatever others show it",
    file: "integrations/event/VisibilityChanges.ts",
    from: "const published = yield* sites.findPublished(found.filter(isActive))",
    to: "const published = yield* sites.findPublished(found.map((one) => ({ ...one, sites: event.subjects })))"
  },
  {
    suite: "visitorIntegrations",
    bug: "an integration without the scope signs visitors in",
    file: "integrations/visitor/VisitorIntegrations.ts",
    from: "const may = integration !== undefined && scopesOf(integration, installation).includes(visitorScope)",
    to: "const may = integration !== undefined"
  }
]
