import type { OrganizationId, SpaceId } from "@quire/core"
import type { Quire } from "@quire/http"

/** Milliseconds of processor time of this process, and those that passed. */
export interface Cost {
  readonly own: number
  readonly wall: number
}

/** What computed pages of one description cost, in the order of `steps`. */
export type Costs = ReadonlyArray<Cost>

/** `again`: what was asked before; `cold`: after the server was closed and opened again. */
export const steps = ["insert", "tree", "tree again", "page", "page again", "cold: tree", "cold: page"] as const

const timed = async (act: () => Promise<unknown>): Promise<Cost> => {
  const [before, began] = [process.cpuUsage(), performance.now()]
  await act()
  const { system, user } = process.cpuUsage(before)
  return { own: (system + user) / 1000, wall: performance.now() - began }
}

type Open = () => Promise<Quire.Quire>

interface Asked {
  readonly open: Open
  readonly user: Parameters<Quire.Quire["as"]>[0]
  readonly organization: OrganizationId
  /** A spec that is complete. */
  readonly spec: string
}

const readings = async (quire: Quire.Quire, user: Asked["user"], space: SpaceId, times: number) => {
  const { content } = quire.as(user)
  const costs: Array<Cost> = []
  for (let at = 0; at < times; at++) costs.push(await timed(() => content.pages({ space })))
  const { pages } = await content.pages({ space })
  const page = pages.find((each) => each.type === "document")
  if (page === undefined) throw new Error("nothing was computed")
  for (let at = 0; at < times; at++) costs.push(await timed(() => content.page({ space }, page.id, "document")))
  return costs
}

/** Inserts a page that is computed of a spec into a new space, and reads what it is expanded into. */
export const measure = async ({ open, organization, spec, user }: Asked): Promise<Costs> => {
  const quire = await open()
  const { content, spaces } = quire.as(user)
  const { id: space } = await spaces.create(organization, { title: spec, editMode: "live" })
  const computed = {
    type: "builtin:openapi" as const,
    props: { models: true },
    dependencies: { spec: { ref: { kind: "openapi" as const, spec } } }
  }
  const change = { operation: "insert_page" as const, type: "computed" as const, title: "API", computed }
  const inserted = await timed(() => content.edit({ space }, { changes: [change] }))
  const warm = await readings(quire, user, space, 2)
  await quire.close()
  const again = await open()
  const cold = await readings(again, user, space, 1)
  await again.close()
  return [inserted, ...warm, ...cold]
}
