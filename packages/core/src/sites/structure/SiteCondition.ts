import { Result, Schema } from "effect"
import * as Expression from "../../foundation/expression/Expression.ts"
import { multiLine } from "../../foundation/text/Text.ts"

const findFault = (text: string): string | undefined =>
  Result.match(Expression.parse(text), {
    onFailure: ({ at, rule }) => `${rule} (character ${at + 1})`,
    onSuccess: () => undefined
  })

/** The source of the expression that decides for whom a section or a site-space shows (rule site-condition). */
export const SiteCondition = multiLine(1, Expression.limits.length).pipe(
  Schema.check(Schema.makeFilter((text) => findFault(text), { toJsonSchema: () => ({ format: "expression" }) }))
)
