import { Context } from "effect"

/**
 * Annotates an endpoint whose last path parameter takes everything that is left of the path: `a/b` and `a%2Fb` both
 * arrive as `a/b`.
 */
export const RestOfPath = Context.Reference("@quire/http/RestOfPath", {
  defaultValue: (): boolean => false
})
