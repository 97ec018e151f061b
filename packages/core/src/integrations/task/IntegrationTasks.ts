import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { InstallationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import type { Again, JobRun } from "../../foundation/jobs/JobRun.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Actor } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Access from "../../people/access/Access.ts"
import { limits as deliveryLimits, retryDelay } from "../delivery/EventDelivery.ts"
import type { DeliveryResult } from "../delivery/Receivers.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { idOf, collection as integrationCollection } from "../integration/Integration.ts"
import { IntegrationNotFound } from "../integration/IntegrationInput.ts"
import * as IntegrationReach from "../integration/IntegrationReach.ts"
import { sentOf } from "../run/InstallationSender.ts"
import { IntegrationRuns } from "../run/IntegrationRuns.ts"
import { collection, type IntegrationTask, limits, postponed, Queue, TooManyTasks } from "./IntegrationTask.ts"

/** Job that delivers the task in its key to a script. */
const telling = JobKind.make({ name: "integration-task", payload: Schema.Null, deadline: 60_000, isShared: true })

const payloadOf = ({ id, installation, task }: IntegrationTask) => ({
  type: "task" as const,
  eventId: id,
  ...(installation === null ? {} : { installationId: installation }),
  task
})

const gone: DeliveryResult = { _tag: "Refused", why: "the integration is not published" }

/** Delivers queued tasks to scripts (rule integration-task). */
export class IntegrationTasks extends Context.Service<IntegrationTasks>()("@quire/core/IntegrationTasks", {
  make: Effect.gen(function* () {
    const events = yield* Events
    const jobs = yield* Jobs
    const nextId = yield* IdGenerator
    const runs = yield* IntegrationRuns
    const { mutate } = yield* Mutation
    const reaching = yield* IntegrationReach.IntegrationReach
    const integrations = yield* Repository.make(integrationCollection)
    const installations = yield* Repository.make(installationCollection)
    const tasks = yield* Repository.make(collection)
    const check = checked(Queue)

    /** Refuses users, who cannot queue tasks, with an error that depends on whether they can see the integration. */
    const refusePeople = Effect.fnUntraced(function* (name: string) {
      const reach = yield* reaching.of(yield* callingAnyone)
      const found = Option.getOrUndefined(yield* integrations.get(idOf(name)))?.value
      if (found === undefined || !IntegrationReach.maySee(reach, found)) return yield* new IntegrationNotFound({ name })
      return yield* new Access.Forbidden({ action: "integration:self", target: `integration ${name}` })
    })

    /** The calling integration, and its installation if it calls with the token of one. */
    const findOwn = Effect.fnUntraced(function* (name: string) {
      const caller = yield* Actor
      if (caller._tag !== "Integration") return yield* refusePeople(name)
      const { installation, integration } = caller.acting
      if (integration !== idOf(name)) return yield* new IntegrationNotFound({ name })
      return { id: idOf(name), installation: installation === undefined ? null : InstallationId.make(installation) }
    })

    /** Organization whose audit log records the task: that of the installation, or else the owner. */
    const organizationOf = Effect.fnUntraced(function* (installation: InstallationId | null) {
      const found = installation === null ? Option.none() : yield* installations.get(installation)
      return Option.getOrUndefined(found)?.value.organization
    })

    const insert = Effect.fnUntraced(function* (name: string, asked: Pick<IntegrationTask, "installation" | "task">) {
      const integration = (yield* integrations.lock([idOf(name)])).get(idOf(name))?.value
      if (integration?.isPublished !== true) return yield* new IntegrationNotFound({ name })
      const count = yield* tasks.count("ofIntegration", { equals: { integration: integration.id } })
      if (count >= limits.waiting) return yield* new TooManyTasks({ name })
      const made = { id: yield* nextId, integration: integration.id, attempts: 0, ...asked }
      yield* tasks.insert({ ...made, createdAt: yield* Clock.currentTimeMillis })
      const organization = (yield* organizationOf(asked.installation)) ?? integration.organization
      yield* events.announce({
        type: "integrationTasks.create",
        organization,
        subjects: [integration.name, made.id]
      })
      return { id: made.id, share: organization }
    })

    /** Queues a task for the script, now or after a number of seconds. */
    const queue = operation("IntegrationTasks.queue")(function* (name: string, given: Queue) {
      const { schedule = 0, task } = yield* check(given)
      const { installation } = yield* findOwn(name)
      const runAt = (yield* Clock.currentTimeMillis) + Math.ceil(schedule * 1000)
      yield* mutate(
        Effect.flatMap(insert(name, { installation, task }), ({ id, share }) =>
          jobs.offer(telling, id, null, { runAt, share })
        )
      )
    })

    /** Records the result of an attempt; returns when the next one is due, if any. */
    const settle = Effect.fnUntraced(function* (id: string, sent: DeliveryResult): Effect.fn.Return<Again | undefined> {
      const seen = (yield* tasks.lock([id])).get(id)
      if (seen === undefined) return undefined
      const next = postponed(seen.value)
      if (sent._tag !== "Retry" || next.attempts >= deliveryLimits.attempts) {
        yield* tasks.remove([id])
        return undefined
      }
      yield* tasks.update(seen, next)
      return { again: (yield* Clock.currentTimeMillis) + retryDelay(id, next.attempts) }
    })

    const tell = Effect.fnUntraced(function* ({ key, write }: JobRun<null>) {
      const task = Option.getOrUndefined(yield* tasks.get(key))?.value
      if (task === undefined) return undefined
      const { installation, integration } = task
      const outcome = yield* runs.run({ integration, installation, payload: payloadOf(task) })
      return yield* write(settle(key, Option.match(outcome, { onNone: () => gone, onSome: sentOf })))
    })

    yield* jobs.handle(telling, tell)

    return { queue } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Events.layer,
      IntegrationReach.IntegrationReach.layer,
      IntegrationRuns.layer,
      Jobs.layer,
      Mutation.layer
    ])
  )
}
