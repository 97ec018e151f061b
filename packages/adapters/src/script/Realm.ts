import { EvalFlags, type JSValueHandle, QuickJS } from "quickjs-wasi"
import { realm } from "./RealmText.ts"
import { limits } from "./ScriptLimits.ts"

/** A value that is copied into or out of a realm: plain data. */
export type Plain = string | number | boolean | ArrayBuffer | Uint8Array | undefined

/** Functions of the thread by name. Their arguments may be any plain value and are untrusted. */
export type HostFunctions = Readonly<Record<string, (...values: ReadonlyArray<Plain>) => Plain | void>>

/**
 * An isolated realm for one script: it shares nothing with other realms, and nothing in it outlives it (rule
 * script-alone).
 */
export interface Realm {
  readonly start: (event: string, environment: string, body: Uint8Array | undefined, program: string) => void
  readonly deliver: (id: number, head: string, body: Uint8Array | undefined, problem: string | undefined) => void
  readonly tick: () => void
  /** Runs pending promise callbacks. */
  readonly settle: () => void
  readonly isFull: () => boolean
}

const fromHandle = (handle: JSValueHandle): Plain => {
  if (handle.isString) return handle.toString()
  if (handle.isNumber) return handle.toNumber()
  if (handle.isBool) return handle.toBoolean()
  return handle.isArrayBuffer ? handle.toArrayBuffer() : undefined
}

const toHandle = (vm: QuickJS, value: Plain): JSValueHandle => {
  if (typeof value === "string") return vm.newString(value)
  if (typeof value === "number") return vm.newNumber(value)
  if (typeof value === "boolean") return value ? vm.true : vm.false
  return value === undefined ? vm.undefined : vm.newArrayBuffer(value)
}

/** An error without the thread's stack trace, which would reveal paths of the server. */
const bare = (error: unknown): Error => {
  const shown = new Error(error instanceof Error ? error.message : "failed")
  shown.stack = ""
  return shown
}

const give = (vm: QuickJS, given: HostFunctions): JSValueHandle => {
  const host = vm.newObject()
  /** The last value returned to the realm. The realm holds its own reference to it by the time of the next call. */
  let answered = vm.undefined
  for (const [name, act] of Object.entries(given)) {
    const called = vm.newFunction(name, (...handles) => {
      try {
        answered.dispose()
        answered = vm.undefined
        answered = toHandle(vm, act(...handles.map(fromHandle)) ?? undefined)
        return answered
      } catch (error) {
        throw bare(error)
      }
    })
    host.setProp(name, called)
  }
  return host
}

/** The reason why a text cannot be compiled; only the message is returned. */
export const syntaxProblem = (error: unknown): string | undefined =>
  error instanceof Error ? /(?:^|: )SyntaxError: .*/s.exec(`${error.name}: ${error.message}`)?.[0] : undefined

/**
 * Runs a program as a script, or as a module if the text has imports or exports. Returns the exports of a module as a
 * promise.
 */
const evaluate = (vm: QuickJS, program: string): JSValueHandle => {
  try {
    vm.compile(program, "script.js")
  } catch (error) {
    if (syntaxProblem(error) !== undefined) return vm.evalCode(program, "script.js", EvalFlags.TYPE_MODULE)
    throw error
  }
  vm.evalCode(program, "script.js")
  return vm.undefined
}

/** Opens a realm. `isOver` is called repeatedly while a script runs, and stops it. */
export const open = async (wasm: WebAssembly.Module, given: HostFunctions, isOver: () => boolean): Promise<Realm> => {
  const vm = await QuickJS.create({
    wasm,
    memoryLimit: limits.memoryBytes,
    maxStackSize: limits.stackBytes,
    interruptHandler: isOver,
    timezoneOffset: 0
  })
  const port = vm.callFunction(vm.evalCode(realm, "realm.js"), vm.undefined, give(vm, given))
  const functions = {
    start: port.getProp("start"),
    deliver: port.getProp("deliver"),
    tick: port.getProp("tick")
  }
  const call = (name: keyof typeof functions, ...values: ReadonlyArray<JSValueHandle>) => {
    vm.callFunction(functions[name], vm.undefined, ...values).dispose()
    for (const value of values) value.dispose()
  }
  return {
    start: (event, environment, body, program) => {
      const exported = evaluate(vm, program)
      call("start", vm.newString(event), vm.newString(environment), toHandle(vm, body), exported)
    },
    deliver: (id, head, body, problem) =>
      call("deliver", vm.newNumber(id), vm.newString(head), toHandle(vm, body), toHandle(vm, problem)),
    tick: () => call("tick"),
    settle: () => void vm.executePendingJobs(),
    isFull: () => vm.getMemoryUsage().mallocSize > limits.memoryBytes * 0.9
  }
}
