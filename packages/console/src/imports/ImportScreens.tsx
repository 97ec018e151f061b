import type { Space } from "@quire/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { FileInput } from "lucide-react"
import { type FormEvent, type ReactNode, useState } from "react"
import { api } from "../api/Client.ts"
import { spaceQuery } from "../api/Queries.ts"
import { useTitle } from "../app/Title.ts"
import { contentMessages } from "../messages/ContentMessages.ts"
import { useAction } from "../ui/Action.ts"
import { Button } from "../ui/Button.tsx"
import { ChoiceField, TextField } from "../ui/Field.tsx"
import { ErrorText, Loading } from "../ui/States.tsx"
import { ImportReportView } from "./ImportReportView.tsx"
import {
  type AddressFormat,
  addressFormats,
  type FinishedImport,
  type ImportOrigin,
  type ImportState,
  runImport,
  titleOfOrigin
} from "./RunImport.ts"

const texts = contentMessages.imports

interface ImportFormProps {
  /** Space to import into, which is created first where there is none. */
  readonly getSpace: (title: string) => Promise<Space>
  /** Text above the form. */
  readonly text: string
  readonly note?: ReactNode
}

type OriginKind = "files" | "folder" | AddressFormat

const originKinds: ReadonlyArray<OriginKind> = ["files", "folder", ...addressFormats]

const FilesField = ({
  isFolder,
  onChoose
}: {
  readonly isFolder: boolean
  readonly onChoose: (files: ReadonlyArray<File>) => void
}) => (
  <TextField
    label={isFolder ? texts.folder : texts.files}
    hint={isFolder ? texts.folderHint : texts.filesHint}
    type="file"
    multiple
    required
    {...(isFolder ? { webkitdirectory: "" } : {})}
    onChange={({ target }) => onChoose([...(target.files ?? [])])}
  />
)

const RunningImport = ({ part, text }: ImportState) => (
  <div className="field" role="status">
    <progress className="progress" aria-label={texts.title} {...(part === undefined ? {} : { value: part })} />
    <p className="hint">{text}</p>
  </div>
)

/** A form that imports from files or an address, and then shows what was imported. */
const ImportForm = ({ getSpace, note, text }: ImportFormProps) => {
  const queries = useQueryClient()
  const [kind, setKind] = useState<OriginKind>("files")
  const [files, setFiles] = useState<ReadonlyArray<File>>([])
  const [address, setAddress] = useState("")
  const [state, setState] = useState<ImportState>({ text: texts.running })
  const [stop, setStop] = useState(() => new AbortController())
  const [done, setDone] = useState<FinishedImport & { readonly space: string }>()
  const url = address.trim()
  const isOfFiles = kind === "files" || kind === "folder"
  const origin: ImportOrigin = isOfFiles ? { files } : { url, format: kind }
  const { error, isBusy, run } = useAction(async () => {
    const controller = new AbortController()
    setStop(controller)
    const space = await getSpace(titleOfOrigin(origin))
    const outcome = await runImport({ origin, space, onState: setState, signal: controller.signal })
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
            label={texts.origin}
            value={kind}
            onChange={(event) => {
              setKind(originKinds.find((each) => each === event.target.value) ?? kind)
              setFiles([])
            }}
            choices={originKinds.map((each) => ({ value: each, label: texts.origins[each] }))}
          />
          {isOfFiles ? (
            <FilesField key={kind} isFolder={kind === "folder"} onChoose={setFiles} />
          ) : (
            <TextField
              label={texts.address}
              hint={texts.addressHint[kind]}
              type="url"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
              placeholder="https://"
              dir="ltr"
              required
            />
          )}
          {isBusy ? <RunningImport {...state} /> : null}
          {error === undefined ? null : <ErrorText error={error} />}
          <div className="form-actions">
            {isBusy ? <Button onClick={() => stop.abort()}>{texts.cancel}</Button> : null}
            <Button
              type="submit"
              look="primary"
              icon={<FileInput aria-hidden />}
              isBusy={isBusy}
              disabled={isOfFiles ? files.length === 0 : !URL.canParse(url)}
            >
              {texts.submit}
            </Button>
          </div>
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
