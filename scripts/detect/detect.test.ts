import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manifest, project, run } from './testing.ts'

const config = 'backlot.config.yaml'

describe('the report', () => {
  it('lists what matched and from where, in aligned columns, and writes nothing', async () => {
    const root = await project({
      'package.json': {
        ...manifest('octokit', 'express'),
        devDependencies: { probot: '*' },
        workspaces: ['packages/*'],
      },
      'packages/shop/package.json': manifest('stripe'),
    })
    const { code, stdout, stderr } = await run(root)
    expect(stderr).toBe(`Matched dependencies
  octokit  codehost  package.json (dependencies)                official GitHub SDK, all in one
  probot   codehost  package.json (devDependencies)             framework for GitHub Apps on top of Octokit
  stripe   payments  packages/shop/package.json (dependencies)  official Stripe SDK

Services: codehost, payments

Next: npx backlot-detect --apply writes backlot.config.yaml with a starter section for each.
`)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect((await readdir(root)).toSorted()).toEqual(['package.json', 'packages'])
  })

  it('lists ambiguous dependencies with their candidates', async () => {
    const { code, stderr } = await run(await project({ 'package.json': manifest('octokit', 'svix') }))
    expect(stderr).toMatch(/Undecided: .*\n {2}svix {2}mail \| auth-saas {2}package.json \(dependencies\) {2}verifies/)
    expect(code).toBe(0)
  })

  it('lists recognised services that are not available, in the catalog or not, and leaves them out of the union', async () => {
    const { code, stderr } = await run(await project({ 'package.json': manifest('octokit', 'resend', 'vercel') }))
    expect(stderr).toContain('no stand-in for them yet\n  deployhost  Vercel\n  mail\n')
    expect(stderr).toContain('Services: codehost\n')
    expect(code).toBe(0)
  })

  it('says that nothing matched, what was read and what to do', async () => {
    const root = await project({ 'package.json': manifest('express', 'lodash') })
    expect(await run(root)).toEqual({
      code: 2,
      stdout: '',
      stderr: `Nothing matched: none of the 2 dependencies in ${root}/package.json has a mapping.
To choose by hand: npx backlot list names the services, npx backlot init --service <id> prints a starter config for one.
`,
    })
  })

  it('says so when everything that matched is undecided or not available', async () => {
    const undecided = await run(await project({ 'package.json': manifest('next-auth') }))
    expect(undecided.stderr).toContain('No dependency means one service for certain.')
    const unavailable = await run(await project({ 'package.json': manifest('resend') }))
    expect(unavailable.stderr).toContain('Nothing to stand in for yet: mail not available')
    expect([undecided.code, unavailable.code]).toEqual([2, 2])
  })

  it('fails with one message on broken JSON and on a missing package.json', async () => {
    const broken = await run(await project({ 'package.json': '{ "dependencies": }' }))
    expect(broken).toMatchObject({ code: 1, stdout: '' })
    expect(broken.stderr).toContain('backlot-detect: package.json:1:19: broken JSON')
    expect(await run(await project({}))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No package.json in'),
    })
  })
})

describe('--json', () => {
  it('prints the findings on standard output and nothing else', async () => {
    const root = await project({
      'package.json': { ...manifest('octokit', 'svix', 'resend'), devDependencies: { jest: '*', vitest: '*' } },
    })
    const { code, stdout, stderr } = await run(root, { mode: 'json' })
    const found = { field: 'dependencies', manifest: 'package.json', why: expect.any(String) }
    expect(JSON.parse(stdout)).toEqual({
      services: ['codehost'],
      matched: [
        { package: 'octokit', service: 'codehost', ...found },
        { package: 'resend', service: 'mail', ...found },
      ],
      ambiguous: [{ package: 'svix', candidates: ['mail', 'auth-saas'], ...found }],
      unavailable: ['mail'],
      runner: 'vitest',
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('prints empty findings when nothing matched, and exits with 2', async () => {
    const { code, stdout } = await run(await project({ 'package.json': {} }), { mode: 'json' })
    expect(JSON.parse(stdout)).toEqual({ services: [], matched: [], ambiguous: [], unavailable: [], runner: null })
    expect(code).toBe(2)
  })
})

describe('--apply', () => {
  const apply = { mode: 'apply' } as const

  it('writes one starter section for each matched, available service', async () => {
    const root = await project({ 'package.json': manifest('stripe', 'octokit', 'resend', '@octokit/core') })
    const { code, stdout, stderr } = await run(root, apply)
    expect(await readFile(join(root, config), 'utf8')).toBe(
      '# yaml-language-server: $schema=schema.json\ncodehost: {}\npayments: {}\n',
    )
    expect(stderr).toContain(`Wrote ${join(root, config)}\n`)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })

  it('writes nothing when no available service matched', async () => {
    const root = await project({ 'package.json': manifest('resend', 'next-auth') })
    expect((await run(root, apply)).code).toBe(2)
    expect(await readdir(root)).toEqual(['package.json'])
  })

  it('refuses to overwrite, and overwrites with --force', async () => {
    const root = await project({ 'package.json': manifest('octokit'), [config]: 'mine: true\n' })
    const refused = await run(root, apply)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`Refused to overwrite ${join(root, config)}: it exists already.`)
    expect(await readFile(join(root, config), 'utf8')).toBe('mine: true\n')

    const forced = await run(root, { ...apply, force: true })
    expect(forced.code).toBe(0)
    expect(forced.stderr).toContain(`Overwrote ${join(root, config)}\n`)
    expect(await readFile(join(root, config), 'utf8')).toContain('codehost: {}')
  })

  it.each([
    'backlot.config.yml',
    'backlot.config.json',
    'service-emulator.config.yaml',
    'service-emulator.config.yml',
    'service-emulator.config.json',
    '.backlot/backlot.config.yaml',
    '.backlot/service-emulator.config.json',
  ])('refuses to write beside %s, and with --force says that it is not used any more', async (other) => {
    const root = await project({ 'package.json': manifest('octokit'), [other]: 'mine' })
    const refused = await run(root, apply)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`has a config already, ${other}.`)
    await expect(readFile(join(root, config))).rejects.toThrow('ENOENT')

    const forced = await run(root, { ...apply, force: true })
    expect(forced.stderr).toContain(`Note: ${other} is here too and not used, since ${config} wins`)
    expect(await readFile(join(root, config), 'utf8')).toContain('codehost: {}')
    expect(await readFile(join(root, other), 'utf8')).toBe('mine')
  })

  it('fails with a message when the file cannot be written', async () => {
    const root = await project({ 'package.json': manifest('octokit'), [`${config}/x`]: '' })
    const { code, stderr } = await run(root, { ...apply, force: true })
    expect(stderr).toContain(`${join(root, config)} can't be written (EISDIR).`)
    expect(code).toBe(1)
  })

  it('prints the next step for each test runner', async () => {
    const devDependencies = { vitest: '*', jest: '*', '@playwright/test': '*' }
    const { stderr } = await run(await project({ 'package.json': { ...manifest('octokit'), devDependencies } }), apply)
    expect(stderr.slice(stderr.indexOf('Next'))).toBe(`Next, for vitest (package.json):
  // vitest.config.ts
  import { defineConfig } from 'vitest/config'
  const test = { globalSetup: 'backlot/vitest/global-setup', setupFiles: 'backlot/vitest/setup' }
  export default defineConfig({ test })

Next, for jest (package.json):
  // jest.config.mjs, or these two keys in the config you have
  const testEnvironmentOptions = { services: ['codehost'], seed: './backlot.config.yaml' }
  export default { testEnvironment: 'backlot/jest', testEnvironmentOptions }

Next, for @playwright/test (package.json):
  // in a test file
  import { test as base } from '@playwright/test'
  import { codehostFixture } from 'backlot/playwright'
  const test = base.extend(codehostFixture)
`)
  })

  it("points a workspace member's runner at the config in the root, and leaves members without a match alone", async () => {
    const root = await project({
      'package.json': { workspaces: ['packages/*'] },
      'packages/api/package.json': manifest('octokit', 'stripe', 'vitest', '@playwright/test'),
      'packages/bot/package.json': manifest('octokit', 'vitest'),
      'packages/docs/package.json': manifest('jest'),
    })
    const { stderr } = await run(root, apply)
    expect(stderr.slice(stderr.indexOf('Next'))).toBe(
      `Next, for vitest (packages/api/package.json, packages/bot/package.json):
  // in a test file
  import { test as base } from 'vitest'
  import { emulatorFixture } from 'backlot/vitest'
  const seed = '../../backlot.config.yaml'
  const test = base.extend(emulatorFixture('codehost', { seed })).extend(emulatorFixture('payments', { seed }))

Next, for @playwright/test (packages/api/package.json):
  // in a test file
  import { test as base } from '@playwright/test'
  import { codehostFixture, paymentsFixture } from 'backlot/playwright'
  const test = base.extend(codehostFixture).extend(paymentsFixture)
  const seed = '../../backlot.config.yaml'
  test.use({ codehostOptions: { seed }, paymentsOptions: { seed } })
`,
    )
  })

  it('says how to start by hand when there is no test runner', async () => {
    const { stderr } = await run(await project({ 'package.json': manifest('octokit') }), apply)
    expect(stderr).toContain('npx backlot --service codehost\n')
  })
})
