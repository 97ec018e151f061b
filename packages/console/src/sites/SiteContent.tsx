import type { Site, SiteSection, SiteSpace, SiteStructure } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { BookText, Ellipsis, Lock, Plus, Star, X } from "lucide-react"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { useCursorList } from "../api/Lists.ts"
import { spacesQuery } from "../api/Queries.ts"
import { type SiteAddress, siteStructureQuery } from "../api/SiteQueries.ts"
import { messages } from "../messages/Messages.ts"
import { siteMessages as texts } from "../messages/SiteMessages.ts"
import { Button } from "../ui/Button.tsx"
import { emojiOf } from "../ui/Emoji.ts"
import { ChoiceField } from "../ui/Field.tsx"
import { ActionMenu } from "../ui/Menu.tsx"
import { Confirmation, FormModal } from "../ui/Modal.tsx"
import { NewTabLink } from "../ui/NewTabLink.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { EmptyState, ErrorText, Loading } from "../ui/States.tsx"
import { useSiteRefresh } from "./SiteRefresh.ts"
import { lockSpace, requiresLock } from "./SpaceLocks.ts"

/** The sections of a structure in order, without their groups; none on a flat site. */
const sectionsOf = (structure: SiteStructure): ReadonlyArray<SiteSection> =>
  structure.type === "siteSpaces"
    ? []
    : structure.structure.flatMap((item) => (item.object === "site-section" ? [item] : item.sections))

const titleOf = ({ title }: SiteSpace): string => (title === "" ? messages.untitled : title)

interface AddSpaceProps {
  readonly organization: string
  readonly site: Site
  readonly sections: ReadonlyArray<SiteSection>
  readonly onClose: () => void
}

const AddSpace = ({ onClose, organization, sections, site: { id: site, published, visibility } }: AddSpaceProps) => {
  const refresh = useSiteRefresh(organization)
  const notices = useNotices()
  const structure = useQuery(siteStructureQuery({ organization, site }))
  const { items } = useCursorList(spacesQuery(organization))
  const [chosen, setChosen] = useState<string>()
  const [chosenSection, setSection] = useState<string>()
  const section = chosenSection ?? sections.find((each) => each.default)?.id
  const present =
    sections.find(({ id }) => id === section)?.siteSpaces ??
    (structure.data?.type === "siteSpaces" ? structure.data.structure : [])
  const spaces = items.filter(({ id }) => !present.some(({ space }) => space.id === id))
  const space = spaces.find(({ id }) => id === chosen) ?? spaces[0]
  const locks = published && requiresLock(visibility) && space?.editMode === "live"
  const add = async () => {
    if (space === undefined) return
    if (locks) await lockSpace(space)
    const body = { spaceId: space.id, ...(section === undefined ? {} : { sectionId: section }) }
    const added = await api.siteSpaces.addToSite({ organizationId: organization, siteId: site, body })
    await refresh()
    notices.show({ text: texts.added(titleOf(added)) })
  }
  return (
    <FormModal
      title={texts.addTitle}
      isOpen
      onClose={onClose}
      submit={texts.addConfirm}
      isDisabled={space === undefined}
      onSubmit={add}
    >
      {sections.length === 0 ? null : (
        <ChoiceField
          label={texts.section}
          value={section}
          onChange={(event) => setSection(event.target.value)}
          choices={sections.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
      {space === undefined ? (
        <p className="muted">{texts.noneToAdd}</p>
      ) : (
        <ChoiceField
          label={texts.space}
          value={space.id}
          onChange={(event) => setChosen(event.target.value)}
          choices={spaces.map(({ id, title }) => ({ value: id, label: title === "" ? messages.untitled : title }))}
        />
      )}
      {locks ? (
        <p className="fact fact-warning">
          <Lock aria-hidden />
          {texts.locks}
        </p>
      ) : null}
    </FormModal>
  )
}

interface SpaceListProps extends SiteAddress {
  readonly spaces: ReadonlyArray<SiteSpace>
  readonly isAdmin: boolean
  /** The section that contains them; undefined on a flat site. */
  readonly section?: SiteSection
}

const SpaceList = ({ isAdmin, organization, section, site, spaces }: SpaceListProps) => {
  const refresh = useSiteRefresh(organization)
  const notices = useNotices()
  const [removed, setRemoved] = useState<SiteSpace>()
  const parameters = { organizationId: organization, siteId: site }
  const makeDefault = async (entry: SiteSpace) => {
    try {
      const body = { defaultSiteSpace: entry.id }
      if (section === undefined) await api.sites.updateById({ ...parameters, body })
      else await api.siteSections.updateById({ ...parameters, siteSectionId: section.id, body })
      await refresh()
      notices.show({ text: texts.madeDefault(titleOf(entry)) })
    } catch (error) {
      notices.showError(error)
    }
  }
  const remove = async (entry: SiteSpace) => {
    await api.siteSpaces.deleteById({ ...parameters, siteSpaceId: entry.id })
    await refresh()
    notices.show({ text: texts.removed(titleOf(entry)) })
  }
  const actionsOf = (entry: SiteSpace) => [
    ...(entry.default
      ? []
      : [{ label: texts.makeDefault, icon: <Star aria-hidden />, run: () => void makeDefault(entry) }]),
    { label: texts.remove, icon: <X aria-hidden />, isDangerous: true, run: () => setRemoved(entry) }
  ]
  return (
    <>
      <ul className="rows">
        {spaces.map((entry) => (
          <li className="row" key={entry.id}>
            <span className="row-icon" aria-hidden>
              {emojiOf(entry.space.emoji) ?? <BookText />}
            </span>
            <span className="row-main">
              <Link to="/s/$space" params={{ space: entry.space.id }} className="row-title" dir="auto">
                {titleOf(entry)}
              </Link>
              <span className="row-facts">
                <bdi dir="ltr">/{entry.path}</bdi>
                {entry.default && spaces.length > 1 ? <span className="badge">{texts.isDefault}</span> : null}
              </span>
            </span>
            {entry.urls.published === undefined ? null : (
              <NewTabLink href={entry.urls.published} className="icon-button">
                <span className="visually-hidden">{texts.openNamed(titleOf(entry))}</span>
              </NewTabLink>
            )}
            {isAdmin ? (
              <ActionMenu label={texts.spaceActions(titleOf(entry))} actions={actionsOf(entry)}>
                <Ellipsis aria-hidden />
              </ActionMenu>
            ) : null}
          </li>
        ))}
      </ul>
      {removed === undefined ? null : (
        <Confirmation
          title={texts.removeTitle(titleOf(removed))}
          description={texts.removeText}
          confirm={texts.removeConfirm}
          isDangerous
          isOpen
          onClose={() => setRemoved(undefined)}
          onConfirm={() => remove(removed)}
        />
      )}
    </>
  )
}

interface SiteContentProps {
  readonly organization: string
  readonly site: Site
  readonly isAdmin: boolean
}

/** The spaces of a site in its sections, which administrators add and remove. */
export const SiteContent = ({ isAdmin, organization, site }: SiteContentProps) => {
  const address = { organization, site: site.id }
  const structure = useQuery(siteStructureQuery(address))
  const [isOpen, setOpen] = useState(false)
  const add = (
    <Button icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
      {texts.addSpace}
    </Button>
  )
  const list = { ...address, isAdmin }
  const sections = structure.data === undefined ? [] : sectionsOf(structure.data)
  const flat = structure.data?.type === "siteSpaces" ? structure.data.structure : []
  return (
    <section aria-labelledby="site-content-title">
      <div className="section-header">
        <h2 id="site-content-title">{texts.content}</h2>
        {isAdmin ? add : null}
      </div>
      {structure.isPending ? <Loading /> : null}
      {structure.isError ? <ErrorText error={structure.error} /> : null}
      {structure.isSuccess && sections.length === 0 && flat.length === 0 ? (
        <EmptyState icon={<BookText />} title={texts.noSpaces}>
          {texts.noSpacesText}
        </EmptyState>
      ) : null}
      {flat.length === 0 ? null : <SpaceList {...list} spaces={flat} />}
      {sections.map((section) => (
        <div key={section.id} className="section-group">
          <h3 dir="auto">{section.title}</h3>
          <SpaceList {...list} section={section} spaces={section.siteSpaces} />
        </div>
      ))}
      {isOpen ? (
        <AddSpace organization={organization} site={site} sections={sections} onClose={() => setOpen(false)} />
      ) : null}
    </section>
  )
}
