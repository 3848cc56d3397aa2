import { describe, expect } from 'vitest'
import { helloWorldSite } from '../repos/hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

async function head(): Promise<string> {
  return (await octokit().repos.getBranch({ ...repo, branch: 'main' })).data.commit.sha
}

describe('comments on commits', () => {
  it('are created by any user who may read, listed with their commit, and counted on it', async () => {
    const commit_sha = await head()
    const input = { ...repo, commit_sha, body: 'Nice', path: 'README.md', position: 1 }
    const { data, headers } = await octokit('monalisa').repos.createCommitComment(input)
    expect(data).toMatchObject({ body: 'Nice', path: 'README.md', position: 1, line: null, commit_id: commit_sha })
    expect(data.author_association).toBe('NONE')
    expect(headers.location).toBe(data.url)
    expect((await stranger().repos.listCommentsForCommit({ ...repo, commit_sha })).data).toHaveLength(1)
    expect((await stranger().repos.listCommitCommentsForRepo(repo)).data.map(({ id }) => id)).toEqual([data.id])
    expect((await stranger().repos.getCommit({ ...repo, ref: 'main' })).data.commit.comment_count).toBe(1)
    expect(await events()).toEqual(['commit_comment.created'])
    expect(site.receiver.violations()).toEqual([])
  })

  it('are changed and deleted by their author and by users with push access', async () => {
    const made = await octokit('monalisa').repos.createCommitComment({ ...repo, commit_sha: await head(), body: 'x' })
    const one = { ...repo, comment_id: made.data.id }
    const { data } = await octokit('monalisa').repos.updateCommitComment({ ...one, body: 'y' })
    expect(data).toMatchObject({ body: 'y', created_at: made.data.created_at })
    expect((await stranger().repos.getCommitComment(one)).data.body).toBe('y')
    await expect(stranger().repos.updateCommitComment({ ...one, body: 'z' })).rejects.toMatchObject({ status: 401 })
    const theirs = await octokit().repos.createCommitComment({ ...repo, commit_sha: await head(), body: 'mine' })
    const other = { ...repo, comment_id: theirs.data.id }
    await expect(octokit('monalisa').repos.updateCommitComment({ ...other, body: 'z' })).rejects.toMatchObject({
      status: 403,
    })
    await expect(octokit('monalisa').repos.deleteCommitComment(other)).rejects.toMatchObject({ status: 403 })
    expect((await octokit().repos.deleteCommitComment(one)).status).toBe(204)
    await expect(octokit().repos.getCommitComment(one)).rejects.toMatchObject({ status: 404 })
  })

  it('take reactions at their reactions URL', async () => {
    const { data } = await octokit().repos.createCommitComment({ ...repo, commit_sha: await head(), body: 'x' })
    const one = { ...repo, comment_id: data.id }
    const { data: made } = await octokit('monalisa').reactions.createForCommitComment({ ...one, content: 'rocket' })
    const again = await octokit('monalisa').reactions.createForCommitComment({ ...one, content: 'rocket' })
    expect([again.status, again.data.id]).toEqual([200, made.id])
    const { reactions } = (await stranger().repos.getCommitComment(one)).data
    expect(reactions).toMatchObject({ total_count: 1, rocket: 1 })
    expect((await stranger().request(reactions?.url ?? '')).data).toMatchObject([{ id: made.id }])
    expect((await stranger().reactions.listForCommitComment({ ...one, content: 'eyes' })).data).toEqual([])
    const gone = octokit('monalisa').reactions.deleteForCommitComment({ ...one, reaction_id: made.id })
    expect((await gone).status).toBe(204)
    await expect(
      octokit().reactions.createForCommitComment({ ...one, comment_id: 99, content: '+1' }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('need a body and a commit', async () => {
    const long = { ...repo, commit_sha: await head(), body: 'x'.repeat(65_537) }
    await expect(octokit().repos.createCommitComment(long)).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'CommitComment', field: 'body', code: 'invalid' }] } },
    })
    await expect(
      octokit().repos.createCommitComment({ ...repo, commit_sha: 'f'.repeat(40), body: 'x' }),
    ).rejects.toMatchObject({
      status: 422,
      response: { data: { message: `No commit found for SHA: ${'f'.repeat(40)}` } },
    })
    await expect(
      octokit().repos.createCommitComment({ ...repo, commit_sha: await head() } as never),
    ).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'CommitComment', field: 'body', code: 'missing_field' }] } },
    })
  })
})
