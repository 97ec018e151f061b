/** Scopes that an integration declares and is granted where it is installed (rule scope-grants). */
export const scopes = [
  "space:metadata:read",
  "space:metadata:write",
  "space:content:read",
  "space:content:write",
  "site:metadata:read",
  "site:adaptive:read",
  "site:adaptive:write",
  "site:visitor:auth",
  "openapi:read",
  "openapi:write"
] as const
export type Scope = (typeof scopes)[number]
