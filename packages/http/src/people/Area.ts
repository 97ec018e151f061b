import { Layer } from "effect"
import * as Group from "../foundation/endpoint/Group.ts"
import { AuditApi } from "./audit/AuditApi.ts"
import { CollectionGrantsApi, SiteGrantsApi, SpaceGrantsApi } from "./grant/GrantsApi.ts"
import { SamlProvidersApi } from "./identity-provider/SamlProvidersApi.ts"
import { InvitesApi } from "./invite/InvitesApi.ts"
import { MembersApi } from "./member/MembersApi.ts"
import * as OidcSignInPages from "./oidc-sign-in/OidcSignInPages.ts"
import { OrganizationsApi } from "./organization/OrganizationsApi.ts"
import * as SamlSignInPages from "./saml-sign-in/SamlSignInPages.ts"
import { SessionsApi } from "./session/SessionsApi.ts"
import { SignInApi } from "./sign-in/SignInApi.ts"
import * as SignInPages from "./sign-in/SignInPages.ts"
import { SubdomainsApi } from "./subdomain/SubdomainsApi.ts"
import { TeamsApi } from "./team/TeamsApi.ts"
import { TokensApi } from "./token/TokensApi.ts"
import { UsersApi } from "./user/UsersApi.ts"

/** The endpoints of this area: users, organizations, members, permissions and sign-in. */
export const groups = [
  UsersApi,
  TokensApi,
  SessionsApi,
  OrganizationsApi,
  SpaceGrantsApi,
  CollectionGrantsApi,
  MembersApi,
  TeamsApi,
  SamlProvidersApi,
  AuditApi,
  InvitesApi,
  SignInApi,
  SiteGrantsApi,
  SubdomainsApi
] as const

/** Their handlers. */
export const layer = Group.layers(groups)

/** Routes outside of `/v1`. */
export const routes = Layer.mergeAll(SignInPages.layer, SamlSignInPages.layer, OidcSignInPages.layer)
