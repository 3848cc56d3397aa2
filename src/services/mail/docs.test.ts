import { readFileSync } from 'node:fs'
import { Resend } from 'resend'
import { describe, expect, it, test as base } from 'vitest'
import { mailFixture } from '#runners/vitest/index.ts'

const page = readFileSync(new URL('../../../docs/mail.md', import.meta.url), 'utf8')
const example = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? ''

// Runs the example as printed, with the modules that it imports; the example registers its test in this file.
const imports = [...example.matchAll(/^import \{ (.*) \} from '(.*)'$/gm)].map(([, names, from]) => [names, from])
const body = example.replaceAll(/^import .*$/gm, '')
// oxlint-disable-next-line typescript/no-implied-eval -- the example of the page is code in a text
const run = new Function('base', 'expect', 'mailFixture', 'Resend', body) as (...modules: unknown[]) => void
run(base, expect, mailFixture, Resend)

describe('the first example of docs/mail.md', () => {
  it('runs as printed, without a seed', () => {
    expect(imports).toEqual([
      ['test as base, expect', 'vitest'],
      ['mailFixture', 'backlot/vitest'],
      ['Resend', 'resend'],
    ])
  })
})
