#!/usr/bin/env node
import * as Collector from "../server/Collector.ts"
import * as CompileCache from "./CompileCache.ts"

CompileCache.keepCompiled(process.env)
Collector.keepRequestsYoung()
Collector.limitNewObjects()

/** Loaded when the collector knows its limits: what is loaded makes new objects, too. */
await import("./Command.ts")
