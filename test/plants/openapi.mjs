const ofSpecs = (name) => [`test/src/engine/openapi/${name}.`, "-t", "on memory"]

/** The tests that find faults in processing, versions and permissions of API descriptions. */
export const suites = {
  specProcessing: ofSpecs("SpecProcessing"),
  specVersions: ofSpecs("OpenApiVersions"),
  specLinks: ofSpecs("SpecLinks"),
  describedValues: ["packages/reader/test/api/DescribedValues."]
}

export const plants = [
  {
    suite: "specProcessing",
    bug: "an API description at a URL is fetched only once",
    file: "openapi/spec/SpecProcessing.ts",
    from: 'source.kind === "url" ? { again: now + OpenApiSpec.limits.pollMilliseconds } : undefined',
    to: "undefined"
  },
  {
    suite: "specProcessing",
    bug: "deleting a spec does not cancel its job",
    file: "openapi/spec/OpenApiSpecs.ts",
    from: "yield* jobs.withdraw(processing, value.id)",
    to: ""
  },
  {
    suite: "specProcessing",
    bug: "a new source for a spec does not schedule a job",
    file: "openapi/spec/OpenApiSpecs.ts",
    from: "() => jobs.offer(processing, found.value.id, null, { share: found.value.organization })",
    to: "() => Effect.void"
  },
  {
    suite: "specProcessing",
    bug: "a spec is abandoned after a few server failures",
    file: "openapi/spec/SpecProcessing.ts",
    from: "attempts: Number.POSITIVE_INFINITY",
    to: "attempts: 3"
  },
  {
    suite: "specVersions",
    bug: "identical bytes create another version of a description",
    file: "openapi/spec/SpecProcessing.ts",
    from: "Option.isSome(last) && last.value.value.source === source",
    to: "Option.isSome(last) && last.value.value.outline === source"
  },
  {
    suite: "specVersions",
    bug: "a version that belongs to another spec is shown",
    file: "openapi/spec/OpenApiVersions.ts",
    from: "|| found.value.value.spec !== spec.id",
    to: ""
  },
  {
    suite: "specVersions",
    bug: "the download key of one description version opens every version",
    file: "openapi/spec/OpenApiVersion.ts",
    from: "=> `openapi/${id}/${source}`",
    to: '=> "openapi"'
  },
  {
    suite: "specVersions",
    bug: "a spec without an explicit visibility is public",
    file: "openapi/spec/OpenApiVersions.ts",
    from: 'found.value.value.visibility === "public"',
    to: 'found.value.value.visibility !== "private"'
  },
  {
    suite: "specLinks",
    bug: "guests can see which API descriptions exist",
    file: "openapi/spec/KnownSpecs.ts",
    from: "slugs.length === 0 || !maySee(viewer)",
    to: "slugs.length === 0"
  },
  {
    suite: "describedValues",
    bug: "a sample request contains read-only fields",
    file: "openapi/description/ExampleValue.ts",
    from: "!isOmitted && ResolvedSchema",
    to: "ResolvedSchema"
  },
  {
    suite: "describedValues",
    bug: "numbers in API descriptions are rounded to doubles",
    file: "foundation/text/ExactJson.ts",
    from: "mayHaveLiterals.test(text) ? ",
    to: "text === undefined ? "
  },
  {
    suite: "describedValues",
    bug: "the markup of an API operation has no size limit",
    package: "reader",
    file: "api/ApiDrawing.ts",
    from: "if (bytes > this.#left) return undefined",
    to: ""
  }
]
