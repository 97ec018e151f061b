import type { Space } from "@quire/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { FileInput } from "lucide-react"
import { type FormEvent, type ReactNode, useState } from "react"
import { documentationAddress } from "../api/Addresses.ts"
import { api } from "../api/Client.ts"
import { spaceQuery } from "../api/Queries.ts"
import { useTitle } from "../app/Title.ts"
import { contentMessages } from "../messages/ContentMessages.ts"
import { messages } from "../messages/Messages.ts"
import { useAction } from "../ui/Action.ts"
import { Button } from "../ui/Button.tsx"
import { ChoiceField, TextField } from "../ui/Field.tsx"
import { ErrorText, Loading } from "../ui/States.tsx"
import { ImportReportView } from "./ImportReportView.tsx"
import { type AddressImport, type ImportKind, importKinds, runImport, titleOfSource } from "./RunImport.ts"

const texts = contentMessages.imports

interface ImportFormProps {
  /** Space to import into, which is created first where there is none. */
  readonly getSpace: (title: string) => Promise<Space>
  /** Text above the form. */
  readonly text: string
  readonly note?: ReactNode
}

/** A form that imports from an address, and then shows what was imported. */
const ImportForm = ({ getSpace, note, text }: ImportFormProps) => {
  const queries = useQueryClient()
  const [source, setSource] = useState<ImportKind>("website")
  const [address, setAddress] = useState("")
  const [done, setDone] = useState<AddressImport & { readonly space: string }>()
  const url = address.trim()
  const { error, isBusy, run } = useAction(async () => {
    const space = await getSpace(titleOfSource(url))
    const outcome = await runImport({ url, source, space })
    setDone({ ...outcome, space: space.id })
    await queries.invalidateQueries({ queryKey: ["spaces", space.id] })
    await queries.invalidateQueries({ queryKey: ["organizations", space.organization] })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <main className="screen page" id="content">
      <header className="screen-header">
        <div>
          <h1>{texts.title}</h1>
          <p className="screen-description">{text}</p>
        </div>
      </header>
      {note}
      {done === undefined ? (
        <form onSubmit={submit} className="form">
          <ChoiceField
            label={texts.source}
            value={source}
            onChange={(event) => setSource(importKinds.find((kind) => kind === event.target.value) ?? source)}
            choices={importKinds.map((kind) => ({ value: kind, label: texts.sources[kind] }))}
          />
          <TextField
            label={texts.address}
            hint={texts.addressHint[source]}
            type="url"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            placeholder="https://"
            dir="ltr"
            required
          />
          {isBusy ? (
            <div className="field" role="status">
              <progress className="progress" aria-label={texts.running} />
              <p className="hint">{texts.running}</p>
            </div>
          ) : null}
          {error === undefined ? null : <ErrorText error={error} />}
          <div className="form-actions">
            <Button
              type="submit"
              look="primary"
              icon={<FileInput aria-hidden />}
              isBusy={isBusy}
              disabled={!URL.canParse(url)}
            >
              {texts.submit}
            </Button>
          </div>
          <p className="hint">
            {messages.home.importMore} <a href={documentationAddress}>{messages.home.importLink}</a>
          </p>
        </form>
      ) : (
        <div className="form">
          <ImportReportView result={done.result} />
          <div className="form-actions">
            <Button onClick={() => setDone(undefined)}>{texts.again}</Button>
            {done.changeRequest === undefined ? (
              <Link to="/s/$space" params={{ space: done.space }} className="button button-primary">
                {texts.openPages}
              </Link>
            ) : (
              <Link
                to="/s/$space/cr/$number"
                params={{ space: done.space, number: String(done.changeRequest) }}
                className="button button-primary"
              >
                {texts.openChangeRequest}
              </Link>
            )}
          </div>
        </div>
      )}
    </main>
  )
}

const spaceRoute = getRouteApi("/s/$space/import")

/** Imports pages into a space. */
export const ImportIntoSpace = () => {
  const { space: id } = spaceRoute.useParams()
  const { data } = useQuery(spaceQuery(id))
  useTitle(texts.title, data?.title)
  if (data === undefined) {
    return (
      <main className="screen page" id="content">
        <Loading lines={4} />
      </main>
    )
  }
  return (
    <ImportForm
      key={id}
      getSpace={async () => data}
      text={texts.text}
      note={data.editMode === "locked" ? <p className="screen-note">{texts.locked}</p> : null}
    />
  )
}

const organizationRoute = getRouteApi("/o/$organization/import")

/** Imports pages into a new space. */
export const ImportNewSpace = () => {
  const { organization } = organizationRoute.useParams()
  /** The space of an attempt that failed, which the next one uses. */
  const [created, setCreated] = useState<Space>()
  useTitle(texts.title)
  const getSpace = async (title: string) => {
    const body = { title, editMode: "live" as const }
    const space = created ?? (await api.spaces.create({ organizationId: organization, body }))
    setCreated(space)
    return space
  }
  return <ImportForm getSpace={getSpace} text={texts.newText} />
}
