import { describe, expect, it } from 'vitest'
import { createInstance, type SeedFor } from '../../emulator.ts'
import { codehost } from './index.ts'

type Section = NonNullable<SeedFor<'codehost'>['codehost']>
type Repo = Partial<NonNullable<Section['repos']>[number]>

const plant = (section: Section) => createInstance(codehost, { service: codehost, seed: { codehost: section } })
const withRepo = (repo: Repo) =>
  plant({ users: [{ login: 'octocat' }], repos: [{ owner: 'octocat', name: 'x', auto_init: true, ...repo }] })

const url = 'http://localhost:3000/hooks'

describe('a seed is refused, and the place and value are named, for', () => {
  it.each<[string, Repo, string]>([
    [
      'a default branch',
      { default_branch: 'a..b' },
      'default_branch: expected a branch name that git takes, got "a..b"',
    ],
    ['a branch', { branches: [{ name: 'a b' }] }, 'branches[0].name: expected a branch name that git takes, got "a b"'],
    ['a head', { pulls: [{ title: 't', head: 'x~1' }] }, 'pulls[0].head: expected a branch name that git takes'],
    ['a file above the root', { files: { '../x': '' } }, 'expected a path from the root of the repository'],
    ['an absolute file', { branches: [{ name: 'b', files: { '/x': '' } }] }, 'got "/x"'],
    ['a file of a pull request', { pulls: [{ title: 't', head: 'b', files: { 'a//b': '' } }] }, 'got "a//b"'],
    [
      'an event',
      { webhooks: [{ url, events: ['push', 'isues'] }] },
      'webhooks[0].events[1]: no webhook event is named',
    ],
    ['an event of organizations', { webhooks: [{ url, events: ['organization'] }] }, 'no webhook event is named'],
  ])('%s', async (_, repo, message) => {
    const refusal: unknown = await withRepo(repo).catch((reason: unknown) => reason)
    expect(refusal).toMatchObject({ name: 'SeedError', message: expect.stringContaining(`codehost.repos[0]`) })
    expect(String(refusal)).toContain(message)
  })

  it('an event that is nearly one', async () => {
    await expect(withRepo({ webhooks: [{ url, events: ['isues'] }] })).rejects.toThrow('did you mean "issues"?')
    const org = { login: 'acme', webhooks: [{ url, events: ['organisation'] }] }
    await expect(plant({ users: [{ login: 'octocat' }], orgs: [org] })).rejects.toThrow(
      'codehost.orgs[0].webhooks[0].events[0]: no webhook event is named "organisation", did you mean "organization"?',
    )
  })
})

it('a seed may name branches and files as git does', async () => {
  const planted = withRepo({
    default_branch: 'é/trunk',
    files: { '.github/a b.yml': '' },
    branches: [{ name: 'feat/x#1', files: { 'é.txt': '' } }],
    webhooks: [{ url, events: ['*'] }],
  })
  await expect(planted).resolves.toMatchObject({ service: codehost })
})
