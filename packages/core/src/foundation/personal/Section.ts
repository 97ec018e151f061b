import { Schema } from "effect"

/** The parts of what is kept of a person, in the order in which they are told (rule user-export). */
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

export const Section = Schema.Literals(sections)
export type Section = typeof Section.Type
