export interface Finding {
  readonly file: string
  readonly line: number
  readonly rule: string
  readonly message: string
}

export interface Exception {
  readonly rule: string
  readonly file: string
  readonly reason: string
}

export declare const rules: ReadonlyArray<{ readonly name: string; readonly about: string }>

export declare const inspect: (
  files: Readonly<Record<string, string>>,
  exceptions?: ReadonlyArray<Exception>
) => ReadonlyArray<Finding>

export declare const trackedFiles: () => Readonly<Record<string, string>>
