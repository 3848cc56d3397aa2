import { describe, expect, it } from 'vitest'
import { createInstance, type SeedFor } from '#emulator.ts'
import { codehost } from '#codehost/index.ts'

type Section = NonNullable<SeedFor<'codehost'>['codehost']>
type Repo = Partial<NonNullable<Section['repos']>[number]>

const applySeed = (section: Section) => createInstance(codehost, { service: codehost, seed: { codehost: section } })
const withRepo = (repo: Repo) =>
  applySeed({
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    repos: [{ owner: 'octocat', name: 'x', auto_init: true, ...repo }],
  })

const url = 'http://localhost:3000/hooks'

describe('a seed error names the place and the value of', () => {
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
    [
      'a collaborator again',
      { collaborators: [{ login: 'hubber' }, { login: 'Hubber' }] },
      'collaborators[1].login: Hubber is listed twice',
    ],
    [
      'a milestone again',
      { milestones: [{ title: 'v1' }, { title: 'v1' }] },
      'milestones[1].title: another milestone has this title',
    ],
    [
      'a label of an issue again',
      { issues: [{ title: 't', labels: ['bug', 'BUG'] }] },
      'issues[0].labels[1]: BUG is listed twice',
    ],
    [
      'an assignee again',
      { issues: [{ title: 't', assignees: ['octocat', 'octocat'] }] },
      'issues[0].assignees[1]: octocat is listed twice',
    ],
    [
      'a reviewer again',
      { pulls: [{ title: 't', head: 'b', reviewers: ['hubber', 'hubber'] }] },
      'pulls[0].reviewers[1]: hubber is listed twice',
    ],
    ['an issue without a title', { issues: [{ title: ' ' }] }, 'issues[0].title: expected a title, got " "'],
    [
      'a title that is too long',
      { pulls: [{ title: 't'.repeat(257), head: 'b' }] },
      'pulls[0].title: expected at most 256 characters',
    ],
    [
      'a label without a name',
      { issues: [{ title: 't', labels: [''] }] },
      'issues[0].labels[0]: expected a name of 1 to 50 characters, got ""',
    ],
    [
      'a label with a long name',
      { labels: [{ name: 'n'.repeat(51) }] },
      'labels[0].name: expected a name of 1 to 50 characters',
    ],
    [
      'a topic',
      { topics: ['An API'] },
      'topics[0]: expected lowercase letters, digits and dashes, 50 at most, got "An API"',
    ],
    [
      'a pull request of nothing',
      { branches: [{ name: 'same' }], pulls: [{ title: 't', head: 'same' }] },
      'pulls[0].head: there is nothing to merge from "same" into "main": give it files',
    ],
    [
      'a pull request of the same branches again',
      {
        pulls: [
          { title: 't', head: 'b' },
          { title: 'u', head: 'b', files: { a: '' } },
        ],
      },
      'pulls[1].head: another pull request is from "b" into "main"',
    ],
    [
      'a reviewer who opened it',
      { pulls: [{ title: 't', head: 'b', reviewers: ['octocat'] }] },
      'pulls[0].reviewers[0]: octocat opened it and cannot be asked to review it',
    ],
    ['an event of organizations', { webhooks: [{ url, events: ['organization'] }] }, 'no webhook event is named'],
  ])('%s', async (_, repo, message) => {
    const refusal: unknown = await withRepo(repo).catch((reason: unknown) => reason)
    expect(refusal).toMatchObject({ name: 'SeedError', message: expect.stringContaining(`codehost.repos[0]`) })
    expect(String(refusal)).toContain(message)
  })

  it('a misspelt event', async () => {
    await expect(withRepo({ webhooks: [{ url, events: ['isues'] }] })).rejects.toThrow('did you mean "issues"?')
    const org = { login: 'acme', webhooks: [{ url, events: ['organisation'] }] }
    await expect(applySeed({ users: [{ login: 'octocat' }], orgs: [org] })).rejects.toThrow(
      'codehost.orgs[0].webhooks[0].events[0]: no webhook event is named "organisation", did you mean "organization"?',
    )
  })
})

describe('a seed error names the place of a duplicate among', () => {
  const octocat = { login: 'octocat' }
  const team = (rest: object) => ({
    users: [octocat],
    orgs: [{ login: 'acme', teams: [{ name: 'T', ...rest }] }],
    repos: [{ owner: 'acme', name: 'x' }],
  })
  const app = { client_id: 'app', client_secret: 'shh' }
  it.each<[string, Section, string]>([
    ['a member of a team', team({ members: ['octocat', octocat] }), 'orgs[0].teams[0].members[1]: octocat'],
    [
      'a repository of a team',
      team({ repos: [{ name: 'x' }, { name: 'X' }] }),
      'orgs[0].teams[0].repos[1].name: X is listed twice',
    ],
    [
      'an application',
      { users: [octocat], oauth_apps: [app, app] },
      'oauth_apps[1].client_id: another application has the client_id "app"',
    ],
    ['an address', { users: [{ ...octocat, emails: ['a@b.c', 'A@b.c'] }] }, 'users[0].emails: A@b.c: is listed twice'],
  ])('%s', async (_, section, message) => {
    await expect(applySeed(section)).rejects.toThrow(`codehost.${message}`)
  })
})

it('a seed with an invalid e-mail address is refused', async () => {
  await expect(applySeed({ users: [{ login: 'octocat', email: 'octocat' }] })).rejects.toThrow(
    'codehost.users[0].email: expected an e-mail address, got "octocat"',
  )
})

it('a seeded user may list the public e-mail address among the others, in any case', async () => {
  await expect(
    applySeed({ users: [{ login: 'octocat', email: 'Octo@b.c', emails: ['octo@b.c'] }] }),
  ).resolves.toMatchObject({ service: codehost })
})

it('a seed may use all branch and file names that git accepts', async () => {
  const started = withRepo({
    default_branch: 'é/trunk',
    files: { '.github/a b.yml': '' },
    branches: [{ name: 'feat/x#1', files: { 'é.txt': '' } }],
    webhooks: [{ url, events: ['*'] }],
  })
  await expect(started).resolves.toMatchObject({ service: codehost })
})
