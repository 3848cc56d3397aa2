import { readFileSync } from 'node:fs'
import { createClerkClient, verifyToken } from '@clerk/backend'
import { describe, expect, it, test as base } from 'vitest'
import { authSaasFixture } from '#runners/vitest/index.ts'

const page = readFileSync(new URL('../../../docs/auth-saas.md', import.meta.url), 'utf8')
const example = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? ''

// Runs the example as printed, with the modules that it imports; the example registers its test in this file.
const imports = [...example.matchAll(/^import \{ (.*) \} from '(.*)'$/gm)].map(([, names, from]) => [names, from])
const body = example.replaceAll(/^import .*$/gm, '')
// oxlint-disable-next-line typescript/no-implied-eval -- the example of the page is code in a text
const run = new Function('base', 'expect', 'authSaasFixture', 'createClerkClient', 'verifyToken', body) as (
  ...modules: unknown[]
) => void
run(base, expect, authSaasFixture, createClerkClient, verifyToken)

describe('the first example of docs/auth-saas.md', () => {
  it('runs as printed, without a seed', () => {
    expect(imports).toEqual([
      ['createClerkClient, verifyToken', '@clerk/backend'],
      ['test as base, expect', 'vitest'],
      ['authSaasFixture', 'backlot/vitest'],
    ])
  })
})
