import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { clerkOperationsTable } from './clerk-operations-table.ts'
import { operationsTable, renewedPages } from './operations-table.ts'
import { slackMethodsTable } from './slack-methods-table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

describe('the pages with a table of operations', () => {
  it.each(renewedPages(root))('%s lists every operation as the routes have it', (path, text) => {
    expect(readFileSync(join(root, path), 'utf8'), 'run npm run docs').toBe(text)
  })

  it.each([
    ['codehost', operationsTable],
    ['chat', slackMethodsTable],
    ['auth-saas', clerkOperationsTable],
  ])('the page of %s names a test for every operation', (_service, table) => {
    const untested = table(root)
      .split('\n')
      .filter((row) => row.endsWith('|  |'))
    expect(untested).toEqual([])
  })
})
