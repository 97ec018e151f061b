import { join } from "node:path"
import ts from "typescript-api"

const options = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  allowImportingTsExtensions: true
}

const nominal = ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.Enum

const isNominal = ({ symbol }) => symbol !== undefined && (symbol.flags & nominal) !== 0

const fileOf = (symbol) => symbol?.declarations?.[0]?.getSourceFile().fileName

/**
 * Walks types and their parts, and calls `found` with each class and interface declared below a folder. Of library
 * types only the type arguments are visited.
 */
const makeWalker = (checker, folder, found) => {
  const seen = new Set()
  const isBelow = (symbol) => fileOf(symbol)?.startsWith(folder) === true

  const visitSignatures = (type) => {
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.getParameters()) visit(checker.getTypeOfSymbol(parameter))
      visit(signature.getReturnType())
    }
  }

  const visitMembers = (type) => {
    visitSignatures(type)
    const properties = checker.getPropertiesOfType(type)
    const own = isNominal(type) ? properties.filter(isBelow) : properties
    for (const property of own) visit(checker.getTypeOfSymbol(property))
    for (const { type: value } of checker.getIndexInfosOfType(type)) visit(value)
  }

  const visit = (type) => {
    if (seen.has(type)) return
    seen.add(type)
    if (type.isUnionOrIntersection()) return type.types.forEach(visit)
    if ((type.flags & ts.TypeFlags.Object) === 0) return
    if ((type.objectFlags & ts.ObjectFlags.Reference) !== 0) checker.getTypeArguments(type).forEach(visit)
    if (isNominal(type) && !isBelow(type.symbol)) return
    if (isNominal(type)) found(type.symbol)
    visitMembers(type)
  }

  return visit
}

/**
 * The modules of core, by file, whose classes and interfaces appear in the signatures of the engine: its services and
 * ports, and the inputs, results and errors of their operations. Each with its first appearance.
 */
export const namedBySignatures = (dist) => {
  const entry = join(dist, "Engine.d.ts")
  const program = ts.createProgram([entry], options)
  const checker = program.getTypeChecker()
  const modules = new Map()
  let operation = ""
  const found = (symbol) => {
    const file = fileOf(symbol)
      .slice(dist.length + 1)
      .replace(/\.d\.ts$/, "")
    if (!modules.has(file)) modules.set(file, `${symbol.name} of ${operation}`)
  }
  const visit = makeWalker(checker, dist, found)
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)))
  for (const name of ["Services", "Ports"]) {
    const union = checker.getDeclaredTypeOfSymbol(exported.find((symbol) => symbol.name === name))
    for (const { symbol } of union.types) {
      operation = name
      found(symbol)
      const shape = checker.getTypeOfSymbol(checker.getTypeOfSymbol(symbol).getProperty("Service"))
      for (const property of checker.getPropertiesOfType(shape)) {
        operation = `${symbol.name}.${property.name}`
        visit(checker.getTypeOfSymbol(property))
      }
    }
  }
  return modules
}

/** A signature as an editor displays it, without the parts in braces, which name fields rather than parameters. */
const parametersOf = (checker, signature) => {
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope
  const text = checker.signatureToString(signature, undefined, flags)
  let depth = 0
  let shown = ""
  for (const character of text) {
    if (character === "}") depth -= 1
    if (depth === 0) shown += character
    if (character === "{") depth += 1
  }
  return [...shown.matchAll(/(\w+)\??: /g)].map(([, name]) => name)
}

const programs = new Map()

/** The TypeScript program of a host, created once and reused for all queries. */
const programOf = (entry) => {
  if (!programs.has(entry)) {
    const hosts = { ...options, types: ["node"], skipLibCheck: false, declaration: true }
    programs.set(entry, ts.createProgram([entry], hosts))
  }
  return programs.get(entry)
}

/**
 * The compiler errors of a host's module, of the declarations generated from it, and of all declarations below a
 * folder.
 */
export const errorsIn = (entry, folder) => {
  const program = programOf(entry)
  const own = program.getSourceFile(entry)
  const files = program.getSourceFiles().filter((file) => file === own || file.fileName.startsWith(folder))
  const found = files.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file)
  ])
  return [...found, ...program.getDeclarationDiagnostics(own)].map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  )
}

/**
 * The documentation and parameter names that an editor displays for each operation of an exported value that has
 * services.
 */
export const operationsShown = (entry, name) => {
  const program = programOf(entry)
  const checker = program.getTypeChecker()
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)))
  const hostType = checker.getTypeOfSymbol(exported.find((symbol) => symbol.name === name))
  return checker.getPropertiesOfType(hostType).flatMap((service) =>
    checker.getPropertiesOfType(checker.getTypeOfSymbol(service)).map((operation) => ({
      name: `${service.name}.${operation.name}`,
      documentation: ts.displayPartsToString(operation.getDocumentationComment(checker)),
      parameters: checker
        .getTypeOfSymbol(operation)
        .getCallSignatures()
        .flatMap((signature) => parametersOf(checker, signature))
    }))
  )
}

const noises = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive

const isPrivate = (declaration) => declaration?.name !== undefined && ts.isPrivateIdentifier(declaration.name)

/** Whether a type does not describe its values: `any`, `unknown`, `object` or `{}`. */
const saysNothing = (checker, type) =>
  (type.flags & noises) !== 0 ||
  ((type.flags & ts.TypeFlags.Object) !== 0 &&
    !isNominal(type) &&
    checker.getPropertiesOfType(type).length === 0 &&
    checker.getIndexInfosOfType(type).length === 0 &&
    checker.getSignaturesOfType(type, ts.SignatureKind.Call).length === 0)

/**
 * The places in the parameters and results of operations of an exported value whose types do not describe the value,
 * each by the shortest path: the operation, `takes` or `answers`, and the fields. For library types only the type
 * arguments are examined.
 */
export const unsaidIn = (entry, name, folder) => {
  const program = programOf(entry)
  const checker = program.getTypeChecker()
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)))
  const hostType = checker.getTypeOfSymbol(exported.find((symbol) => symbol.name === name))
  const seen = new Set()
  const places = []
  const isOurs = (symbol) => fileOf(symbol)?.startsWith(folder) === true
  const isLanguage = (symbol) => program.isSourceFileDefaultLibrary(symbol.declarations[0].getSourceFile())

  /**
   * Types of libraries are sufficiently described by their name; utility types applied to Quire's types are expanded.
   */
  const isOpen = (type) => {
    const { symbol } = type
    if (checker.isTupleType(type)) return false
    if (symbol?.declarations === undefined || isOurs(symbol)) return true
    return !isNominal(type) && isLanguage(symbol)
  }

  /** The arguments that differ from the defaults of the type. */
  const givenArguments = (type) =>
    checker
      .getTypeArguments(type)
      .filter((part, at) => part !== checker.getDefaultFromTypeParameter(type.target.typeParameters?.[at] ?? part))

  const visitFunction = (signature, way) => {
    for (const parameter of signature.getParameters()) {
      visit(checker.getTypeOfSymbol(parameter), [...way, parameter.name])
    }
    visit(signature.getReturnType(), [...way, "answers"])
  }

  const visit = (type, way) => {
    if (saysNothing(checker, type)) return void places.push(way.join(" "))
    if (seen.has(type)) return
    seen.add(type)
    if (type.isUnionOrIntersection()) return type.types.forEach((part) => visit(part, way))
    if ((type.flags & ts.TypeFlags.Object) === 0) return
    if ((type.objectFlags & ts.ObjectFlags.Reference) !== 0) {
      for (const part of givenArguments(type)) visit(part, way)
    }
    if (!isOpen(type)) return
    const properties = checker.getPropertiesOfType(type).filter(({ valueDeclaration }) => !isPrivate(valueDeclaration))
    for (const property of properties) visit(checker.getTypeOfSymbol(property), [...way, property.name])
    for (const { type: value } of checker.getIndexInfosOfType(type)) visit(value, [...way, "*"])
    for (const signature of type.getCallSignatures()) visitFunction(signature, way)
  }

  for (const service of checker.getPropertiesOfType(hostType)) {
    for (const operation of checker.getPropertiesOfType(checker.getTypeOfSymbol(service))) {
      for (const signature of checker.getTypeOfSymbol(operation).getCallSignatures()) {
        visitFunction(signature, [`${service.name}.${operation.name}`])
      }
    }
  }
  return places
}
