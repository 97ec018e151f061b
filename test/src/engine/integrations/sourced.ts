/**
 * A script whose source `docs` has a page with a text and one below it, called as the properties and the configuration
 * say. `answer` in the properties is answered as it is, `throws` throws, `random` answers differently each time.
 */
export const scriptOf = (word: string) => `
addEventListener("fetch", (fetched) => fetched.respondWith((async () => {
  const form = await fetched.request.formData()
  const event = JSON.parse(form.get("event"))
  const { configuration } = JSON.parse(form.get("environment")).installation
  const { props, dependencies, sourceId, type } = event
  if (configuration.broken === true) throw new Error("canary")
  if (props.throws) throw new Error("canary")
  if (props.answer) return Response.json(props.answer)
  const text = (said) => ({
    object: "block", type: "paragraph",
    nodes: [{ object: "text", leaves: [{ object: "leaf", text: said, marks: [] }] }]
  })
  const link = (page) => ({
    object: "block", type: "paragraph", nodes: [
      { object: "inline", type: "link", data: { ref: { kind: "page", page } },
        nodes: [{ object: "text", leaves: [{ object: "leaf", text: "there", marks: [] }] }] }
    ]
  })
  if (type === "content_compute_document") {
    const said = props.random ? "r" + Math.random() : "About " + (props.of ?? "nothing") + " " + JSON.stringify(dependencies)
    return Response.json({ document: { object: "document", data: { schemaVersion: 1 }, nodes: [text(said), link("second")] } })
  }
  const computed = (of) => ({ type: "integration:" + props.name + ":" + sourceId, props: { ...props, of }, dependencies })
  const title = "${word} " + (configuration.word ?? "plain")
  const second = { type: "document", id: "second", title: "Second", computed: computed("second") }
  const first = { type: "document", id: "first", title, computed: computed("first"), pages: [second] }
  const away = { type: "link", title: "Away", target: { kind: "page", page: "first" } }
  const pages = [first, away, { type: "group", title: "More", pages: [{ type: "document", title: props.random ? "t" + Math.random() : "Last" }] }]
  return Response.json({ pages, files: [] })
})()))`
