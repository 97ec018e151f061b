import { Mailer } from "@quire/core"
import { Context, Effect, Layer } from "effect"

/** Keeps emails in memory, oldest first, for tests and for hosts with custom delivery. */
export class MemoryMailer extends Context.Service<
  MemoryMailer,
  {
    readonly emails: Effect.Effect<ReadonlyArray<Mailer.Email>>
    /** Makes the mailer reject emails, or accept them again. */
    readonly refuse: (isRefusing: boolean) => Effect.Effect<void>
  }
>()("@quire/adapters/MemoryMailer") {}

export const layer: Layer.Layer<MemoryMailer | Mailer.Mailer> = Layer.effectContext(
  Effect.sync(() => {
    const kept: Array<Mailer.Email> = []
    let refuses = false
    const send = (email: Mailer.Email) =>
      Effect.suspend(() => {
        if (refuses) return new Mailer.MailFailed({ cause: "memory" })
        kept.push(email)
        return Effect.void
      })
    return Context.make(MemoryMailer, {
      emails: Effect.sync(() => [...kept]),
      refuse: (isRefusing) => Effect.sync(() => void (refuses = isRefusing))
    }).pipe(Context.add(Mailer.Mailer, { send }))
  })
)
