import type { AccessReport, Explanation } from "@quire/core"
import { Quire } from "@quire/http"

const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "http://localhost:4100" })

const show = (title: string, lines: ReadonlyArray<string>) =>
  console.log([`\n${title}`, ...lines.map((line) => `  ${line}`)].join("\n"))

/** Rows in columns, each as wide as its widest cell. */
const table = (rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(width(column)))
      .join("   ")
      .trimEnd()
  )
}

const person = (name: string) => quire.system.users.ensure({ email: `${name}@example.com`, displayName: name })
const [ada, lin, kay, eve] = [await person("Ada"), await person("Lin"), await person("Kay"), await person("Eve")]
const names = new Map([ada, lin, kay, eve].map(({ displayName, id }): [string, string] => [id, displayName]))

const { id: organization } = await quire.as(ada.id).organizations.create({ title: "Example" })
await quire.system.members.add(organization, lin.id, "read")
await quire.system.members.add(organization, kay.id, "comment")
await quire.system.members.add(organization, eve.id, null)

const { access, audit, collections, grants, spaces, teams } = quire.as(ada.id)
const writers = await teams.create(organization, { title: "Writers", members: ["lin@example.com"] })
const guides = await collections.create(organization, { title: "Guides" })
const handbook = await spaces.create(organization, { title: "Handbook", parent: guides.id })
const payroll = await spaces.create(organization, { title: "Payroll", parent: guides.id })
await grants.invite({ kind: "collection", id: guides.id }, { teams: [writers.id], role: "edit" })
await grants.invite({ kind: "space", id: handbook.id }, { users: [eve.id], role: "read" })
await spaces.update(payroll.id, { defaultLevel: null })
for (const [id, title] of [
  [organization, "Example"],
  [writers.id, "Writers"],
  [guides.id, "Guides"],
  [handbook.id, "Handbook"],
  [payroll.id, "Payroll"]
] as const) {
  names.set(id, title)
}

const source = ({ resource, team, type }: Explanation.ExplanationView["source"]) =>
  [type, team === undefined ? "" : `of ${team.title}`, resource === undefined ? "" : `on ${resource.title}`]
    .filter((part) => part !== "")
    .join(" ")

for (const { id } of [lin, kay, eve]) {
  const explanation = await access.explain(organization, {
    user: id,
    permission: "content:edit",
    space: handbook.id
  })
  show(explanation.text, table(explanation.steps.map(({ outcome, rule, text }) => [rule, outcome, text])))
}

const roleOf = (role: string | null) => role ?? "none"
const readers = await access.whoCan(organization, { permission: "content:read", space: handbook.id }, { limit: 10 })
show(
  `${readers.count} members may read Handbook:`,
  table(readers.items.map(({ member, role, source: from }) => [member.user.displayName, roleOf(role), source(from)]))
)

const effects = ({ changes, more, organization: own }: AccessReport.WhatIfView) => [
  ...(own === undefined ? [] : [`${own.user.displayName} in the organization: ${own.before} -> ${own.after}`]),
  ...table(
    changes.map(({ after, before, resource, user }) => [
      user.displayName,
      `${resource.type} ${resource.title}`,
      `${roleOf(before)} -> ${roleOf(after)}`
    ])
  ),
  ...(changes.length + more === 0 ? ["No member gains or loses access."] : [])
]

const opening = { type: "level", space: payroll.id, level: "inherit" } as const
show("What if Payroll were open again?", effects(await access.whatIf(organization, { change: opening })))

const leaving = { type: "team-member", team: writers.id, user: lin.id, role: null } as const
const predicted = await access.whatIf(organization, { change: leaving })
show("What if Lin left the Writers?", effects(predicted))

await quire.as(ada.id).teamMembers.remove(organization, writers.id, lin.id)
const after = await access.explain(organization, {
  user: lin.id,
  permission: "content:edit",
  space: handbook.id
})
const expected = predicted.changes.find(({ resource }) => resource.id === handbook.id)?.after
show(`Lin leaves the Writers. The predicted role on Handbook was ${expected}, the actual role is ${after.role}:`, [
  after.text
])

const log = await audit.list(organization, { order: "asc" }, { limit: 50 })
show(
  "The changes so far, from the audit log:",
  table(
    log.items.map(({ actor, at, subjects, type }) => [
      at.slice(11, 19),
      actor.displayName,
      type,
      subjects.map((id) => names.get(id) ?? id).join(", ")
    ])
  )
)

await quire.close()
