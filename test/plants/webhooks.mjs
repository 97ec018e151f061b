/** The tests that find faults in webhooks. */
export const suites = {
  webhooks: ["test/src/engine/integrations/Webhooks.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "webhooks",
    bug: "a webhook signature covers the body without its timestamp",
    file: "integrations/webhook/WebhookSender.ts",
    from: "`${time}.${body}`",
    to: "body"
  },
  {
    suite: "webhooks",
    bug: "an event that a receiver rejects is retried",
    file: "integrations/webhook/WebhookSender.ts",
    from: "status < 500 && status !== 408 && status !== 429",
    to: "status < 400"
  },
  {
    suite: "webhooks",
    bug: "the previous webhook secret no longer signs",
    file: "integrations/webhook/WebhookSecrets.ts",
    from: "until === null || now < until",
    to: "until === null"
  },
  {
    suite: "webhooks",
    bug: "the next event is sent while an earlier one waits for a retry",
    file: "integrations/delivery/DeliverySender.ts",
    from: "if (!(yield* write(record(each, sender, sent)))) break",
    to: "yield* write(record(each, sender, sent))"
  },
  {
    suite: "webhooks",
    bug: "the rest of a batch is sent to a webhook that was set inactive",
    file: "integrations/delivery/DeliverySender.ts",
    from: "return !queue.value.isHeld",
    to: "return true"
  }
]
