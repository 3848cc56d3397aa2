import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createProject as create, ownShard, type Project } from './project.ts'

const { env } = ownShard(5)

/** The tests of all runners. The label's description has a secret that no message may show. */
const BODY = `
  const createLabel = (name) => fetch(codehost.url + '/repos/octocat/hello-world/labels', {
    method: 'POST',
    headers: { authorization: 'Bearer dev_token', 'content-type': 'application/json' },
    body: JSON.stringify({ name, description: 'the card 4242 4242 4242 4242' }),
  })
`

const PASSES = `${BODY}
  const { createServer } = process.getBuiltinModule('node:http')
  const receiver = createServer((request, response) => response.end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => receiver.once('listening', resolve))
  await fetch(codehost.url + '/repos/octocat/hello-world/hooks', {
    method: 'POST',
    headers: { authorization: 'Bearer dev_token', 'content-type': 'application/json' },
    body: JSON.stringify({ config: { url: 'http://127.0.0.1:' + receiver.address().port }, events: ['label'] }),
  })
  await createLabel('flaky')
  await fetch(codehost.url + '/repos/octocat/hello-world/labels')
  expect(codehost).toHaveReceived('issues/create-label', {
    params: { owner: 'octocat' },
    body: { name: expect.stringContaining('flak'), description: expect.any(String) },
    times: 1,
  })
  expect(codehost).not.toHaveReceived('issues/delete-label')
  expect(codehost).toHaveReceivedInOrder(['issues/create-label', 'issues/list-labels-for-repo'])
  await codehost.webhooks.settled()
  expect(codehost).toHaveDelivered('label.created', { payload: { label: { name: 'flaky' } }, attempts: 1, times: 1 })
  expect(codehost).not.toHaveDelivered('label.deleted')
  receiver.close()
  const asked = await fetch(codehost.url + '/_backlot/expect/received', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'issues/create-label', times: 1 }),
  })
  expect(await asked.json()).toMatchObject({ pass: true })
  const inspected = await (await fetch(codehost.url + '/_backlot/inspection')).text()
  expect(inspected).toContain('issues/create-label')
  expect(inspected).not.toContain('4242')
  expect(await (await fetch(codehost.url + '/_backlot/')).text()).toContain('<script type="module">')
  expect(codehost.calls('issues/create-label')[0].answer.name).toBe('flaky')
  expect(String(codehost.changes())).toContain('name: "flaky"')
`

const FAILS = `${BODY}
  await createLabel('slow')
  expect(codehost).toHaveReceived('issues/create-label', { body: { name: 'flaky', description: 'none' } })
`

/** The lines of the failure, in the colours and margins of no runner. */
const MESSAGE = [
  'codehost received issues/create-label once; no call matches',
  'nearest: #1 POST /repos/octocat/hello-world/labels 201 issues/create-label',
  'body.name: expected "flaky", received "slow"',
  'body.description: expected "none", received "the card [redacted]"',
]

function createProject(files: Readonly<Record<string, string>>): Project {
  return create(files, env)
}

/** Expects the report of the test that failed, and its path in the output. */
function expectReport({ directory }: Project, output: string): void {
  const [, file = ''] = /the report of this test is (\S+\.html)/.exec(output) ?? []
  expect(readdirSync(join(directory, '.backlot/reports'))).toEqual([file.split('/').at(-1)])
  const size = readFileSync(join(directory, file)).length
  expect(size).toBeGreaterThan(20_000)
  expect(size).toBeLessThan(60_000)
}

describe('the matchers', { timeout: 300_000 }, () => {
  test('work in Vitest, for an instance in a thread too', async () => {
    using project = createProject({
      'a.test.js': `
        import { expect, test as base } from 'vitest'
        import { emulatorFixture } from 'backlot/vitest'
        const test = base.extend(emulatorFixture('codehost', { runsIn: 'thread', report: 'on-failure' }))
        test('passes', async ({ codehost }) => { ${PASSES}
          expect(codehost.changes()).toMatchInlineSnapshot()
        })
        test('fails', async ({ codehost }) => { ${FAILS} })`,
    })
    const { output } = await project.run('vitest', ['run', '--update'])
    for (const line of MESSAGE) expect(output).toContain(line)
    expect(output).toContain('1 failed | 1 passed')
    expectReport(project, output)
    const inline = readFileSync(join(project.directory, 'a.test.js'), 'utf8')
    expect(inline).toMatch(/toMatchInlineSnapshot\(`\s+"[\s\S]*labels\s+\+ \d+ {2}repoId: 1 {2}name: "flaky"/)
  })

  test('work in Jest', async () => {
    using project = createProject({
      'package.json': '{ "private": true }\n',
      'jest.config.json': JSON.stringify({
        testEnvironment: 'backlot/jest',
        testEnvironmentOptions: { services: ['codehost'], report: 'on-failure' },
        transform: {},
      }),
      'a.test.js': `test('passes', async () => { ${PASSES} })\ntest('fails', async () => { ${FAILS} })`,
    })
    const { output } = await project.run('jest', ['-i'])
    for (const line of MESSAGE) expect(output).toContain(line)
    expect(output).toContain('1 failed, 1 passed')
    expectReport(project, output)
  })

  test('work in Playwright', async () => {
    using project = createProject({
      'playwright.config.js': `export default { reporter: 'list' }`,
      'a.spec.js': `
        import { test as base, expect } from '@playwright/test'
        import { codehostFixture } from 'backlot/playwright'
        const test = base.extend(codehostFixture)
        test('passes', async ({ codehost }) => { ${PASSES} })
        test('fails', async ({ codehost }) => { ${FAILS} })`,
    })
    const { output } = await project.run('playwright', ['test', '--workers=1'])
    for (const line of MESSAGE) expect(output).toContain(line)
    expect(output).toMatch(/1 failed[\s\S]*1 passed/)
    expect(output).toMatch(/attachment #\d+: backlot report \(text\/html\)/)
  })
})
