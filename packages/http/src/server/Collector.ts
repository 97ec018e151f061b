import { setFlagsFromString } from "node:v8"

/**
 * Keeps V8 from placing new objects straight into its old generation where objects of the same line of code have lived
 * long before. Contexts that are made while the API is built stay, those of requests go; V8 takes both for one kind, and
 * then holds every request, its socket and its answer until the next full collection. To be called once, before the
 * layers of a server are built; it acts on the whole process.
 */
export const keepRequestsYoung = (): void => setFlagsFromString("--no-allocation-site-pretenuring")
