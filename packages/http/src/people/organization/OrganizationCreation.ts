import { Access } from "@quire/core"
import { Context, Effect, Layer } from "effect"

/**
 * Who may create organizations over HTTP: any user, or only the operator (through the command line and the library).
 */
export type Policy = "anyone" | "operators"

/** The server's policy (rule organization-creator). */
export class OrganizationCreation extends Context.Service<
  OrganizationCreation,
  { readonly allowed: Effect.Effect<void, Access.Forbidden> }
>()("@quire/http/OrganizationCreation") {
  static readonly layer = (policy: Policy) =>
    Layer.succeed(this, {
      allowed:
        policy === "anyone"
          ? Effect.void
          : Effect.fail(new Access.Forbidden({ action: "organizations:create", target: "this server" }))
    })
}
