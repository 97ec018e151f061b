import { HtmlValidate } from "html-validate"

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:document", "html-validate:a11y"],
  rules: {
    "require-sri": ["error", { target: "crossorigin" }],
    // Ids with a colon are those that no author can write.
    "valid-id": ["error", { relaxed: true }]
  }
})

/** What is wrong with the markup of a page. */
export const faultsOf = async (text: string): Promise<ReadonlyArray<string>> => {
  const { results } = await validator.validateString(text)
  return results.flatMap(({ messages }) =>
    messages.map(({ line, message, ruleId, selector }) => `${ruleId} ${message} (line ${line}, ${selector ?? ""})`)
  )
}
