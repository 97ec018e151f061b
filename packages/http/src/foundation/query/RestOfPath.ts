import { Context } from "effect"

/**
 * Annotates an endpoint whose last path parameter takes the whole rest of the path: `a/b` and `a%2Fb` both arrive as
 * `a/b`.
 */
export const RestOfPath = Context.Reference("@quire/http/RestOfPath", {
  defaultValue: (): boolean => false
})
