import { Result } from "effect"
import type { SpaceId } from "../../foundation/id/SpaceId.ts"
import type { ReferenceNotFound } from "../../people/access/Access.ts"
import type { MoveInvalid, NothingChanged } from "../../people/placement/Move.ts"
import * as SiteOrder from "./SiteOrder.ts"
import * as SitePaths from "./SitePaths.ts"
import type { SiteSpace, SiteVariants } from "./SiteStructure.ts"
import { SitePathTaken, SiteSpaceNotFound, SpaceAlreadyThere } from "./SiteStructureErrors.ts"

type Ids = { readonly id: SiteSpace["id"] }

/** The values that an edit of a site space sets. */
export interface SiteSpaceChange {
  readonly path?: string | undefined
  readonly condition?: string | null | undefined
  readonly space?: SpaceId | undefined
}

/**
 * The default among these: the one that was, if it still shows, else the next that shows, counted from where the
 * default stood (rule site-defaults).
 */
const chooseDefault = (siteSpaces: ReadonlyArray<SiteSpace>, former: SiteSpace["id"] | null, stood: number) => {
  const isThere = siteSpaces.find(({ id }) => id === former)
  if (isThere?.isHidden === false) return isThere.id
  const fromThere = [...siteSpaces.slice(stood), ...siteSpaces.slice(0, stood)]
  return (fromThere.find(({ isHidden }) => !isHidden) ?? isThere ?? siteSpaces[0])?.id ?? null
}

const withSiteSpaces = (self: SiteVariants, siteSpaces: ReadonlyArray<SiteSpace>): SiteVariants => {
  const stood = self.siteSpaces.findIndex(({ id }) => id === self.defaultSiteSpace)
  return { siteSpaces, defaultSiteSpace: chooseDefault(siteSpaces, self.defaultSiteSpace, Math.max(0, stood)) }
}

/** Adds a site-space at the end; its path follows from the title of its space (rule site-path). */
export const add = (
  self: SiteVariants,
  { id, space, title }: Ids & { readonly space: SpaceId; readonly title: string }
): Result.Result<SiteVariants, SpaceAlreadyThere> => {
  if (self.siteSpaces.some((each) => each.space === space)) return Result.fail(new SpaceAlreadyThere({ space }))
  const path = SitePaths.makePath(title, self.siteSpaces, "space")
  const made: SiteSpace = { id, space, path, formerPaths: [], condition: null, isHidden: false }
  return Result.succeed(withSiteSpaces(self, [...self.siteSpaces, made]))
}

export const remove = (self: SiteVariants, id: string): SiteVariants =>
  withSiteSpaces(
    self,
    self.siteSpaces.filter((each) => each.id !== id)
  )

export const change = (
  self: SiteVariants,
  id: string,
  { condition, path, space }: SiteSpaceChange
): Result.Result<SiteVariants, SiteSpaceNotFound | SitePathTaken | SpaceAlreadyThere> => {
  const at = self.siteSpaces.findIndex((each) => each.id === id)
  const seen = self.siteSpaces[at]
  if (seen === undefined) return Result.fail(new SiteSpaceNotFound({ id }))
  if (space !== undefined && self.siteSpaces.some((each) => each !== seen && each.space === space)) {
    return Result.fail(new SpaceAlreadyThere({ space }))
  }
  return Result.map(SitePaths.rename(seen, path ?? seen.path, self.siteSpaces), (renamed) => ({
    ...self,
    siteSpaces: self.siteSpaces.with(at, {
      ...renamed,
      space: space ?? seen.space,
      condition: condition === undefined ? seen.condition : condition
    })
  }))
}

export const move = (
  self: SiteVariants,
  siteSpace: SiteSpace,
  position: SiteOrder.SitePosition | undefined
): Result.Result<SiteVariants, MoveInvalid | ReferenceNotFound | NothingChanged> =>
  Result.map(SiteOrder.move(self.siteSpaces, siteSpace, position), (siteSpaces) => ({ ...self, siteSpaces }))

/** Puts a site space of another section next to one of these; its path stays (rules site-space-once and site-path). */
export const insert = (
  self: SiteVariants,
  siteSpace: SiteSpace,
  position: SiteOrder.SitePosition | undefined
): Result.Result<SiteVariants, SpaceAlreadyThere | SitePathTaken> => {
  const { path, space } = siteSpace
  if (self.siteSpaces.some((each) => each.space === space)) return Result.fail(new SpaceAlreadyThere({ space }))
  if (SitePaths.isTaken(path, self.siteSpaces)) return Result.fail(new SitePathTaken({ path }))
  const siteSpaces = SiteOrder.insertAt(self.siteSpaces, siteSpace, position)
  return Result.succeed(siteSpaces === undefined ? self : withSiteSpaces(self, siteSpaces))
}

/** Makes a site space the default; undefined if no visible one has this id. */
export const setDefault = (self: SiteVariants, id: string): SiteVariants | undefined => {
  const found = self.siteSpaces.find((each) => each.id === id && !each.isHidden)
  return found && { ...self, defaultSiteSpace: found.id }
}

/** Hides the site-spaces of spaces that are deleted, or shows those of restored ones (rule site-deleted-space). */
export const setHidden = (self: SiteVariants, spaces: ReadonlySet<string>, isHidden: boolean): SiteVariants =>
  self.siteSpaces.some((each) => spaces.has(each.space) && each.isHidden !== isHidden)
    ? withSiteSpaces(
        self,
        self.siteSpaces.map((each) => (spaces.has(each.space) ? { ...each, isHidden } : each))
      )
    : self
