import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { clientTable, failuresOf, PAGE, VERSIONS } from '../../scripts/real-hosts/table.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const NONE = { before: {}, after: {} }

describe('clients without a base URL call the stand-ins, with no network', () => {
  it.each(['before', 'after'] as const)(
    'when they are made %s the hosts are intercepted',
    (when) => {
      expect(failuresOf(root, process.execPath, when)).toEqual({})
    },
    300_000,
  )

  it('on every version of Node.js, as the table in the docs says', () => {
    const table = clientTable(
      root,
      VERSIONS.map((version) => ({ version, failures: NONE })),
    )
    expect(readFileSync(join(root, PAGE), 'utf8'), 'run npm run test:hosts').toContain(table)
  })
})
