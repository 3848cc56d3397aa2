import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalog } from '../../src/catalog.ts'
import { createEmulator } from '../../src/index.ts'
import { extendConfig } from './extend-config.ts'
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

  it('says so when everything that matched is undecided', async () => {
    const undecided = await run(await project({ 'package.json': manifest('next-auth') }))
    expect(undecided.stderr).toContain('No dependency means one service for certain.')
    expect(undecided.code).toBe(2)
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
      'package.json': { ...manifest('octokit', 'svix', 'stripe'), devDependencies: { jest: '*', vitest: '*' } },
    })
    const { code, stdout, stderr } = await run(root, { mode: 'json' })
    const found = { field: 'dependencies', manifest: 'package.json', why: expect.any(String) }
    expect(JSON.parse(stdout)).toEqual({
      services: ['codehost', 'payments'],
      matched: [
        { package: 'octokit', service: 'codehost', ...found },
        { package: 'stripe', service: 'payments', ...found },
      ],
      ambiguous: [{ package: 'svix', candidates: ['mail', 'auth-saas'], ...found }],
      runner: 'vitest',
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('prints empty findings when nothing matched, and exits with 2', async () => {
    const { code, stdout } = await run(await project({ 'package.json': {} }), { mode: 'json' })
    expect(JSON.parse(stdout)).toEqual({ services: [], matched: [], ambiguous: [], runner: null })
    expect(code).toBe(2)
  })
})

describe('--apply', () => {
  const apply = { mode: 'apply' } as const

  it('writes one starter section for each matched service', async () => {
    const root = await project({ 'package.json': manifest('stripe', 'octokit', 'resend', '@octokit/core') })
    const { code, stdout, stderr } = await run(root, apply)
    expect(await readFile(join(root, config), 'utf8')).toBe(
      '# yaml-language-server: $schema=schema.json\ncodehost: {}\npayments: {}\n',
    )
    expect(stderr).toContain(`Wrote ${join(root, config)}\n`)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })

  it('writes nothing when no service matched', async () => {
    const root = await project({ 'package.json': manifest('resend', 'next-auth') })
    expect((await run(root, apply)).code).toBe(2)
    expect(await readdir(root)).toEqual(['package.json'])
  })

  it('adds the sections that a config lacks, and keeps its text', async () => {
    const mine = '# my seed\ncodehost:\n  users: # two\n    - { login: ada }\n    - { login: grace }\n'
    const root = await project({ 'package.json': manifest('octokit', 'stripe'), [config]: mine })
    const { code, stderr } = await run(root, apply)
    expect(await readFile(join(root, config), 'utf8')).toBe(`${mine}\npayments: {}\n`)
    expect(stderr).toContain(`Added payments to ${join(root, config)}\n`)
    expect(code).toBe(0)
  })

  it('adds nothing to a config that has every section, and is done', async () => {
    const mine = 'codehost: {}   # as it is\n'
    const root = await project({ 'package.json': manifest('octokit'), [config]: mine })
    const { code, stderr } = await run(root, apply)
    expect(await readFile(join(root, config), 'utf8')).toBe(mine)
    expect(stderr).toContain(`${join(root, config)} has a section for each already: nothing to add\n`)
    expect(code).toBe(0)
  })

  it('overwrites a config with --force', async () => {
    const root = await project({ 'package.json': manifest('octokit'), [config]: 'mine: true\n' })
    const forced = await run(root, { ...apply, force: true })
    expect(forced.code).toBe(0)
    expect(forced.stderr).toContain(`Overwrote ${join(root, config)}\n`)
    expect(await readFile(join(root, config), 'utf8')).not.toContain('mine')
  })

  it.each(['codehost: [', '- codehost\n', 'text', 'mine: true\n'])('refuses to extend %j', async (text) => {
    const root = await project({ 'package.json': manifest('octokit'), [config]: text })
    const { code, stderr } = await run(root, apply)
    expect(stderr).toContain(`backlot-detect: ${join(root, config)}`)
    expect(code).toBe(1)
    expect(await readFile(join(root, config), 'utf8')).toBe(text)
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
  import { backlot } from 'backlot/vitest'
  const plugin = backlot({ services: ['codehost'] })
  export default defineConfig({ plugins: [plugin] })

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
  // vitest.config.ts
  import { defineConfig } from 'vitest/config'
  import { backlot } from 'backlot/vitest'
  const plugin = backlot({ services: ['codehost', 'payments'], seed: '../../backlot.config.yaml' })
  export default defineConfig({ plugins: [plugin] })

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

  it('finds the test runner in the root of a workspace when it runs in one of its packages', async () => {
    const root = await project({
      'package.json': { ...manifest('jest'), workspaces: ['packages/*'] },
      'packages/api/package.json': manifest('octokit'),
    })
    const { stderr } = await run(join(root, 'packages/api'), apply)
    expect(stderr).toContain('Next, for jest (../../package.json):')
    expect(stderr).toContain("services: ['codehost'], seed: './backlot.config.yaml'")
  })

  it('says how to start by hand when there is no test runner', async () => {
    const { stderr } = await run(await project({ 'package.json': manifest('octokit') }), apply)
    expect(stderr).toContain('npx backlot --service codehost\n')
  })
})

describe('a config with tokens', () => {
  const ORIGINAL = `# the seed of our tests
tokens:
  # the one that CI uses
  dev_token: { login: octocat, scopes: [repo] } # enough

codehost:
  users: [{ login: octocat }]
`

  async function extended(text: string, ...services: string[]) {
    const root = await project({ [config]: text })
    const result = await extendConfig(text, services, catalog, join(root, config))
    await writeFile(join(root, config), result.text)
    return { ...result, file: join(root, config) }
  }

  it('gets the tokens of the added sections below its own, and starts', async () => {
    const { text, added, file } = await extended(ORIGINAL, 'codehost', 'oidc-d')
    for (const line of ORIGINAL.split('\n')) expect(text).toContain(line)
    expect(added).toEqual(['oidc-d', 'tokens.oidc-d_token'])
    expect(text).toMatch(/# enough\n {2}oidc-d_token:\n/)
    await using okta = await createEmulator({ service: 'oidc-d', port: 0, seed: file })
    const answer = await fetch(`${okta.url}/api/v1/users`, { headers: { authorization: 'SSWS oidc-d_token' } })
    expect(answer.status).toBe(200)
  })

  it('names the scopes that a personal token lacks', async () => {
    const { notes, text } = await extended(ORIGINAL, 'codehost', 'deployhost')
    expect(text).toContain('scopes: [repo] } # enough')
    expect(notes).toEqual([expect.stringMatching(/^tokens\.dev_token lacks scopes that the added sections use: /)])
  })

  it('may be written as one line, and may have no tokens', async () => {
    const flow = await extended(
      'tokens: { a: { login: octocat, scopes: [] } }\ncodehost: { users: [{ login: octocat }] }\n',
      'oidc-d',
    )
    expect(flow.text).toContain('a: { login: octocat, scopes: [] }')
    await using first = await createEmulator({ service: 'oidc-d', port: 0, seed: flow.file })
    expect(first.service).toBe('oidc-d')
    const none = await extended('codehost: { users: [{ login: octocat }] }\n', 'oidc-d')
    expect(none.text).toMatch(/^codehost: .*\n\ntokens:\n {2}\S/)
    await using second = await createEmulator({ service: 'oidc-d', port: 0, seed: none.file })
    expect(second.service).toBe('oidc-d')
  })
})
