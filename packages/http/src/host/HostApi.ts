import type { Actor, Engine } from "@quire/core"
import type { Effect } from "effect"
import { bindService, type PromiseApi, type Run } from "./PromiseApi.ts"

type Declared = typeof Engine.hostGroups

/** The operations of the engine, by the name of their group. */
export type Groups = { readonly [K in keyof Declared]: Effect.Success<Declared[K]> }

/**
 * The engine's operations as promises, bound to one caller. A refused call rejects with its typed error as the cause.
 */
export type HostApi = { readonly [K in keyof Groups]: PromiseApi<Groups[K]> }

/**
 * Returns a function that binds the engine's operations to a caller. Each group is bound on first use, because hosts
 * create an API per request and call few of its operations.
 */
export function makeBinder(groups: Groups): (run: Run, caller: Actor.Caller) => HostApi
export function makeBinder(groups: { readonly [name: string]: object }): (run: Run, caller: Actor.Caller) => object {
  class Bound {
    readonly #bind: (operations: object) => object
    readonly #bound = new Map<object, object>()
    constructor(run: Run, caller: Actor.Caller) {
      this.#bind = (operations) => bindService(operations, run, caller)
    }
    #group(operations: object): object {
      const bound = this.#bound.get(operations) ?? this.#bind(operations)
      this.#bound.set(operations, bound)
      return bound
    }
    static {
      for (const [name, operations] of Object.entries(groups)) {
        const get = function (this: Bound) {
          return this.#group(operations)
        }
        Object.defineProperty(this.prototype, name, { enumerable: true, get })
      }
    }
  }
  return (run, caller) => new Bound(run, caller)
}
