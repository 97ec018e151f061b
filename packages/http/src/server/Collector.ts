import { setFlagsFromString } from "node:v8"

/**
 * Keeps V8 from allocating new objects directly in its old generation when earlier objects from the same allocation
 * site lived long. Contexts made while the API is built stay alive and those of requests do not, but both come from the
 * same sites: V8 would keep every request, its socket and its response until the next full collection. Call it once,
 * before the layers of a server are built; it affects the whole process.
 */
export const keepRequestsYoung = (): void => setFlagsFromString("--no-allocation-site-pretenuring")
