import { type ChildProcess, spawn } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { ScriptRunner } from "@quire/core"
import { Deferred, Effect, Option, Schema } from "effect"

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

export const limits = {
  /** Heap limit of a program. */
  heapMegabytes: 64,
  /** Memory limit of the process. */
  residentMegabytes: 256,
  /** Interval of memory checks in milliseconds. */
  watchMilliseconds: 25,
  /** Characters of one line of output, and of an error message of the process. */
  lineLength: 262_144,
  complaintLength: 16_384
} as const

/** A page of memory, as the system counts. */
const pageBytes = 4_096

const Said = Schema.Union([
  Schema.Tuple([Schema.Literal("log"), ScriptRunner.LogLevel, Schema.String]),
  Schema.Tuple([Schema.Literal("answered")]),
  Schema.Tuple([Schema.Literal("settled")]),
  Schema.Tuple([Schema.Literal("failed"), Schema.Literals(["invalid", "thrown"]), Schema.String])
])
/** A message that the frame of a program writes in one line. */
type Said = typeof Said.Type

const decodeSaid = Schema.decodeUnknownOption(Schema.fromJsonString(Said))
const decodeLine = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ message: Schema.String })))
const decodeValues = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Tuple([Schema.String])))

const [before, mark] = ["message() = ", "quire:"]

/** The text written to the console: modules write it unchanged, scripts write a list of values. */
const writtenIn = (message: string): string =>
  message.startsWith(mark)
    ? message
    : Option.match(decodeValues(message.slice(message.indexOf(before) + before.length)), {
        onNone: () => "",
        onSome: ([text]) => text
      })

/** The frame's message in a line of the process log; none if the line is other output. */
const readLine = (line: string): Option.Option<Said> =>
  decodeLine(line).pipe(
    Option.map(({ message }) => writtenIn(message)),
    Option.filter((text) => text.startsWith(mark)),
    Option.flatMap((text) => decodeSaid(text.slice(mark.length)))
  )

/** Whether a line of the engine reports that it ran out of memory. A script cannot write a line of that level. */
const isOutOfMemory = (line: string): boolean => line.includes('"level":"fatal"') && line.includes("heap out of memory")

/** Takes the lines of a stream, except those that are too long. */
const takeLines = (stream: Readable, take: (line: string) => void): void => {
  let rest = ""
  let isTooLong = false
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      if (!isTooLong && line.length <= limits.lineLength) take(line)
      isTooLong = false
    }
    if (rest.length > limits.lineLength) {
      rest = ""
      isTooLong = true
    }
  })
}

const residentMegabytesOf = async ({ pid }: ChildProcess): Promise<number> => {
  const counts = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "")
  return (Number(counts.split(" ")[1] ?? 0) * pageBytes) / 1_048_576
}

/** Kills a process that exceeds its memory limit. */
const watchMemory = (child: ChildProcess, tell: () => void): NodeJS.Timeout =>
  setInterval(async () => {
    if ((await residentMegabytesOf(child)) <= limits.residentMegabytes) return
    tell()
    child.kill("SIGKILL")
  }, limits.watchMilliseconds)

const failure = (reason: ScriptRunner.ScriptFailureReason, message: string): ScriptRunner.ScriptFailure => ({
  reason,
  message
})

const tooMuch = failure("memory", "the script exceeded its memory limit")

/** Error messages that the process writes before it listens. */
const messagesIn = (complaint: string): string =>
  complaint
    .split("\n")
    .flatMap((line) => Option.toArray(decodeLine(line)))
    .map(({ message }) => message.replace("service script: ", ""))
    .join("\n")

const starting = (program: string, folder: string): ChildProcess =>
  spawn(program, ["serve", join(folder, names.configuration), "--control-fd=3", "--verbose"], {
    cwd: folder,
    env: {},
    stdio: ["ignore", "pipe", "pipe", "pipe"]
  })

/** Kills a process and waits until it has exited. */
const kill = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGKILL")
  })

export interface WorkerdProcess {
  /** Completes when the process accepts requests. */
  readonly ready: Effect.Effect<void>
  /** Completes when the script has responded; a response received earlier is from the engine. */
  readonly answered: Effect.Effect<void, ScriptRunner.ScriptFailure>
  /** Completes when the script has responded and its `waitUntil` promises have settled. */
  readonly settled: Effect.Effect<void, ScriptRunner.ScriptFailure>
  /** Fails when the process exits unexpectedly. */
  readonly ended: Effect.Effect<never, ScriptRunner.ScriptFailure>
}

/** Starts a process that inherits nothing from this one except a folder, and kills it with the scope. */
export const open = Effect.fnUntraced(function* (
  program: string,
  folder: string,
  log: (level: ScriptRunner.LogLevel, message: string) => void
) {
  const ready = yield* Deferred.make<void>()
  const answered = yield* Deferred.make<void, ScriptRunner.ScriptFailure>()
  const settled = yield* Deferred.make<void, ScriptRunner.ScriptFailure>()
  const ended = yield* Deferred.make<never, ScriptRunner.ScriptFailure>()
  const at = { isListening: false, isTooLarge: false, complaint: "" }

  const endedAs = (): ScriptRunner.ScriptFailure => {
    if (at.isTooLarge) return tooMuch
    if (at.isListening) return failure("crashed", "the script process exited")
    return failure("invalid", messagesIn(at.complaint) || "the script could not be started")
  }

  const hear = (said: Said) => {
    if (said[0] === "log") return log(said[1], said[2])
    const done = said[0] === "failed" ? Effect.fail(failure(said[1], said[2])) : Effect.void
    Deferred.doneUnsafe(answered, done)
    if (said[0] !== "answered") Deferred.doneUnsafe(settled, done)
  }

  const start = () => {
    const child = starting(program, folder)
    const [, output, errors, control] = child.stdio
    const watch = watchMemory(child, () => {
      at.isTooLarge = true
    })
    child.on("error", () => Deferred.doneUnsafe(ended, Effect.fail(endedAs())))
    child.on("close", () => {
      clearInterval(watch)
      Deferred.doneUnsafe(ended, Effect.fail(endedAs()))
    })
    if (output instanceof Readable) {
      takeLines(output, (line) => {
        if (isOutOfMemory(line)) at.isTooLarge = true
        Option.map(readLine(line), hear)
      })
    }
    if (errors instanceof Readable) {
      errors.setEncoding("utf8").on("data", (text: string) => {
        at.complaint = (at.complaint + text).slice(0, limits.complaintLength)
      })
    }
    if (control instanceof Readable) {
      control.once("data", () => {
        at.isListening = true
        Deferred.doneUnsafe(ready, Effect.void)
      })
    }
    return child
  }

  yield* Effect.acquireRelease(Effect.sync(start), kill)
  return {
    ready: Deferred.await(ready),
    answered: Deferred.await(answered),
    settled: Deferred.await(settled),
    ended: Deferred.await(ended)
  } satisfies WorkerdProcess
})
