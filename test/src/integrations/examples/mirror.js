import { createIntegration } from "@gitbook/runtime"

/** Writes down in its configuration what it was told, by the token of its installation. */
const remember = async (event, { api, environment }) => {
  const { installation, integration } = environment
  if (installation.configuration.setUp !== undefined) return
  const { data } = await api.integrations.getIntegrationInstallationById(integration.name, event.installationId)
  await api.integrations.updateIntegrationInstallation(integration.name, data.id, {
    configuration: { ...data.configuration, setUp: `${event.status} for ${data.target.organization ?? "nobody"}` },
    externalIds: [`mirror-${data.id}`]
  })
}

const rememberSpace = async ({ spaceId }, { api, environment }) => {
  const { installation, integration, spaceInstallation } = environment
  if (spaceInstallation.configuration?.title !== undefined) return
  const { data } = await api.spaces.getSpaceById(spaceId)
  await api.integrations.updateIntegrationSpaceInstallation(integration.name, installation.id, spaceId, {
    configuration: { title: data.title }
  })
}

export default createIntegration({
  events: {
    installation_setup: remember,
    space_installation_setup: [rememberSpace, async (event) => console.log("told of", event.spaceId)],
    installation_deleted: async () => undefined
  }
})
