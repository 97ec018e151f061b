/** The interface texts of a site in one language; `{}` is a placeholder for a name, a date or a number. */
export interface Words {
  /** As the attribute `lang` has it. */
  readonly language: string
  readonly direction: "ltr" | "rtl"
  readonly search: string
  readonly searchHint: string
  readonly noResults: string
  readonly results: string
  readonly oneResult: string
  readonly didYouMean: string
  readonly searchFailed: string
  readonly close: string
  readonly menu: string
  readonly skipToContent: string
  readonly contents: string
  readonly more: string
  readonly onThisPage: string
  readonly breadcrumbs: string
  readonly versions: string
  readonly sections: string
  readonly allSections: string
  readonly languages: string
  readonly allLanguages: string
  readonly siteLinks: string
  readonly furtherLinks: string
  readonly neighbours: string
  readonly previous: string
  readonly next: string
  readonly edit: string
  readonly updated: string
  readonly theme: string
  readonly light: string
  readonly dark: string
  readonly system: string
  readonly copy: string
  readonly copied: string
  readonly zoom: string
  readonly viewMarkdown: string
  readonly copyMarkdown: string
  readonly download: string
  readonly linkToSection: string
  readonly hint: { readonly info: string; readonly warning: string; readonly danger: string; readonly success: string }
  readonly notFound: string
  readonly notFoundText: string
  readonly suggestions: string
  readonly backHome: string
  readonly preview: string
  readonly previewLabel: string
  readonly previewOfRequest: string
  readonly backToRequest: string
  readonly openPublished: string
  readonly refused: string
  readonly refusedText: string
  readonly unavailable: string
  readonly unavailableText: string
  readonly privacyPolicy: string
  readonly pdf: string
  /** Shown while a PDF is being generated. */
  readonly pdfWaiting: string
  readonly wasHelpful: string
  readonly done: string
  readonly notDone: string
  readonly api: ApiWords
}

/** The texts for API operations and schemas. */
export interface ApiWords {
  readonly authentication: string
  readonly noAuthentication: string
  readonly or: string
  readonly servers: string
  readonly parameters: {
    readonly path: string
    readonly query: string
    readonly header: string
    readonly cookie: string
  }
  readonly body: string
  readonly answers: string
  readonly headers: string
  readonly request: string
  readonly example: string
  readonly tryIt: string
  readonly webhook: string
  readonly callbacks: string
  readonly deprecated: string
  readonly required: string
  readonly readOnly: string
  readonly writeOnly: string
  readonly properties: string
  readonly otherProperties: string
  readonly moreProperties: string
  readonly oneOf: string
  readonly anyOf: string
  readonly not: string
  readonly determinedBy: string
  readonly facts: {
    readonly default: string
    readonly constant: string
    readonly allowed: string
    readonly range: string
    readonly multipleOf: string
    readonly length: string
    readonly items: string
    readonly properties: string
    readonly unique: string
    readonly pattern: string
    readonly example: string
  }
  readonly furtherDocs: string
  readonly goneOperation: string
  readonly goneSchema: string
  /** Shown for an unresolved reference of the description. */
  readonly unresolved: string
}
