const adapters = (path) => [`packages/adapters/test/${path}`]

/** The tests that find faults in the outbox, jobs, search, imports, PDFs, archives, rate limits and sign-in. */
export const suites = {
  ports: adapters("memory/Ports."),
  outbox: adapters("postgres/PgOutbox."),
  jobHistories: ["test/src/jobs/Histories."],
  jobs: ["test/src/engine/foundation/Jobs.", "-t", "on memory"],
  computed: ["packages/core/test/openapi"],
  computations: ["test/src/engine/openapi/Computations.", "-t", "on memory"],
  tokens: ["packages/core/test/content/search-index/Tokens."],
  excerpts: ["packages/core/test/spaces/search/Excerpt."],
  searchedSql: adapters("postgres/PgSearchIndex."),
  sections: ["packages/core/test/content/document/DocumentSections."],
  publishedSearch: ["test/src/engine/sites/PublishedSearch.", "-t", "on memory"],
  imports: adapters("import"),
  pdfs: ["test/src/engine/spaces/Pdfs.", "-t", "on memory"],
  computedPdfs: ["test/src/engine/spaces/ComputedPdfs.", "-t", "on memory"],
  sitePdfs: ["test/src/published/PublishedPdfs.", "-t", "on memory"],
  printing: adapters("pdf"),
  archives: adapters("archive/Zip."),
  limits: ["packages/http/test/foundation/exchange/RateLimit."],
  logging: ["packages/http/test/server/Logging."],
  frame: ["packages/http/test/server/Frame."],
  members: ["test/src/engine/people/Members.", "-t", "on memory"],
  mailroom: ["test/src/engine/people/MailDelivery.", "-t", "on memory"],
  signIn: ["test/src/engine/people/SignIn.", "-t", "on memory"],
  refreshes: ["test/src/engine/proposals/Refreshes.", "-t", "on memory"],
  writtenPlan: ["packages/core/test/openapi/written/WrittenPlan."],
  teams: ["test/src/engine/people/Teams.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "pdfs",
    bug: "a PDF link still works after its requester loses read access",
    file: "spaces/pdf/Pdfs.ts",
    from: '"content:read"), Actor, restored)',
    to: '"content:read"), Actor, { _tag: "System" })'
  },
  {
    suite: "sitePdfs",
    bug: "the PDF of a site for one audience is served to another audience",
    file: "sites/published-pdf/PublishedPdfs.ts",
    from: "[seen.version, seen.visible, seen.audience, place.siteSpace.id, page, only]",
    to: "[seen.version, seen.visible, place.siteSpace.id, page, only]"
  },
  {
    suite: "sitePdfs",
    bug: "the PDF of a site is available although PDFs are turned off",
    file: "sites/published-pdf/PublishedPdfs.ts",
    from: "place !== undefined && publication.seen.customizationOf(place.siteSpace.id).pdf.enabled",
    to: "place !== undefined"
  },
  {
    suite: "computedPdfs",
    bug: "the PDF of an older API description version is reused for a newer version",
    file: "spaces/pdf/Pdf.ts",
    from: "title, subtitle, described ?? null]",
    to: "title, subtitle]"
  },
  {
    suite: "computedPdfs",
    bug: "a PDF contains placeholders instead of computed pages",
    file: "spaces/pdf/Pdfs.ts",
    from: "root: yield* roots.at({ ...known, root }), describe",
    to: "root, describe"
  },
  {
    suite: "printing",
    bug: "table rows are split across two printed pages",
    package: "adapters",
    file: "pdf/PrintLines.ts",
    from: "return row.every((cell, at) => {",
    to: "return row.length === 0 && row.every((cell, at) => {"
  },
  {
    suite: "sitePdfs",
    bug: "a file in the PDF of a site has no link target",
    file: "sites/published-pdf/PublishedBooks.ts",
    from: "url: `${url}${path}`,",
    to: ""
  },
  {
    suite: "printing",
    bug: "a PDF process that exits early is not retried",
    package: "adapters",
    file: "pdf/PdfAdapter.ts",
    from: "Schedule.recurs(1)",
    to: "Schedule.recurs(0)"
  },
  {
    suite: "ports",
    bug: "the outbox returns the last event again",
    package: "adapters",
    file: "memory/MemoryOutbox.ts",
    from: "middle).place, place) > 0",
    to: "middle).place, place) >= 0"
  },
  {
    suite: "ports",
    bug: "the outbox returns one event less than requested",
    package: "adapters",
    file: "memory/MemoryOutbox.ts",
    from: "Math.min(first + limit, events.last + 1)",
    to: "Math.min(first + limit, events.last)"
  },
  {
    suite: "outbox",
    bug: "events of transactions that end late are skipped",
    package: "adapters",
    file: "postgres/PgOutbox.ts",
    from: " or e.xid < h.xid",
    to: " or true"
  },
  {
    suite: "jobHistories",
    bug: "finishing an older run reschedules the newer offer of its job",
    package: "adapters",
    file: "postgres/PgJobStore.ts",
    from: "run_at = case when sequence = $3 then $4 else run_at end",
    to: "run_at = $4"
  },
  {
    suite: "jobHistories",
    bug: "a job is claimed while another run holds it",
    file: "foundation/jobs/Job.ts",
    from: "Math.max(runAt, held?.until ?? 0)",
    to: "runAt"
  },
  {
    suite: "jobs",
    bug: "a superseded run overwrites a newer result",
    file: "foundation/jobs/JobRun.ts",
    from: "mutate(Effect.tap(body, () => check))",
    to: "mutate(body)"
  },
  {
    suite: "jobs",
    bug: "a run that was released counts as an attempt",
    file: "foundation/jobs/Job.ts",
    from: "attempts: attempt - 1",
    to: "attempts: attempt"
  },
  {
    suite: "tokens",
    bug: "words with accents are found only with their accents",
    file: "content/search-index/Folding.ts",
    from: '.replace(omittedMarks, "")',
    to: ""
  },
  {
    suite: "excerpts",
    bug: "a search excerpt omits the text before the matching word",
    file: "spaces/search/Excerpt.ts",
    from: "Math.max(leadOf(length), length - codePoints(cut(tail, length)))",
    to: "0"
  },
  {
    suite: "ports",
    bug: "search returns a page that was removed",
    package: "adapters",
    file: "memory/SearchedSpace.ts",
    from: "HashMap.removeMany(space, removed)",
    to: "space"
  },
  {
    suite: "ports",
    bug: "searching a publication finds text whose conditions fail",
    package: "adapters",
    file: "memory/SearchedSpace.ts",
    from: 'passing?.has(conditions ?? "") ?? true',
    to: "passing !== null"
  },
  {
    suite: "searchedSql",
    bug: "the SQL statement that searches a publication does not filter by conditions",
    package: "adapters",
    file: "postgres/SearchSql.ts",
    from: '["(s.space, s.conditions) in (select space, conditions from passing)"]',
    to: "[]"
  },
  {
    suite: "sections",
    bug: "text below a condition is indexed as unconditional",
    file: "content/document/DocumentSections.ts",
    from: 'block.type === "if" ? enter(scope, block.data.expression) : scope',
    to: "scope"
  },
  {
    suite: "publishedSearch",
    bug: "an anchor in search results reveals a hidden heading with the same title",
    file: "sites/published-search/PublishedSearch.ts",
    from: "if (hit.shown?.heading === undefined) return [hit]",
    to: "if (hit.shown !== undefined) return [hit]"
  },
  {
    suite: "imports",
    bug: "a folder is represented by the first of its index files instead of the preferred one",
    package: "adapters",
    file: "import/Targets.ts",
    from: "if (known === undefined || rank < known.rank) best.set",
    to: "if (known === undefined) best.set"
  },
  {
    suite: "imports",
    bug: "the tenth page of an imported folder comes before the second",
    package: "adapters",
    file: "import/Names.ts",
    from: "numeric: true, ",
    to: ""
  },
  {
    suite: "archives",
    bug: "an archive may exceed the allowed compression ratio",
    package: "adapters",
    file: "archive/Zip.ts",
    from: 'if (unpacked > archiveBytes * limits.ratio) throw new ArchiveRefused({ reason: "ratio", ...excess() })',
    to: ""
  },
  {
    suite: "archives",
    bug: "an archive may contain two files with the same name",
    package: "adapters",
    file: "archive/Zip.ts",
    from: 'if (files.has(name) || folders.has(name)) throw refuse("duplicate", name)',
    to: ""
  },
  {
    suite: "archives",
    bug: "names of an archive in Chinese are read in the alphabet of DOS",
    package: "adapters",
    file: "text/EncodingGuess.ts",
    from: "lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1",
    to: "lead >= 0xb0 && lead <= 0xb1 && trail >= 0xa1"
  },
  {
    suite: "archives",
    bug: "an image that no page shows counts against the limit of an import",
    package: "adapters",
    file: "import/ZipContent.ts",
    from: "paths.filter((path) => !isMedia(path)).map(",
    to: "paths.map("
  },
  {
    suite: "limits",
    bug: "the rate limit allows one request too many",
    package: "http",
    file: "foundation/exchange/RateLimit.ts",
    from: "const isWithin = this.total < limit",
    to: "const isWithin = this.total <= limit"
  },
  {
    suite: "logging",
    bug: "secrets in request bodies are logged",
    package: "http",
    file: "foundation/exchange/Redaction.ts",
    from: "const shortest = 6",
    to: "const shortest = 600"
  },
  {
    suite: "frame",
    bug: "pages of every origin can read API responses",
    package: "http",
    file: "server/Cors.ts",
    from: '(origin) => origins.includes("*") || origins.includes(origin)',
    to: "() => true"
  },
  {
    suite: "members",
    bug: "the last administrator can be removed",
    file: "people/member/Administrators.ts",
    from: "if (present < 2)",
    to: "if (present < 1)"
  },
  {
    suite: "signIn",
    bug: "a sign-in link is valid for one millisecond more than seven days",
    file: "people/sign-in/SignInCodes.ts",
    from: "defaultLifetime = 604_800_000",
    to: "defaultLifetime = 604_800_001"
  },
  {
    suite: "signIn",
    bug: "a requested sign-in link is valid for one millisecond more than an hour",
    file: "people/sign-in/SignInCodes.ts",
    from: "requestedLifetime = 3_600_000",
    to: "requestedLifetime = 3_600_001"
  },
  {
    suite: "signIn",
    bug: "sign-in links can be emailed to one person more often than the daily limit",
    file: "people/sign-in/SignInEmails.ts",
    from: "if (isFirst && !",
    to: "if (!isFirst && !"
  },
  {
    suite: "mailroom",
    bug: "invitations are emailed again to members who have verified their address",
    file: "people/invite/EmailInvites.ts",
    from: "memberOf(user)?.pending === user.email",
    to: "memberOf(user) !== undefined"
  },
  {
    suite: "teams",
    bug: "the member count of a team does not decrease when a member leaves",
    file: "people/team/TeamRoster.ts",
    from: "(after === null ? 0 : 1)",
    to: "(after === null ? 1 : 1)"
  },
  {
    suite: "refreshes",
    bug: "a page that an author edited is removed with its API operation",
    file: "proposals/refresh/RefreshTrees.ts",
    from: "is !== undefined && was !== undefined && !isRewritten(was, is)",
    to: "is !== undefined && was !== undefined"
  },
  {
    suite: "writtenPlan",
    bug: "an operation is matched by an operationId that two operations share",
    file: "openapi/written/WrittenPlan.ts",
    from: "found.set(key, found.has(key) ? undefined : item)",
    to: "found.set(key, item)"
  },
  {
    suite: "computed",
    bug: "computed ids are the same for every seed",
    file: "openapi/computed/ComputedPages.ts",
    from: "digest(JSON.stringify([seed, ...names]))",
    to: "digest(JSON.stringify(names))"
  },
  {
    suite: "computations",
    bug: "a version of another API description can be opened by its id",
    file: "openapi/computed/ComputedContents.ts",
    from: "value === undefined || version.spec === value.id",
    to: "value === undefined || version.spec !== undefined"
  }
]
