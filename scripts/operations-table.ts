import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Route } from '#core/routes.ts'
import { routes } from '#codehost/routes/index.ts'
import documentation from '#codehost/documentation.json' with { type: 'json' }

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
    const link = tested === undefined ? '' : `[${tested}](../${SERVICE}/${tested})`
    return `| ${route.method} | \`${route.path}\` | ${name} | ${link} |`
  })
  return ['| method | path | operation | tested in |', '|---|---|---|---|', ...rows].join('\n')
}

/** Returns the page of codehost with its table of operations renewed. */
export function renewedPage(root: string): string {
  const page = readFileSync(join(root, PAGE), 'utf8')
  const [before, rest] = page.split(BEGIN)
  const [, after] = (rest ?? '').split(END)
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no ${BEGIN} … ${END}`)
  return `${before}${BEGIN}\n${operationsTable(root)}\n${END}${after}`
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

function testFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
}

// Run as a program, it writes the page.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(PAGE, renewedPage(process.cwd()))
}
