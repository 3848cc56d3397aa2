import { describe, expect } from 'vitest'
import { hasGit } from './git-client.fixture.ts'
import { pushSite } from './push.fixture.ts'

const { site, copyOf } = await pushSite()
const { it, octokit, takeEvents } = site
const repo = { owner: 'octocat', repo: 'hello-world' }

describe.skipIf(!hasGit)('git push', () => {
  it('updates the pull requests of its branch', async () => {
    const { data: pull } = await octokit().pulls.create({ ...repo, title: 'X', head: 'feature/x', base: 'main' })
    const { run, push, commit } = await copyOf()
    await run('checkout', '-q', 'feature/x')
    const sha = await commit('more.txt')
    await takeEvents()
    await push()
    expect(await takeEvents()).toEqual(['push', 'pull_request.synchronize'])
    expect((await octokit().pulls.get({ ...repo, pull_number: pull.number })).data.head.sha).toBe(sha)
  })

  it('merges the pull requests whose commits it brings, and closes issues that they name', async () => {
    const { data: pull } = await octokit().pulls.create({ ...repo, title: 'X', head: 'feature/x', base: 'main' })
    const { run, push, commit } = await copyOf()
    await run('merge', '-q', '--no-ff', '-m', 'Merge', 'origin/feature/x')
    await commit('fix.txt', 'fix\n', 'Mend it\n\nFixes #1')
    await push()
    expect((await octokit().pulls.get({ ...repo, pull_number: pull.number })).data.merged).toBe(true)
    expect((await octokit().issues.get({ ...repo, issue_number: 1 })).data.state).toBe('closed')
  })

  it('dismisses reviews that it makes stale', async () => {
    await octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks: null,
      enforce_admins: false,
      required_pull_request_reviews: { required_approving_review_count: 1, dismiss_stale_reviews: true },
      restrictions: null,
    })
    const { data: pull } = await octokit().pulls.create({ ...repo, title: 'X', head: 'feature/x', base: 'main' })
    const place = { ...repo, pull_number: pull.number }
    await octokit('hubber').pulls.createReview({ ...place, event: 'APPROVE' })
    const { run, push, commit } = await copyOf()
    await run('checkout', '-q', 'feature/x')
    await commit('more.txt')
    await takeEvents()
    await push()
    expect(await takeEvents()).toContain('pull_request_review.dismissed')
    expect((await octokit().pulls.listReviews(place)).data.map(({ state }) => state)).toEqual(['DISMISSED'])
  })

  it('updates a pull request from a fork', async () => {
    await octokit('hubber').repos.createFork(repo)
    const { run, push, commit } = await copyOf('hubber', 'hubber/hello-world')
    await run('checkout', '-q', '-b', 'mine')
    await commit('mine.txt')
    await push('-q', '-u', 'origin', 'mine')
    const { data: pull } = await octokit('hubber').pulls.create({
      ...repo,
      title: 'X',
      head: 'hubber:mine',
      base: 'main',
    })
    const sha = await commit('more.txt')
    await push('-q')
    const { data } = await octokit().pulls.get({ ...repo, pull_number: pull.number })
    expect(data).toMatchObject({ commits: 2, head: { sha, repo: { full_name: 'hubber/hello-world' } } })
    // Its commits are in the repository that it is for.
    await run('fetch', '-q', `${site.codehost.url}/octocat/hello-world.git`, `pull/${pull.number}/head`)
    expect(await run('rev-parse', 'FETCH_HEAD')).toBe(sha)
  })

  it('closes the pull requests of a branch that it deletes', async () => {
    const { data: pull } = await octokit().pulls.create({ ...repo, title: 'X', head: 'feature/x', base: 'main' })
    const { push } = await copyOf()
    await push('-q', 'origin', ':feature/x')
    expect((await octokit().pulls.get({ ...repo, pull_number: pull.number })).data.state).toBe('closed')
  })
})
