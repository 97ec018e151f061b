#!/usr/bin/env node
import * as Collector from "../server/Collector.ts"
import * as Optimizer from "../server/Optimizer.ts"
import * as CompileCache from "./CompileCache.ts"

if (!CompileCache.keepCompiled(process.env)) Optimizer.postpone()
Collector.keepRequestsYoung()
Collector.limitNewObjects()

/** Loaded after the garbage collector is configured, because loading allocates too. */
await import("./Command.ts")
