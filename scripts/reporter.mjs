const slowMilliseconds = 5_000

const durationOf = (module) => {
  const { duration, setupDuration } = module.diagnostic()
  return duration + setupDuration
}

const formatSlow = ([path, duration]) => `${(duration / 1000).toFixed(1).padStart(6)} s  ${path}`

/** Counts the tests of a run, lists its files above five seconds, and sends both to the parent process. */
export default class Reporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, withoutBrowser: 0, slow: [] }
    for (const module of modules) {
      counts.failed += module.errors().length
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state === "passed" || state === "failed" ? state : "skipped"] += 1
        if (state === "skipped" && test.fullName.includes("(no browser)")) counts.withoutBrowser += 1
      }
    }
    counts.slow = [...modules]
      .map((module) => [module.relativeModuleId, durationOf(module)])
      .filter(([, duration]) => duration > slowMilliseconds)
      .sort(([, left], [, right]) => right - left)
      .map(formatSlow)
    process.send?.(counts)
  }
}
