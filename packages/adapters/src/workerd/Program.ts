/**
 * The code that runs before a script. It writes each console line and the result of the run as text that the parent
 * process parses, and calls the handler of the script itself, so that errors thrown there are reported.
 */
const frame = `
const say = console.log.bind(console);
const Answer = Response;
const { stringify } = JSON;
const tell = (...said) => say("quire:" + stringify(said));
const toText = (value) => {
  if (typeof value === "string") return value;
  try {
    if (value instanceof Error) return String(value.stack ?? value);
    return stringify(value) ?? String(value);
  } catch { return "[unreadable]" }
};
for (const [name, level] of [["debug", "debug"], ["trace", "debug"], ["log", "info"], ["info", "info"], ["warn", "warn"], ["error", "error"]]) {
  console[name] = (...values) => tell("log", level, values.map(toText).join(" "));
}
const settle = async (waiting) => {
  for (let known = -1; known < waiting.length; ) { known = waiting.length; await Promise.allSettled(waiting) };
  tell("settled");
}
const finish = async (answer, waiting) => {
  try {
    const response = await answer();
    if (response === undefined) { tell("failed", "invalid", "the script handles no requests"); return new Answer(null, { status: 500 }) };
    if (!(response instanceof Answer)) throw new TypeError("the script returned a value that is not a Response");
    tell("answered");
    void settle(waiting);
    return response;
  } catch (cause) {
    tell("failed", "thrown", toText(cause));
    return new Answer(null, { status: 500 });
  }
}
`

const listening = `
const add = globalThis.addEventListener;
const handlers = [];
globalThis.addEventListener = (type, handler, options) => {
  if (type === "fetch") handlers.push(typeof handler === "function" ? handler : (event) => handler.handleEvent(event));
  else add(type, handler, options);
}
add("fetch", (event) => {
  const waiting = [];
  const waitUntil = (promise) => { waiting.push(promise); event.waitUntil(promise) };
  event.respondWith(finish(() => {
    let answer;
    const given = { type: "fetch", request: event.request, respondWith: (response) => { answer ??= response }, waitUntil, passThroughOnException: () => undefined };
    for (const handler of handlers) handler(given);
    return answer;
  }, waiting));
});
`

const calling = `
export default {
  fetch(request, env, context) {
    const waiting = []
    const waitUntil = (promise) => { waiting.push(promise); context.waitUntil(promise) }
    return finish(() => program.default?.fetch?.(request, env, { waitUntil, passThroughOnException: () => undefined }), waiting)
  }
}
`

/** Files by name. */
export type Files = Readonly<Record<string, string>>

const isModule = (program: string): boolean =>
  /^[^\S\n\r\u2028\u2029]*(export|import)\s|[;}]\s*export\s*[{d*]/m.test(program)

const filesOf = (program: string): { readonly files: Files; readonly worker: string } =>
  isModule(program)
    ? {
        files: {
          "main.mjs": `import "./console.mjs"; import * as program from "./program.mjs"; const { finish } = globalThis.__frame; delete globalThis.__frame; ${calling}`,
          "console.mjs": `${frame}; globalThis.__frame = { finish }`,
          "program.mjs": program
        },
        worker: `modules = [${["main", "console", "program"].map((name) => `(name = "${name}.mjs", esModule = embed "${name}.mjs")`).join(", ")}]`
      }
    : {
        files: { "script.js": `{${frame}${listening}}\n${program}` },
        worker: `serviceWorkerScript = embed "script.js"`
      }

/** Names of the configuration file that the process serves, and of its sockets. */
export const names = { configuration: "config.capnp", events: "events", egress: "egress" } as const

/**
 * The files of a process that runs a program, by name. The process listens on one socket in the folder, and sends the
 * fetches of the program to another one.
 */
export const make = (program: string, folder: string, heapMegabytes: number): Files => {
  const { files, worker } = filesOf(program)
  return {
    ...files,
    [names.configuration]: `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "script", worker = .script),
    (name = "egress", external = (address = "unix:${folder}/${names.egress}", http = (style = proxy)))
  ],
  sockets = [(name = "events", address = "unix:${folder}/${names.events}", http = (), service = "script")],
  v8Flags = ["--max-old-space-size=${heapMegabytes}"],
  structuredLogging = true
);
const script :Workerd.Worker = (
  ${worker},
  compatibilityDate = "2025-01-01",
  globalOutbound = "egress"
);
`
  }
}
