import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type ts from 'typescript'
import { glob } from 'tinyglobby'
import type { Finding } from './finding.ts'

/** The constructor of a vendor's client, and how it is pointed at a stand-in. */
interface ClientRule {
  readonly package: RegExp
  readonly name: RegExp
  /** The option with the base URL. */
  readonly option: string
  /** The code of the option. */
  readonly fix: string
}

/** Clients that read no variable for their base URL. Those that do need no line. */
const CLIENTS: readonly ClientRule[] = [
  {
    package: /^(octokit|@octokit\/(rest|core))$/,
    name: /^Octokit$/,
    option: 'baseUrl',
    fix: 'baseUrl: process.env.GITHUB_API_URL',
  },
  {
    package: /^stripe$/,
    name: /^(default|Stripe)$/,
    option: 'host',
    fix: 'host, port, protocol: of new URL(process.env.STRIPE_API_BASE)',
  },
  {
    package: /^@slack\/web-api$/,
    name: /^WebClient$/,
    option: 'slackApiUrl',
    fix: 'slackApiUrl: process.env.SLACK_API_URL',
  },
  {
    package: /^@slack\/bolt$/,
    name: /^App$/,
    option: 'clientOptions',
    fix: 'clientOptions: { slackApiUrl: process.env.SLACK_API_URL }',
  },
  {
    package: /^@vercel\/sdk$/,
    name: /^Vercel$/,
    option: 'serverURL',
    fix: 'serverURL: process.env.DEPLOYHOST_API_BASE',
  },
]

/** The beginnings of the names of variables that the fixtures set. */
const VARIABLE =
  /^(CODEHOST|GITHUB_(API|TOKEN|SERVER)|PAYMENTS|STRIPE|CHAT|SLACK|MAIL|RESEND|DEPLOYHOST|VERCEL_TOKEN|CLOUD|AWS_ENDPOINT|DOCDB|MONGODB|AUTH_SAAS|CLERK|OIDC_[A-D])_?/

/** The facts about a project that decide which of its code is wrong. */
export interface CodeOptions {
  /** True when calls to the vendors' own hosts are answered, so that no client needs a base URL. */
  readonly realHosts: boolean
  /** True when the variables are set before any code runs: with the plugin, the setup file or Jest's environment. */
  readonly setsVariablesFirst: boolean
}

/** Checks the code of a project, with the project's own TypeScript. */
export async function checkCode(root: string, options: CodeOptions): Promise<Finding[]> {
  const compiler = compilerOf(root)
  if (compiler === null) {
    const message = 'the code was not read, as the project has no TypeScript that could parse it'
    return [
      { check: 'clients', kind: 'note', file: null, line: null, message, fix: 'npm install --save-dev typescript' },
    ]
  }
  const files = await glob('**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', {
    cwd: root,
    ignore: [
      '**/{node_modules,dist,build,out,coverage,.next,.nuxt,.svelte-kit,.output}/**',
      '**/*.d.ts',
      '**/*.min.js',
    ],
  })
  return files.toSorted().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    // Most files have nothing to do with a vendor, and need not be parsed.
    if (!/octokit|stripe|@slack\/|@vercel\/sdk|process\.env|msw|nock|backlot/.test(text)) return []
    return findingsIn(compiler, compiler.createSourceFile(file, text, compiler.ScriptTarget.Latest, true), options)
  })
}

type Compiler = typeof ts

function compilerOf(root: string): Compiler | null {
  try {
    const found = createRequire(join(root, 'package.json'))('typescript') as Partial<Compiler> // any version
    return typeof found.createSourceFile === 'function' ? found : null
  } catch {
    return null
  }
}

function findingsIn(compiler: Compiler, source: ts.SourceFile, options: CodeOptions): Finding[] {
  const imports = importsOf(compiler, source)
  const isTest = /\.(test|spec)\.[cm]?[jt]sx?$|(^|\/)(tests?|__tests__)\//.test(source.fileName)
  const found: Finding[] = []
  const add = (node: ts.Node, finding: Pick<Finding, 'check' | 'message' | 'fix'>): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    found.push({ kind: 'problem', file: source.fileName, line, ...finding })
  }
  const visit = (node: ts.Node, isDeferred: boolean): void => {
    if (!options.realHosts && compiler.isNewExpression(node)) checkClient(compiler, node, imports, add)
    const variable = compiler.isPropertyAccessExpression(node) ? variableOf(compiler, node) : null
    if (variable !== null && !isDeferred && !isTest && !options.setsVariablesFirst) {
      add(node, {
        check: 'imports',
        message: `${variable} is read while the module is imported, before a fixture sets it`,
        fix: `read it in a function, or use the plugin: plugins: [backlot()] in vitest.config.ts`,
      })
    }
    if (compiler.isCallExpression(node)) checkInterceptor(node, source, imports, add)
    compiler.forEachChild(node, (child) => visit(child, isDeferred || compiler.isFunctionLike(node)))
  }
  visit(source, false)
  return [...found, ...resetFindings(source, imports, isTest)]
}

type Add = (node: ts.Node, finding: Pick<Finding, 'check' | 'message' | 'fix'>) => void

/** The packages of the names that a file imports, with the names that they have there. */
type Imports = ReadonlyMap<string, { readonly package: string; readonly name: string }>

function importsOf(compiler: Compiler, source: ts.SourceFile): Imports {
  const found = new Map<string, { package: string; name: string }>()
  for (const statement of source.statements) {
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) continue
    const { text } = statement.moduleSpecifier
    const { name, namedBindings } = statement.importClause ?? {}
    if (name !== undefined) found.set(name.text, { package: text, name: 'default' })
    if (namedBindings === undefined || !compiler.isNamedImports(namedBindings)) continue
    for (const each of namedBindings.elements) {
      found.set(each.name.text, { package: text, name: (each.propertyName ?? each.name).text })
    }
  }
  return found
}

function checkClient(compiler: Compiler, node: ts.NewExpression, imports: Imports, add: Add): void {
  if (!compiler.isIdentifier(node.expression)) return
  const imported = imports.get(node.expression.text)
  const rule = CLIENTS.find(
    (each) => imported !== undefined && each.package.test(imported.package) && each.name.test(imported.name),
  )
  if (rule === undefined) return
  const objects = [...(node.arguments ?? [])].filter(compiler.isObjectLiteralExpression)
  const given = objects.flatMap((each) => [...each.properties])
  // An object that is spread, or that comes in a variable, may have the option.
  const isOpen =
    given.some((each) => compiler.isSpreadAssignment(each)) ||
    (node.arguments ?? []).slice(-1).some((each) => compiler.isIdentifier(each) && objects.length === 0)
  const names = given.flatMap((each) => (each.name === undefined ? [] : [each.name.getText()]))
  if (isOpen || names.includes(rule.option)) return
  add(node, {
    check: 'clients',
    message: `new ${node.expression.text}() has no ${rule.option}: it calls the vendor itself`,
    fix: `${rule.fix} (or hosts: 'real' in the options of the fixture, which needs no line here)`,
  })
}

function variableOf(compiler: Compiler, node: ts.PropertyAccessExpression): string | null {
  const { expression, name } = node
  const isEnvironment =
    compiler.isPropertyAccessExpression(expression) &&
    expression.name.text === 'env' &&
    compiler.isIdentifier(expression.expression) &&
    expression.expression.text === 'process'
  return isEnvironment && VARIABLE.test(name.text) ? name.text : null
}

/** Finds calls of MSW and nock that would swallow or refuse those to a stand-in. */
function checkInterceptor(node: ts.CallExpression, source: ts.SourceFile, imports: Imports, add: Add): void {
  const text = node.expression.getText(source)
  const packages = new Set([...imports.values()].map((each) => each.package))
  if (text === 'nock.disableNetConnect' && packages.has('nock') && !source.text.includes('enableNetConnect')) {
    add(node, {
      check: 'interceptors',
      message: 'nock refuses the calls to the stand-ins',
      fix: "nock.enableNetConnect('127.0.0.1')",
    })
  }
  const usesMsw = [...packages].some((each) => each.startsWith('msw'))
  const refuses = /onUnhandledRequest\s*:\s*['"]error['"]/.test(
    node.arguments.map((each) => each.getText(source)).join(),
  )
  if (usesMsw && text.endsWith('.listen') && refuses) {
    add(node, {
      check: 'interceptors',
      message: 'MSW refuses the calls to the stand-ins',
      fix: "server.use(http.all('http://127.0.0.1:*/*', () => passthrough()))",
    })
  }
}

/** Finds a file of tests that starts an instance itself and never resets it. */
function resetFindings(source: ts.SourceFile, imports: Imports, isTest: boolean): Finding[] {
  const starts = [...imports.values()].some(
    ({ package: name, name: imported }) => name === 'backlot' && imported === 'createEmulator',
  )
  const { text } = source
  if (!isTest || !starts || /\.reset\(|await using|\.restore\(/.test(text)) return []
  const line = text.slice(0, Math.max(0, text.indexOf('createEmulator('))).split('\n').length
  return [
    {
      check: 'resets',
      kind: 'problem',
      file: source.fileName,
      line,
      message: 'the tests share an instance that nothing resets: each finds what the one before has left',
      fix: 'beforeEach(() => emulator.reset()), or a fixture: base.extend(codehostFixture)',
    },
  ]
}
