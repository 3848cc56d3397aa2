import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    reader: { login: 'reader', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'reader' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        auto_init: true,
        collaborators: [{ login: 'hubber' }],
        issues: [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }, { title: 'Four' }],
        pulls: [{ title: 'Change', head: 'topic', user: 'hubber' }],
        webhooks: [{ url: receiver.url, events: ['issues'] }],
      },
      { owner: 'hubber', name: 'other', auto_init: true, issues: [{ title: 'Elsewhere' }] },
      { owner: 'octocat', name: 'hidden', private: true, auto_init: true, issues: [{ title: 'Secret' }] },
    ],
  },
}))
const { it, octokit } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const other = { owner: 'hubber', repo: 'other' }
const hidden = { owner: 'octocat', repo: 'hidden' }

type Place = typeof repo

/** Commits to a branch, which starts at main when it is new, and returns the SHA. */
async function commit(branch: string, message: string, place: Place = repo, token = 'octocat'): Promise<string> {
  const client = octokit(token)
  const tipOf = async (name: string) => (await client.git.getRef({ ...place, ref: `heads/${name}` })).data.object.sha
  const known = await tipOf(branch).catch(() => null)
  const parent = known ?? (await tipOf('main'))
  const { data: tree } = await client.git.createTree({
    ...place,
    tree: [{ path: 'file.txt', mode: '100644', type: 'blob', content: message }],
  })
  const { data } = await client.git.createCommit({ ...place, message, tree: tree.sha, parents: [parent] })
  if (known === null) await client.git.createRef({ ...place, ref: `refs/heads/${branch}`, sha: data.sha })
  else await client.git.updateRef({ ...place, ref: `heads/${branch}`, sha: data.sha })
  return data.sha
}

const eventsOf = async (issue_number: number, place: Place = repo) => {
  const { data } = await octokit().issues.listEvents({ ...place, issue_number })
  return data.map(({ event, commit_id, commit_url, actor }) => ({ event, commit_id, commit_url, actor: actor?.login }))
}
const stateOf = async (issue_number: number, place: Place = repo) =>
  (await octokit().issues.get({ ...place, issue_number })).data.state
const timeline = async (token: string, issue_number: number, place: Place) =>
  (await octokit(token).issues.listEventsForTimeline({ ...place, issue_number })).data

describe('a commit on the default branch', () => {
  it('closes the issues that its message names after a keyword, and is recorded as the reason', async () => {
    const sha = await commit('main', 'Mend\n\nFixes #1, resolves: octocat/hello-world#2 and closes GH-3. See #4.')
    expect(await Promise.all([1, 2, 3, 4].map((number) => stateOf(number)))).toEqual([
      'closed',
      'closed',
      'closed',
      'open',
    ])
    const commit_url = `${site.codehost.url}/repos/octocat/hello-world/commits/${sha}`
    const by = { commit_id: sha, commit_url, actor: 'octocat' }
    expect(await eventsOf(1)).toEqual([
      { event: 'referenced', ...by },
      { event: 'closed', ...by },
    ])
    expect(await eventsOf(4)).toEqual([{ event: 'referenced', ...by }])
    expect((await octokit().issues.get({ ...repo, issue_number: 1 })).data.state_reason).toBe('completed')
    await site.codehost.webhooks.settled()
    const closed = site.receiver.received.map(({ payload }) => `${String(payload['action'])} ${numberOf(payload)}`)
    expect(closed).toEqual(['closed 1', 'closed 2', 'closed 3'])
    expect(site.receiver.violations()).toEqual([])
  })

  it('closes nothing without push permission in the repository of the issue', async () => {
    await commit('main', 'Closes octocat/hello-world#1', other, 'hubber')
    expect(await stateOf(1)).toBe('closed')
    await octokit().issues.update({ ...repo, issue_number: 1, state: 'open' })
    const sha = await commit('main', 'Closes hubber/other#1')
    expect(await stateOf(1, other)).toBe('open')
    expect(await eventsOf(1, other)).toMatchObject([{ event: 'referenced', commit_id: sha }])
  })

  it('links to its own repository from the issues of another', async () => {
    const sha = await commit('main', `Closes ${site.codehost.url}/octocat/hello-world/issues/2`, other, 'hubber')
    const commit_url = `${site.codehost.url}/repos/hubber/other/commits/${sha}`
    expect(await eventsOf(2)).toMatchObject([
      { event: 'referenced', commit_id: sha, commit_url, actor: 'hubber' },
      { event: 'closed', commit_id: sha, commit_url },
    ])
  })
})

describe('a commit on another branch', () => {
  it('is referenced at once, and closes its issues when it reaches the default branch', async () => {
    const sha = await commit('topic', 'Fix #1')
    expect(await stateOf(1)).toBe('open')
    expect(await eventsOf(1)).toMatchObject([{ event: 'referenced', commit_id: sha }])
    await octokit('hubber').pulls.merge({ ...repo, pull_number: 5 })
    expect(await stateOf(1)).toBe('closed')
    expect(await eventsOf(1)).toMatchObject([
      { event: 'referenced', commit_id: sha },
      { event: 'closed', commit_id: sha, actor: 'hubber' },
    ])
  })

  it('closes its issues by a squash whose message has its own, and not by one whose message leaves it out', async () => {
    await commit('topic', 'Fix #1')
    await commit('topic', 'Fix #2')
    await octokit().pulls.merge({ ...repo, pull_number: 5, merge_method: 'squash' })
    expect([await stateOf(1), await stateOf(2)]).toEqual(['closed', 'closed'])
    await commit('more', 'Fix #3')
    const { data } = await octokit().pulls.create({ ...repo, title: 'More', head: 'more', base: 'main' })
    const message = { commit_title: 'More', commit_message: 'All of it' }
    await octokit().pulls.merge({ ...repo, pull_number: data.number, merge_method: 'squash', ...message })
    expect(await stateOf(3)).toBe('open')
  })

  it('is referenced once, also where another branch gets it', async () => {
    const sha = await commit('topic', 'See #1')
    await octokit().git.createRef({ ...repo, ref: 'refs/heads/copy', sha })
    await commit('copy', 'Nothing')
    expect(await eventsOf(1)).toHaveLength(1)
  })
})

describe('a reference to an issue of another repository', () => {
  it.for([
    ['octocat/hello-world#1'],
    ['(Octocat/Hello-World#1)'],
    ['https://github.com/octocat/hello-world/issues/1'],
    ['see http://localhost:4010/octocat/hello-world/pull/1.'],
  ] as const)('is recorded for %s', async ([text]) => {
    await octokit('hubber').issues.create({ ...other, title: 'Here too', body: text })
    expect(await timeline('reader', 1, repo)).toMatchObject([
      { event: 'cross-referenced', actor: { login: 'hubber' }, source: { issue: { repository: { name: 'other' } } } },
    ])
  })

  it.for([
    ['xoctocat/hello-world#1x'],
    ['a/octocat/hello-world#1'],
    ['octocat/hello-world #11'],
    ['octocat/nothing#1'],
  ] as const)('is not recorded for %s', async ([text]) => {
    await octokit('hubber').issues.create({ ...other, title: 'Here too', body: text })
    expect(await timeline('reader', 1, repo)).toEqual([])
  })

  it('is not recorded where the author cannot read', async () => {
    await octokit('hubber').issues.create({ ...other, title: 'Guess', body: 'octocat/hidden#1' })
    expect(await timeline('octocat', 1, hidden)).toEqual([])
  })

  it('is hidden from users who cannot read the repository it comes from', async () => {
    await octokit().issues.create({ ...hidden, title: 'Quiet', body: 'octocat/hello-world#1' })
    expect(await timeline('octocat', 1, repo)).toHaveLength(1)
    expect(await timeline('reader', 1, repo)).toEqual([])
    await commit('main', 'octocat/hello-world#2', hidden)
    expect(await eventsOf(2)).toEqual([])
  })
})

describe('a forced push to the head of a pull request', () => {
  it('is recorded with the new commit, and another push is not', async () => {
    await commit('topic', 'Forward')
    expect(await eventsOf(5)).toEqual([])
    const main = (await octokit().git.getRef({ ...repo, ref: 'heads/main' })).data.object.sha
    await commit('aside', 'Rewritten')
    const { sha } = (await octokit().git.getRef({ ...repo, ref: 'heads/aside' })).data.object
    expect(sha).not.toBe(main)
    await octokit('hubber').git.updateRef({ ...repo, ref: 'heads/topic', sha, force: true })
    expect(await eventsOf(5)).toMatchObject([{ event: 'head_ref_force_pushed', commit_id: sha, actor: 'hubber' }])
    const names = (await timeline('octocat', 5, repo)).map(({ event }) => event)
    expect(names).toEqual(['committed', 'head_ref_force_pushed'])
  })
})

function numberOf(payload: Readonly<Record<string, unknown>>): string {
  const { issue } = payload as { readonly issue: { readonly number: number } } // as the description has it
  return String(issue.number)
}
