import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Route } from '#core/routes.ts'
import { routes } from '#codehost/routes/index.ts'
import documentation from '#codehost/documentation.json' with { type: 'json' }
import { clerkOperationsTable } from './clerk-operations-table.ts'
import { slackMethodsTable } from './slack-methods-table.ts'
import { testFiles } from './test-files.ts'

const BEGIN = '<!-- operations: written by npm run docs -->'
const END = '<!-- end of operations -->'

const PAGE = 'docs/codehost.md'
const SERVICE = 'src/services/codehost'

/**
 * Returns the operations of codehost as a Markdown table: method, path, the vendor's id, and the test that drives the
 * operation.
 */
export function operationsTable(root: string): string {
  const tests = testFiles(join(root, SERVICE)).map((file) => ({
    file,
    text: readFileSync(join(root, SERVICE, file), 'utf8'),
  }))
  const pages: Readonly<Record<string, string>> = documentation
  const rows = routes.map((route) => {
    const page = pages[route.operation]
    const name = page === undefined ? route.operation : `[${route.operation}](https://docs.github.com/rest/${page})`
    const tested = tests.find(({ text }) => drives(text, route))?.file
    // The package has this page and not the tests, so the column has their paths, without links.
    return `| ${route.method} | \`${route.path}\` | ${name} | ${tested ?? ''} |`
  })
  return [`| method | path | operation | tested in, below \`${SERVICE}\` |`, '|---|---|---|---|', ...rows].join('\n')
}

/** The tables of operations, by the page that has one. */
const TABLES: Readonly<Record<string, (root: string) => string>> = {
  [PAGE]: operationsTable,
  'docs/chat.md': slackMethodsTable,
  'docs/auth-saas.md': clerkOperationsTable,
}

/** Returns the pages with a table of operations, each with its table renewed, by their paths from the root. */
export function renewedPages(root: string): readonly (readonly [path: string, text: string])[] {
  return Object.entries(TABLES).map(([path, table]): [string, string] => {
    const [before, rest] = readFileSync(join(root, path), 'utf8').split(BEGIN)
    const [, after] = (rest ?? '').split(END)
    if (before === undefined || after === undefined) throw new Error(`${path} has no ${BEGIN} … ${END}`)
    return [path, `${before}${BEGIN}\n${table(root)}\n${END}${after}`]
  })
}

/** Returns true when a test calls an operation, by the client's method or by its path. */
function drives(text: string, { operation, method, path }: Route): boolean {
  const [group, name] = operation.split('/').map(camelCase)
  const template = `${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}`
  // The path with values in place of its parameters, alone or at the end of a longer text.
  const concrete = path.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[a-z_]+|\*/g, '[^/\\s\'"`]+')
  return (
    new RegExp(`\\b(?:client|${group})\\.${name}\\b`).test(text) ||
    text.includes(template) ||
    new RegExp(`${method}[ '",]+(?:[\`'"]|\\$\\{[^}]*\\})*${concrete}(?=[?'"\`\\s])`).test(text)
  )
}

function camelCase(words: string): string {
  return words.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

// Run as a program, it writes the pages.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [path, text] of renewedPages(process.cwd())) writeFileSync(path, text)
}
