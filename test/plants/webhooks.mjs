/** The tests that find bugs of webhooks. */
export const suites = {
  webhooks: ["test/src/engine/integrations/Webhooks.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "webhooks",
    bug: "a signature is of the body without its time",
    file: "integrations/webhook/Signature.ts",
    from: "`${time}.${body}`",
    to: "body"
  },
  {
    suite: "webhooks",
    bug: "an event that a receiver refuses is tried again",
    file: "integrations/webhook/WebhookAnswer.ts",
    from: "status < 500 && status !== 408 && status !== 429",
    to: "status < 400"
  },
  {
    suite: "webhooks",
    bug: "the secret before the newest does not sign",
    file: "integrations/webhook/WebhookSecret.ts",
    from: "until === null || now < until",
    to: "until === null"
  },
  {
    suite: "webhooks",
    bug: "the next event does not wait for one that is retried",
    file: "integrations/delivery/DeliverySending.ts",
    from: "if (!(yield* write(record(each, sender, sent)))) break",
    to: "yield* write(record(each, sender, sent))"
  },
  {
    suite: "webhooks",
    bug: "what was about to be sent is sent to a webhook that is inactive",
    file: "integrations/delivery/DeliverySending.ts",
    from: "return !queue.value.isHeld",
    to: "return true"
  }
]
