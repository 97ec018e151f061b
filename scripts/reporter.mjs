/** Counts the tests of a run and sends the counts to the parent process. */
export default class Reporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, withoutBrowser: 0 }
    for (const module of modules) {
      counts.failed += module.errors().length
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state === "passed" || state === "failed" ? state : "skipped"] += 1
        if (state === "skipped" && test.fullName.includes("(no browser)")) counts.withoutBrowser += 1
      }
    }
    process.send?.(counts)
  }
}
