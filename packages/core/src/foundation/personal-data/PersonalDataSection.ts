import { Schema } from "effect"

/** The sections of a user's data export, in order (rule user-export). */
export const sections = [
  "identities",
  "memberships",
  "teams",
  "grants",
  "tokens",
  "sessions",
  "signInLinks",
  "letters",
  "inviteLinks",
  "made",
  "changeRequests",
  "contributions",
  "comments",
  "replies",
  "reviews",
  "acts"
] as const

export const PersonalDataSection = Schema.Literals(sections)
export type PersonalDataSection = typeof PersonalDataSection.Type
