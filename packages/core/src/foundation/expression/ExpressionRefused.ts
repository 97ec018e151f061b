/** Thrown to stop parsing, and caught by its entry point. `at` counts UTF-16 units. */
export class ExpressionRefused extends Error {
  readonly at: number
  readonly rule: string
  constructor(at: number, rule: string) {
    super(rule)
    this.at = at
    this.rule = rule
  }
}
