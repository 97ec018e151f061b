/** Whether a test that passed took more than half of what it may take: on a slower machine it would fail. */
const isClose = ({ task }) => task.result?.state === "pass" && task.result.duration > task.timeout / 2

const formatClose = ({ fullName, module, task }) =>
  `${Math.round(task.result.duration / 1000)} of ${Math.round(task.timeout / 1000)} s: ${module.relativeModuleId} > ${fullName}`

/** Counts the tests of a run, names those that were close to their time, and sends both to the parent process. */
export default class Reporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, withoutBrowser: 0, close: [] }
    for (const module of modules) {
      counts.failed += module.errors().length
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state === "passed" || state === "failed" ? state : "skipped"] += 1
        if (isClose(test)) counts.close.push(formatClose(test))
        if (state === "skipped" && test.fullName.includes("(no browser)")) counts.withoutBrowser += 1
      }
    }
    process.send?.(counts)
  }
}
