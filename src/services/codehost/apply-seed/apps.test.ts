import { describe, expect, it } from 'vitest'
import { createEmulator, type Seed } from '#emulator.ts'

type SeededApp = NonNullable<NonNullable<Seed['codehost']>['apps']>[number]

/** Returns the problem that the seed reports. */
async function complaint(...apps: readonly SeededApp[]): Promise<string> {
  const codehost = {
    users: [{ login: 'ada' }],
    orgs: [{ login: 'acme' }],
    repos: [{ owner: 'ada', name: 'engine' }],
    apps: [...apps],
  }
  try {
    await using _ = await createEmulator({ service: 'codehost', port: 0, seed: { codehost } })
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const app = { app_id: 1, slug: 'robot' }
const installed = (...installations: NonNullable<SeededApp['installations']>) => ({ ...app, installations })

describe('a seeded app', () => {
  it('needs only an id and a slug', async () => {
    expect(await complaint(app)).toBe('')
    expect(await complaint({ ...app, owner: 'acme', events: ['issues', 'installation'] })).toBe('')
  })

  it('must have a unique id, slug and client id', async () => {
    expect(await complaint(app, { ...app, slug: 'other' })).toContain('apps[1].app_id: another app has this id')
    expect(await complaint(app, { app_id: 2, slug: 'Robot' })).toContain('another app has the slug "Robot"')
    expect(await complaint({ ...app, client_id: 'x' }, { app_id: 2, slug: 'other', client_id: 'x' })).toContain(
      'another application has the client_id "x"',
    )
    expect(await complaint({ ...app, slug: 'my bot' })).toContain('expected letters, digits and dashes')
  })

  it('must request existing permissions and events', async () => {
    expect(await complaint({ ...app, permissions: { isues: 'read' } })).toContain('did you mean "issues"?')
    expect(await complaint({ ...app, events: ['isues'] })).toContain('did you mean "issues"?')
  })

  it('can be installed once for an existing account, on repositories of that account', async () => {
    const here = { installation_id: 10, account: 'ada' }
    expect(await complaint(installed({ ...here, repositories: ['engine'] }))).toBe('')
    expect(await complaint(installed({ ...here, account: 'eda' }))).toContain('did you mean "ada"?')
    expect(await complaint(installed({ ...here, repositories: ['engin'] }))).toContain('did you mean "engine"?')
    expect(await complaint(installed({ ...here, repositories: ['engine', 'Engine'] }))).toContain('listed twice')
    expect(await complaint(installed(here, { ...here, installation_id: 11 }))).toContain('installed for ada already')
    expect(await complaint(installed(here, { ...here, account: 'acme' }))).toContain('another installation has this id')
    expect(await complaint(installed({ ...here, repository_selection: 'all', repositories: ['engine'] }))).toContain(
      'an installation on all repositories names none',
    )
    expect(await complaint(installed({ ...here, permissions: { isues: 'read' } }))).toContain('did you mean "issues"?')
  })
})
