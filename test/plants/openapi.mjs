const ofSpecs = (name) => [`test/src/engine/openapi/${name}.`, "-t", "on memory"]

/** The tests that find bugs in what is read of descriptions of APIs, when, and who sees it. */
export const suites = {
  specProcessing: ofSpecs("SpecProcessing"),
  specVersions: ofSpecs("OpenApiVersions"),
  specLinks: ofSpecs("SpecLinks"),
  describedValues: ["packages/reader/test/api/DescribedValues."]
}

export const plants = [
  {
    suite: "specProcessing",
    bug: "an address is looked at once and never again",
    file: "openapi/spec/SpecProcessing.ts",
    from: 'source.kind === "url" ? { again: now + OpenApiSpec.limits.pollMilliseconds } : undefined',
    to: "undefined"
  },
  {
    suite: "specProcessing",
    bug: "a run goes on when its spec is deleted",
    file: "openapi/spec/OpenApiSpecs.ts",
    from: "yield* jobs.withdraw(processing, value.id)",
    to: ""
  },
  {
    suite: "specProcessing",
    bug: "a new source waits for a job that nobody has asked for",
    file: "openapi/spec/OpenApiSpecs.ts",
    from: "() => jobs.offer(processing, found.value.id, null, { share: found.value.organization })",
    to: "() => Effect.void"
  },
  {
    suite: "specProcessing",
    bug: "a spec is given up when the server breaks down often",
    file: "openapi/spec/SpecProcessing.ts",
    from: "attempts: Number.POSITIVE_INFINITY",
    to: "attempts: 3"
  },
  {
    suite: "specVersions",
    bug: "the same bytes make another version",
    file: "openapi/spec/SpecProcessing.ts",
    from: "Option.isSome(last) && last.value.value.source === source",
    to: "Option.isSome(last) && last.value.value.outline === source"
  },
  {
    suite: "specVersions",
    bug: "a version of another spec is shown",
    file: "openapi/spec/OpenApiVersions.ts",
    from: "|| found.value.value.spec !== spec.id",
    to: ""
  },
  {
    suite: "specVersions",
    bug: "the key of one version opens all",
    file: "openapi/spec/OpenApiVersionView.ts",
    from: "=> `openapi/${id}/${source}`",
    to: '=> "openapi"'
  },
  {
    suite: "specVersions",
    bug: "a spec of which nobody has said who may read it is everybody's",
    file: "openapi/spec/OpenApiVersions.ts",
    from: 'found.value.value.visibility === "public"',
    to: 'found.value.value.visibility !== "private"'
  },
  {
    suite: "specLinks",
    bug: "guests are told which descriptions there are",
    file: "openapi/spec/KnownSpecs.ts",
    from: "slugs.length === 0 || !maySee(viewer)",
    to: "slugs.length === 0"
  },
  {
    suite: "describedValues",
    bug: "a sample of a request has fields that are only read",
    file: "openapi/description/ExampleValue.ts",
    from: "!isOmitted && ResolvedSchema",
    to: "ResolvedSchema"
  },
  {
    suite: "describedValues",
    bug: "numbers of a description are doubles",
    file: "foundation/text/ExactJson.ts",
    from: "mayHaveLiterals.test(text) ? ",
    to: "text === undefined ? "
  },
  {
    suite: "describedValues",
    bug: "the markup of one operation has no bound",
    package: "reader",
    file: "api/ApiDrawing.ts",
    from: "if (bytes > this.#left) return undefined",
    to: ""
  }
]
