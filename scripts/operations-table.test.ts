import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { operationsTable, renewedPage } from './operations-table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

describe('the page of codehost', () => {
  it('lists every operation as the routes have it', () => {
    expect(readFileSync(join(root, 'docs/codehost.md'), 'utf8'), 'run npm run docs').toBe(renewedPage(root))
  })

  it('names a test for every operation', () => {
    const untested = operationsTable(root)
      .split('\n')
      .filter((row) => row.endsWith('|  |'))
    expect(untested).toEqual([])
  })
})
