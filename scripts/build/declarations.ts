import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { readSubpathImports, sourceOfImport } from './subpath-imports.ts'

// Writes the declarations of the package: the part of each source file that is reachable from an entry, as one tree
// that modules and CommonJS share. A declaration is made from the text of its file alone, so published names need their
// types written out.

/**
 * An entry of the package: its source below the root, and the declarations of the module, without `.d.ts`, below
 * `dist/`.
 */
export interface DeclaredEntry {
  readonly source: string
  readonly output: string
}

/** The folder of the tree, below `dist/`: the declarations of `src/core/clock.ts` are `types/core/clock.d.cts`. */
const TREE = 'types'

/** `Symbol.asyncDispose` is in the types, and the usual targets of users do not bring it. */
const DISPOSABLE = '/// <reference lib="esnext.disposable" />\n'

/**
 * Writes the tree, and a `.d.ts` beside the built file of each entry that re-exports from the tree. The tree is
 * CommonJS, because modules can import CommonJS and not the other way round.
 *
 * @throws Error that names the published declarations without a written type.
 */
export function writeDeclarations(root: string, entries: readonly DeclaredEntry[]): void {
  const tree = new Tree(root)
  for (const { source } of entries) tree.addEntry(source)
  tree.check()
  for (const [file, text] of tree.texts()) write(join(root, 'dist', treeFile(file)), withTabs(text))
  for (const { source, output } of entries)
    write(join(root, 'dist', `${output}.d.ts`), tree.wrapper(source, `${output}.d.ts`))
}

/** The declarations of a source file, below `dist/`. */
function treeFile(source: string): string {
  return join(TREE, relative('src', source)).replace(/\.ts$/, '.d.cts')
}

function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to).replace(/\.d\.cts$/, '.cjs')
  return path.startsWith('.') ? path : `./${path}`
}

/** Indents by tabs, which take a tenth less room than the four spaces that the compiler writes. */
function withTabs(text: string): string {
  return text.replaceAll(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** An imported name: the module, and its name there; `*` for the whole module. */
interface Imported {
  readonly from: string
  readonly name: string
}

/** A name that a file exports from another file; `*` as `*` for everything that the other file exports. */
interface Reexport {
  readonly from: string
  readonly name: string
  readonly as: string
  readonly typeOnly: boolean
}

/** One source file as declarations, with the part of it that is published. */
interface Module {
  readonly file: string
  readonly source: ts.SourceFile
  /** The statements that declare a name; several for the overloads of a function. */
  readonly declared: ReadonlyMap<string, readonly ts.Statement[]>
  /** The local name of each export that has no `export` keyword at its declaration. */
  readonly exportedAs: ReadonlyMap<string, string>
  readonly imports: ReadonlyMap<string, Imported>
  readonly reexports: readonly Reexport[]
  /** The modules that are imported only for their global declarations. */
  readonly sideEffects: readonly string[]
  /** `declare global`: published with the file. */
  readonly globals: readonly ts.Statement[]
  /**
   * `declare module 'vitest'`: published with the file, for modules. The CommonJS of that package has other
   * declarations.
   */
  readonly augmentations: readonly ts.Statement[]
  /** The names without a written type, each with its place and the compiler's message. */
  readonly untyped: ReadonlyMap<string, string>
  readonly kept: Set<ts.Statement>
  readonly keptReexports: Set<Reexport>
  readonly keptImports: Set<string>
}

class Tree {
  readonly #root: string
  readonly #modules = new Map<string, Module>()
  readonly #entries = new Set<string>()
  readonly #missing: string[] = []

  constructor(root: string) {
    this.#root = root
  }

  /** Publishes everything that a file exports. */
  addEntry(file: string): void {
    this.#entries.add(file)
    this.#keepAll(file)
  }

  #keepAll(file: string): void {
    const module = this.#module(file)
    for (const reexport of module.reexports) this.#keepReexport(module, reexport)
    for (const name of module.exportedAs.values()) this.#keep(module, name)
    for (const [name, statements] of module.declared) if (statements.some(isExported)) this.#keep(module, name)
  }

  /** @throws Error when anything published has no type that is written out. */
  check(): void {
    if (this.#missing.length === 0) return
    throw new Error(`published names need their types written out:\n${[...new Set(this.#missing)].join('\n')}`)
  }

  /** The published part of every file that has one. */
  texts(): readonly (readonly [file: string, text: string])[] {
    return [...this.#modules.values()]
      .filter(({ file, kept, keptImports, keptReexports, globals }) => {
        const size = kept.size + keptImports.size + keptReexports.size + globals.length
        return size > 0 || this.#entries.has(file)
      })
      .map((module) => [module.file, this.#text(module)])
  }

  /** The declarations of an entry as a module, which are in `output` below `dist/`. */
  wrapper(file: string, output: string): string {
    const module = this.#module(file)
    const path = (source: string): string => specifier(output, treeFile(source))
    const from = path(file)
    const ambient = this.texts().some(([, text]) => text.includes('Symbol.asyncDispose')) ? DISPOSABLE : ''
    const names = new Set(module.augmentations.flatMap((statement) => referencesIn(statement)))
    const imports = [...names].flatMap((local) => {
      const imported = module.imports.get(local)
      return imported === undefined
        ? []
        : [`import type { ${renamed(imported.name, local)} } from '${path(imported.from)}'\n`]
    })
    const augmentations = module.augmentations.map((statement) => `${statement.getFullText(module.source).trim()}\n`)
    const byDefault = module.exportedAs.has('default')
      ? `declare const byDefault: typeof import('${from}').default\nexport default byDefault\n`
      : ''
    return [ambient, ...imports, `export * from '${from}'\n`, ...augmentations, byDefault].join('')
  }

  #text(module: Module): string {
    const path = (from: string): string =>
      from.endsWith('.ts') ? specifier(treeFile(module.file), treeFile(from)) : from
    const named = new Map<string, string[]>()
    const imports: string[] = []
    for (const local of module.keptImports) {
      const { from = '', name = '' } = module.imports.get(local) ?? {}
      if (name === '*') imports.push(`import type * as ${local} from '${path(from)}'\n`)
      else named.set(from, [...(named.get(from) ?? []), renamed(name, local)])
    }
    for (const [from, names] of named) imports.push(`import type { ${names.join(', ')} } from '${path(from)}'\n`)
    const sideEffects = module.sideEffects.map((from) => `import '${path(from)}'\n`)
    const reexports = [...module.keptReexports].map(({ from, name, as, typeOnly }) => {
      if (as === '*') return `export * from '${path(from)}'\n`
      return `export ${typeOnly ? 'type ' : ''}{ ${renamed(name, as)} } from '${path(from)}'\n`
    })
    const statements = module.source.statements
      .filter((statement) => module.kept.has(statement) || module.globals.includes(statement))
      .map((statement) => statement.getFullText(module.source).trim())
    const own = statements.length === 0 ? '' : `${statements.join('\n\n')}\n`
    const exported = [...module.exportedAs]
      .filter(([, name]) => isKept(module, name))
      .map(([as, name]) => {
        if (as === 'default') return `export default ${name}\n`
        const imported = module.declared.has(name) ? undefined : module.imports.get(name)
        // The import above imports types only: exported by way of it, a class would be a type.
        if (imported !== undefined) return `export { ${renamed(imported.name, as)} } from '${path(imported.from)}'\n`
        return `export { ${renamed(name, as)} }\n`
      })
    // Without an export of its own, a declaration file exports everything in it.
    const text = [...imports, ...sideEffects, ...reexports, own, ...exported, 'export {}\n'].join('')
    return text.includes('Symbol.asyncDispose') ? DISPOSABLE + text : text
  }

  #module(file: string): Module {
    const known = this.#modules.get(file)
    if (known !== undefined) return known
    const module = readModule(this.#root, file)
    this.#modules.set(file, module)
    for (const statement of module.globals) this.#keepNames(module, statement)
    for (const name of module.augmentations.flatMap(referencesIn)) {
      const imported = module.imports.get(name)
      if (imported !== undefined) this.#keepExport(imported.from, imported.name)
    }
    for (const from of module.sideEffects) this.#module(from)
    return module
  }

  /** Publishes what a file exports under a name; false when it exports none. */
  #keepExport(file: string, name: string): boolean {
    // Other packages publish their own declarations.
    if (!file.endsWith('.ts')) return true
    const module = this.#module(file)
    const local =
      module.exportedAs.get(name) ?? (module.declared.get(name)?.some(isExported) === true ? name : undefined)
    if (local !== undefined) return this.#keep(module, local)
    const named = module.reexports.find(({ as }) => as === name)
    if (named !== undefined) return this.#keepReexport(module, named)
    return module.reexports
      .filter(({ as, from }) => as === '*' && from.endsWith('.ts'))
      .some((all) => this.#keepExport(all.from, name) && this.#keepReexport(module, all))
  }

  #keepReexport(module: Module, reexport: Reexport): boolean {
    if (module.keptReexports.has(reexport)) return true
    module.keptReexports.add(reexport)
    if (reexport.as === '*') {
      this.#keepAll(reexport.from)
      return true
    }
    return this.#found(module, reexport.name, this.#keepExport(reexport.from, reexport.name))
  }

  /** Publishes a name of a file: what declares it, and what that needs. */
  #keep(module: Module, name: string): boolean {
    const imported = module.imports.get(name)
    if (imported !== undefined && !module.declared.has(name)) {
      if (module.keptImports.has(name)) return true
      module.keptImports.add(name)
      if (imported.name === '*') return true
      return this.#found(module, name, this.#keepExport(imported.from, imported.name))
    }
    for (const statement of module.declared.get(name) ?? []) {
      if (module.kept.has(statement)) continue
      module.kept.add(statement)
      this.#keepNames(module, statement)
    }
    const untyped = module.untyped.get(name)
    if (untyped !== undefined) this.#missing.push(untyped)
    return true
  }

  #keepNames(module: Module, node: ts.Node): void {
    for (const name of referencesIn(node)) {
      if (module.declared.has(name) || module.imports.has(name)) this.#keep(module, name)
    }
  }

  #found(module: Module, name: string, found: boolean): true {
    if (!found) this.#missing.push(`${module.file}: ${name} is not exported where it comes from`)
    return true
  }
}

function readModule(root: string, file: string): Module {
  const sourceOf = sourcesOfImports(root, file)
  const { source, untyped } = readDeclarations(root, file)
  const declared = new Map<string, ts.Statement[]>()
  const exportedAs = new Map<string, string>()
  const imports = new Map<string, Imported>()
  const reexports: Reexport[] = []
  const sideEffects: string[] = []
  const globals: ts.Statement[] = []
  const augmentations: ts.Statement[] = []
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = sourceOf(statement.moduleSpecifier)
      if (statement.importClause === undefined) sideEffects.push(from)
      for (const [local, name] of importedNames(statement)) imports.set(local, { from, name })
    } else if (ts.isExportDeclaration(statement)) {
      readExport(statement, sourceOf, reexports, exportedAs)
    } else if (ts.isExportAssignment(statement)) {
      exportedAs.set('default', statement.expression.getText(source))
    } else if (ts.isModuleDeclaration(statement)) {
      const list = isGlobal(statement) ? globals : augmentations
      list.push(statement)
    } else {
      for (const name of namesOf(statement)) declared.set(name, [...(declared.get(name) ?? []), statement])
    }
  }
  return {
    file,
    source,
    declared,
    exportedAs,
    imports,
    reexports,
    sideEffects: sideEffects.filter((from) => from.endsWith('.ts')),
    globals,
    augmentations,
    untyped,
    kept: new Set(),
    keptReexports: new Set(),
    keptImports: new Set(),
  }
}

/** Returns a function that finds what an import of a file names. */
function sourcesOfImports(root: string, file: string): (from: ts.Expression) => string {
  const subpaths = readSubpathImports(root)
  return (from) => {
    if (!ts.isStringLiteral(from)) throw new Error(`${file}: expected the text of an import`)
    return sourceOfImport(subpaths, file, from.text)
  }
}

/** Makes the declarations of a file from its text alone. */
function readDeclarations(root: string, file: string): Pick<Module, 'source' | 'untyped'> {
  const text = withOpaqueService(file, readFileSync(join(root, file), 'utf8'))
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2023, strict: true, removeComments: false },
  })
  return {
    source: ts.createSourceFile(file, outputText, ts.ScriptTarget.Latest, true),
    untyped: untypedNames(file, text, diagnostics),
  }
}

/** Gives the definition of a built-in service its published type, which has nothing of its rows and routes. */
function withOpaqueService(file: string, text: string): string {
  const [, id] = /^src\/services\/([^/]+)\/index\.ts$/.exec(file) ?? []
  if (id === undefined) return text
  const typed = text.replace(/^export const (\w+) = defineService\(/m, (_, name: string) => {
    return `export const ${name}: BuiltInService<'${id}'> = defineService(`
  })
  if (typed === text) throw new Error(`${file}: expected a line that begins with export const … = defineService(`)
  return `import type { BuiltInService } from '../../services.generated.ts'\n${typed}`
}

function importedNames({ importClause }: ts.ImportDeclaration): (readonly [local: string, name: string])[] {
  if (importClause === undefined) return []
  const { name, namedBindings } = importClause
  const byDefault = name === undefined ? [] : [[name.text, 'default'] as const]
  if (namedBindings === undefined) return byDefault
  if (ts.isNamespaceImport(namedBindings)) return [...byDefault, [namedBindings.name.text, '*']]
  return [
    ...byDefault,
    ...namedBindings.elements.map((each) => [each.name.text, (each.propertyName ?? each.name).text] as const),
  ]
}

function readExport(
  statement: ts.ExportDeclaration,
  sourceOf: (from: ts.Expression) => string,
  reexports: Reexport[],
  exportedAs: Map<string, string>,
): void {
  const { exportClause, moduleSpecifier, isTypeOnly } = statement
  if (moduleSpecifier === undefined) {
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) return
    for (const { name, propertyName } of exportClause.elements) exportedAs.set(name.text, (propertyName ?? name).text)
    return
  }
  const from = sourceOf(moduleSpecifier)
  if (exportClause === undefined) reexports.push({ from, name: '*', as: '*', typeOnly: isTypeOnly })
  else if (ts.isNamedExports(exportClause)) {
    for (const each of exportClause.elements) {
      const name = (each.propertyName ?? each.name).text
      reexports.push({ from, name, as: each.name.text, typeOnly: isTypeOnly || each.isTypeOnly })
    }
  }
}

function isKept({ declared, kept, keptImports }: Module, name: string): boolean {
  return keptImports.has(name) || declared.get(name)?.some((statement) => kept.has(statement)) === true
}

function renamed(name: string, as: string): string {
  return name === as ? name : `${name} as ${as}`
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
  }
  const isNamed =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement)
  return isNamed && statement.name !== undefined ? [statement.name.text] : []
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
}

function isGlobal({ name }: ts.ModuleDeclaration): boolean {
  return ts.isIdentifier(name) && name.text === 'global'
}

/** Returns the names that a declaration refers to. Names of its own type parameters are among them. */
function referencesIn(node: ts.Node): string[] {
  const found: string[] = []
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child) && isReference(child)) found.push(child.text)
    ts.forEachChild(child, visit)
  }
  ts.forEachChild(node, visit)
  return found
}

/** Returns false for the name of a member or a parameter, and for a name after a dot. */
function isReference(identifier: ts.Identifier): boolean {
  const { parent } = identifier
  if (ts.isQualifiedName(parent)) return parent.left === identifier
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === identifier
  const named = ts.isTypeElement(parent) || ts.isClassElement(parent) || ts.isParameter(parent)
  return !(named && parent.name === identifier)
}

/** Returns the top-level names of a source for which the compiler needs other files to know the type. */
function untypedNames(file: string, text: string, diagnostics: readonly ts.Diagnostic[]): Map<string, string> {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = new Map<string, string>()
  for (const { start = 0, messageText } of diagnostics) {
    const statement = source.statements.find((each) => each.pos <= start && start < each.end)
    if (statement === undefined) continue
    const line = source.getLineAndCharacterOfPosition(start).line + 1
    const reason = ts.flattenDiagnosticMessageText(messageText, ' ')
    for (const name of namesOf(statement)) found.set(name, `${file}:${line}: ${name}: ${reason}`)
  }
  return found
}
