import { ScriptAdapter } from "@quire/adapters"
import { Addresses, ApiTokens, EventDispatcher, JobRunner, Organizations, ScriptRunner, Users } from "@quire/core"
import { Effect, Layer } from "effect"
import { as, asSystem, capabilities, memoryWith } from "../support/engine.ts"
import { listen } from "../support/mounted.ts"
import * as Server from "../support/server.ts"
import { bundle } from "./bundled.ts"

/** The engine of scripts; they reach services on this machine. */
const runner = ScriptAdapter.layerWith({ fetching: { allow: ["127.0.0.1"] } })

/** A server that scripts call back, on a free port, with an organization of one administrator. */
export const open = async () => {
  const at: { api?: Server.Opened<Server.Whole> } = {}
  const { close, url } = await listen((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk) => void chunks.push(chunk))
    request.on("end", async () => {
      const { connection: _, "content-length": __, "transfer-encoding": ___, ...headers } = request.headers
      const text = Buffer.concat(chunks).toString()
      const answer = await at.api?.send(request.method ?? "GET", request.url ?? "", {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        ...(text === "" ? {} : { text })
      })
      response.writeHead(answer?.status ?? 500, Object.fromEntries(answer?.headers ?? []))
      response.end(answer?.text)
    })
  })
  const opened = await Server.open(memoryWith(Layer.mergeAll(capabilities, Addresses.Addresses.layer(url), runner)))
  at.api = opened
  const admin = await opened.run(
    asSystem(
      Effect.flatMap(Users.Users, (users) =>
        users.ensure({ email: "admin@real.test", displayName: "Admin", emailVerified: true })
      )
    ).pipe(Effect.orDie)
  )
  const { organization, token } = await opened.run(
    Effect.gen(function* () {
      const { id: organization } = yield* Effect.flatMap(Organizations.Organizations, (all) =>
        all.create({ title: "Real" })
      )
      const { token } = yield* Effect.flatMap(ApiTokens.ApiTokens, (all) => all.create(admin.id, { label: "test" }))
      return { organization, token }
    }).pipe(as(admin.id), Effect.orDie)
  )

  /** Asks the API as the administrator; fails unless it succeeds. */
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await opened.send(method, `/v1${path}`, { token, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status} ${answer.text}`)
    return Object.assign(answer.json, { text: answer.text })
  }

  return {
    url,
    organization,
    ask,
    /** Calls an address of an integration, as anybody does. */
    call: (address: string, init: RequestInit = {}) => fetch(address, { redirect: "manual", ...init }),
    /** Publishes an example under a unique name, and installs it. */
    install: async (file: string, more: Readonly<Record<string, unknown>> = {}) => {
      const name = file.replace(/\..*/, "")
      const publication = { organization, title: "Real", description: "One of others", scopes: [], ...more }
      await ask("POST", `/integrations/${name}`, { ...publication, script: await bundle(file) })
      const installation = await ask("POST", `/integrations/${name}/installations`, { organization })
      return { name, installation: installation.id, path: `/integrations/${name}/installations/${installation.id}` }
    },
    /** Hands out what happened, and tells the scripts. */
    tell: () =>
      opened.run(
        Effect.gen(function* () {
          const { drain } = yield* JobRunner.JobRunner
          yield* asSystem(Effect.flatMap(EventDispatcher.EventDispatcher, ({ follow }) => follow()))
          yield* drain
        }).pipe(Effect.orDie)
      ),
    /** Runs a script without the engine, for requests that the engine does not make. */
    run: (run: ScriptRunner.ScriptRun) =>
      opened.run(Effect.flatMap(ScriptRunner.ScriptRunner, (runner) => runner.run(run))),
    failures: opened.failures,
    close: async () => {
      await close()
      await opened.close()
    }
  }
}

export type Stage = Awaited<ReturnType<typeof open>>
