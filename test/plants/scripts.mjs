const execution = "packages/adapters/test/script/Execution."
const adapter = "packages/adapters/test/script/ScriptAdapter."

/** The tests that find faults in the execution of scripts and in their requests and events. */
export const suites = {
  execution: [execution],
  apiOfScripts: [adapter, "-t", "reaches the API"],
  hostileThreads: ["packages/adapters/test/script/Conversation."],
  trace: ["packages/core/test/integrations/run/Trace."],
  publicEndpoints: ["test/src/contract/publicEndpoints.", "-t", "without cookies"],
  scopesOfEvents: ["test/src/engine/integrations/ScriptDeliveries.", "-t", "on memory.*may read the content"],
  scriptDeliveries: ["test/src/engine/integrations/ScriptDeliveries.", "-t", "on memory.*sends failed events again"]
}

const own = (suite, bug, file, from, to) => ({ package: "adapters", suite, bug, file: `script/${file}`, from, to })

export const plants = [
  own("execution", "a script has no memory limit", "Execution.ts", "    memoryLimit: limits.memoryBytes,\n", ""),
  own(
    "execution",
    "script runs share a realm",
    "Execution.ts",
    `const vm = await QuickJS.create({
    wasm,
    memoryLimit: limits.memoryBytes,
    maxStackSize: limits.stackBytes,
    interruptHandler: isOver,
    timezoneOffset: 0
  })`,
    `const vm = (globalThis.sharedRealm ??= await QuickJS.create({
    wasm,
    memoryLimit: limits.memoryBytes,
    maxStackSize: limits.stackBytes,
    interruptHandler: isOver,
    timezoneOffset: 0
  }))`
  ),
  own(
    "execution",
    "credentials are sent along with redirects to other origins",
    "RealmText.ts",
    "if(url.origin!==new URL(hop.url).origin)for(let name of ofOrigin)headers.delete(name);",
    ""
  ),
  own(
    "execution",
    "the size of a script trace has no limit",
    "Execution.ts",
    "const isTooMuch = this.#lines === limits.logLines || this.#logBytes + bytes > limits.logBytes",
    "const isTooMuch = this.#lines < 0 && bytes < 0"
  ),
  own(
    "execution",
    "the deadline does not interrupt code that runs after the response",
    "Execution.ts",
    "this.#isOver || this.#clock.now() > this.#ends)",
    "this.#isOver || (!this.#isAnswered && this.#clock.now() > this.#ends))"
  ),
  own(
    "execution",
    "fetches of a run are not counted on the thread that runs it",
    "Execution.ts",
    "this.#fetches += 1",
    ""
  ),
  own(
    "hostileThreads",
    "fetches of a run are not counted on the main thread",
    "Conversation.ts",
    "trace.fetches += 1",
    ""
  ),
  own(
    "apiOfScripts",
    "a script can reach every port on the host of the API",
    "Outgoing.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a module
    "open([`${api.hostname}:${portOf(api)}`])\n    return ({ url, ...sending }) => {\n      const isOwn = api !== undefined && parse(url)?.origin === api.origin",
    "open([api.hostname])\n    return ({ url, ...sending }) => {\n      const isOwn = api !== undefined && parse(url)?.hostname === api.hostname"
  ),
  own(
    "apiOfScripts",
    "a script can send proxy headers with the client's address to the API",
    "Outgoing.ts",
    "isOwn ? sending.headers.filter(([name]) => !isOfProxies(name)) : sending.headers",
    "sending.headers"
  ),
  {
    suite: "trace",
    bug: "secrets of a script remain in its trace",
    file: "integrations/run/Trace.ts",
    from: "message: withoutSecrets(message, given)",
    to: "message: message"
  },
  {
    package: "reader",
    suite: "publicEndpoints",
    bug: "scripts receive the cookies of their callers",
    file: "answer/AnonymousAnswer.ts",
    from: "=> connection.has(name) || cookies.has(name)",
    to: "=> connection.has(name)"
  },
  {
    suite: "scopesOfEvents",
    bug: "scripts receive events about content that their scopes do not cover",
    file: "integrations/event/EventFanOut.ts",
    from: "integration === undefined || !scopesOf(integration, self).includes(scope)",
    to: "integration === undefined"
  },
  {
    suite: "scriptDeliveries",
    bug: "a redelivered event has a different id",
    file: "integrations/run/InstallationSender.ts",
    from: "const { integration, payload } = stored\n",
    to: "const { integration } = stored\n      const payload = { ...stored.payload, eventId: `${stored.payload.eventId}-again` }\n"
  }
]
