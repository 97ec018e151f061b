export interface Plant {
  readonly suite: string
  readonly bug: string
  readonly package?: string
  readonly file: string
  readonly from: string
  readonly to: string
}

export declare const plants: ReadonlyArray<Plant>

export declare const suites: Readonly<Record<string, ReadonlyArray<string>>>

export declare const suitesByFile: ReadonlyArray<typeof suites>
