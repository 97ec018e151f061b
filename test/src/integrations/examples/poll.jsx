import { createComponent, createIntegration } from "@gitbook/runtime"

const domain = "polls.example"

/** A poll on a page: what is asked is in its properties, who answered what in its state. */
const poll = createComponent({
  componentId: "poll",
  initialState: (props) => ({ votes: Object.fromEntries((props.answers ?? []).map((answer) => [answer, 0])) }),
  async action(element, action) {
    switch (action.action) {
      case "@link.unfurl": {
        const url = new URL(action.url)
        if (url.hostname !== domain) return {}
        return { props: { question: decodeURIComponent(url.pathname.slice(1)), answers: url.searchParams.getAll("a") } }
      }
      case "vote":
        return {
          state: { votes: { ...element.state.votes, [action.answer]: (element.state.votes[action.answer] ?? 0) + 1 } }
        }
      case "close":
        return { type: "complete", returnValue: element.state.votes }
    }
  },
  async render(element, context) {
    const { answers = [], question = "" } = element.props
    element.setCache({ maxAge: 60 })
    return (
      <block controls={[{ label: "Close", onPress: { action: "close" } }]}>
        <card
          title={question}
          hint={[<text>{context.environment.installation?.configuration?.hint ?? "Choose one"}</text>]}
          onPress={{ action: "@ui.url.open", url: `https://${domain}/${encodeURIComponent(question)}` }}
        >
          <hstack>
            {answers.map((answer) => (
              <>
                <button label={answer} onPress={{ action: "vote", answer }} />
                <text style="bold">{String(element.state.votes?.[answer] ?? 0)}</text>
              </>
            ))}
          </hstack>
          <divider size="small" />
          <markdown content={element.context.type === "document" ? `*${element.context.theme}*` : ""} />
        </card>
      </block>
    )
  }
})

/** What whoever installs the integration is asked for. */
const settings = createComponent({
  componentId: "settings",
  initialState: (props) => ({ hint: props.installation?.configuration?.hint ?? "" }),
  async action(element, action, context) {
    if (action.action !== "save") return element
    const { installation, integration } = context.environment
    await context.api.integrations.updateIntegrationInstallation(integration.name, installation.id, {
      configuration: { hint: element.state.hint }
    })
    return { type: "complete" }
  },
  async render() {
    return (
      <configuration>
        <input
          label="Hint"
          hint="Shown above the answers"
          element={<textinput state="hint" placeholder="Choose one" />}
        />
        <button style="primary" label="Save" onPress={{ action: "save" }} />
      </configuration>
    )
  }
})

export default createIntegration({ components: [poll, settings] })
