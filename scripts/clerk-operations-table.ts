import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '#auth-saas/routes/index.ts'
import published from '#auth-saas/published-operations.json' with { type: 'json' }

const SERVICE = 'src/services/auth-saas'

/** A file of tests with its text. */
interface TestFile {
  readonly file: string
  readonly text: string
}

/**
 * Returns the operations of both of the vendor's descriptions, version 2026-05-12, as two Markdown tables: method,
 * path, the vendor's id, and a test that calls the operation. What is not served is refused with 501 and its name.
 * https://github.com/clerk/openapi-specs
 */
export function clerkOperationsTable(root: string): string {
  const folder = join(root, SERVICE)
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .toSorted()
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(folder, file), 'utf8') }))
  return [
    '### Backend API',
    '',
    ...table(published.backend, false, tests),
    '',
    '### Frontend API',
    '',
    ...table(published.frontend, true, tests),
  ].join('\n')
}

function table(
  operations: Readonly<Record<string, string>>,
  isFrontend: boolean,
  tests: readonly TestFile[],
): string[] {
  const served = new Set(
    routes
      .filter(({ operation }) => /^(?:frontend|oauth)\//.test(operation) === isFrontend)
      .map(({ method, path }) => `${method} ${withoutNames(path)}`),
  )
  const rows = Object.entries(operations).map(([name, id]) => {
    const [method = '', path = ''] = name.split(' ')
    const isServed = served.has(withoutNames(name)) || served.has(`${method} /v1${withoutNames(path)}`)
    if (!isServed) return `| ${method} | \`${path}\` | ${id} | by name (501) |`
    const tested = tests.find(({ text }) => calls(text, id, path))?.file
    // The package has this page and not the tests, so the column has their names, without links.
    return `| ${method} | \`${path}\` | ${id} | ${tested ?? ''} |`
  })
  const count = rows.filter((row) => !row.endsWith('by name (501) |')).length
  return [
    `${count} of ${rows.length} operations are served.`,
    '',
    '| method | path | operation | tested in |',
    '|---|---|---|---|',
    ...rows,
  ]
}

/** Returns a path with the same text in place of every parameter, which may have the ending of a file. */
function withoutNames(path: string): string {
  return path.replaceAll(/\{\w+\}(?:\.xml)?|:\w+/g, '{}')
}

/**
 * Returns whether a test calls an operation: by the vendor's id, or by the path with values for its parameters, whose
 * beginning may be a variable.
 */
function calls(text: string, id: string, path: string): boolean {
  if (new RegExp(`^  ${id}: `, 'm').test(text)) return true
  const segments = path.replace(/^(?:\/v1)?\//, '').split('/')
  const ends = segments.map((_, index) => segments.slice(index)).filter((end, index) => index === 0 || isTelling(end))
  return ends.some((end, index) => {
    const concrete = end
      .map((each) => `/${each.startsWith('{') ? '[^/\'"`\\s]+' : each.replaceAll('.', '\\.')}`)
      .join('')
    return new RegExp(`${index === 0 ? '' : '\\}'}${concrete}(?=[?'"\`])`).test(text)
  })
}

/** Returns whether the end of a path says which operation it is of: by a long word, or by two. */
function isTelling(end: readonly string[]): boolean {
  const words = end.filter((each) => !each.startsWith('{'))
  return words.length > 1 || words.some(({ length }) => length > 6)
}
