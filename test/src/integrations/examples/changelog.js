import { createContentSource, createIntegration, ExposableError } from "@gitbook/runtime"

const text = (content) => ({ object: "text", leaves: [{ object: "leaf", text: content, marks: [] }] })

const pages = ["1.0", "1.1", "2.0"]

/** Pages made of what another service knows, one of each release. */
const releases = createContentSource({
  sourceId: "releases",
  getRevision: async ({ props }) => ({
    pages: pages.map((version) => ({
      id: version,
      type: "document",
      title: `${props.product} ${version}`,
      computed: { integration: "changelog", source: "releases", props: { version, product: props.product } }
    }))
  }),
  getPageDocument: async ({ props }) => {
    if (!pages.includes(props.version)) throw new ExposableError("there is no such release", 404)
    return {
      object: "document",
      data: {},
      nodes: [{ object: "block", type: "paragraph", isVoid: false, data: {}, nodes: [text(`New in ${props.version}`)] }]
    }
  }
})

export default createIntegration({
  contentSources: [releases],
  task: async (task) => console.log("task", task.type)
})
