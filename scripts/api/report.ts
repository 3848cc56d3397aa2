import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'

const DECLARATIONS = resolve('dist/types')

/** The declarations of the operations' bodies and answers, which grow with each operation and say nothing of calls. */
const LEFT_OUT = /(operation|answer)-types\.generated/

interface Exports {
  readonly [path: string]: string | { readonly import?: { readonly types?: string }; readonly types?: string }
}

/**
 * Returns the public types of the built package: what each of its entries exports, and every declaration of the package
 * that these use, without comments and without the bodies of operations. A change of it is a change of what semantic
 * versioning promises. A declaration's file is not named: no user imports it, so that a move is no change.
 */
export function apiReport(): string {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Exports } // of this package
  const entries = Object.entries(exports).flatMap(([path, conditions]) => {
    const types = typeof conditions === 'string' ? undefined : (conditions.import?.types ?? conditions.types)
    return types === undefined ? [] : [{ path, file: resolve(types) }]
  })
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    },
  )
  const checker = program.getTypeChecker()
  const used = new Set<ts.Declaration>()
  const names = entries.map(({ path, file }) => {
    const source = program.getSourceFile(file)
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`${file} exports nothing: run npm run build`)
    const exported = checker.getExportsOfModule(module).map((symbol) => original(symbol, checker))
    for (const symbol of exported) use(symbol, checker, used)
    const list = checker.getExportsOfModule(module).map(({ name }) => `  ${name}`)
    return `${path}\n${list.toSorted().join('\n')}`
  })
  return `${names.join('\n\n')}\n\n${declarationsOf(used).join('\n\n')}\n`
}

/** Adds the declarations of a symbol, and of every symbol of the package that they name. */
function use(symbol: ts.Symbol, checker: ts.TypeChecker, used: Set<ts.Declaration>): void {
  for (const declaration of symbol.declarations ?? []) {
    const { fileName } = declaration.getSourceFile()
    if (used.has(declaration) || !fileName.startsWith(DECLARATIONS) || LEFT_OUT.test(fileName)) continue
    if (ts.isTypeParameterDeclaration(declaration) || ts.isSourceFile(declaration)) continue
    used.add(declaration)
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        const named = checker.getSymbolAtLocation(node)
        const found = named === undefined ? undefined : original(named, checker)
        if (found !== undefined && isDeclaredAlone(found)) use(found, checker, used)
      }
      ts.forEachChild(node, visit)
    }
    visit(declaration)
  }
}

function original(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
}

/** Returns whether a symbol is more than a part of another declaration, such as a member or a parameter. */
function isDeclaredAlone({ flags }: ts.Symbol): boolean {
  const { Class, Interface, TypeAlias, Enum, Function: FunctionFlag, BlockScopedVariable } = ts.SymbolFlags
  return (flags & (Class | Interface | TypeAlias | Enum | FunctionFlag | BlockScopedVariable)) !== 0
}

function declarationsOf(used: ReadonlySet<ts.Declaration>): string[] {
  const printer = ts.createPrinter({ removeComments: true })
  const texts = [...used].map((declaration) => {
    const text = printer.printNode(ts.EmitHint.Unspecified, declaration, declaration.getSourceFile())
    return text.replace(/^export (declare )?/, '')
  })
  return [...new Set(texts)].toSorted()
}
