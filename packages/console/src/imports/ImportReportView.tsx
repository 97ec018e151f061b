import type { ImportResult } from "@quire/client"
import { CircleAlert, CircleCheck, Link2Off } from "lucide-react"
import { contentMessages } from "../messages/ContentMessages.ts"

const texts = contentMessages.imports

type ImportWarning = NonNullable<ImportResult["warnings"]>[number]

const placeOf = ({ line, path }: ImportWarning): string => (line === undefined ? path : texts.line(path, line))

/** What an import brought, and what of its source was not understood. */
export const ImportReportView = ({ result }: { readonly result: ImportResult }) => {
  const { report, warnings = [] } = result
  const { unresolved } = report.links
  return (
    <section className="box" aria-labelledby="import-report-title" role="status">
      <h2 id="import-report-title">{texts.doneTitle}</h2>
      <p className="fact fact-good">
        <CircleCheck aria-hidden />
        {texts.pages(report.pages, report.files)}
      </p>
      {unresolved === 0 ? null : (
        <p className="fact fact-warning">
          <Link2Off aria-hidden />
          {texts.unresolved(unresolved)}
        </p>
      )}
      {warnings.length === 0 ? (
        <p className="muted">{texts.clean}</p>
      ) : (
        <>
          <h3>{texts.warnings(warnings.length)}</h3>
          <ul className="plain-list">
            {warnings.map((warning, index) => (
              <li key={index} className="fact">
                <CircleAlert aria-hidden />
                <span>
                  <bdi className="long-address">{placeOf(warning)}</bdi>
                  <br />
                  {warning.reason}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
