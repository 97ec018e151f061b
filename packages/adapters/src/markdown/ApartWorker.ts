import { parentPort } from "node:worker_threads"
import * as BoundedTree from "./BoundedTree.ts"

parentPort?.on("message", (text: string) => parentPort?.postMessage(BoundedTree.read(text)))
