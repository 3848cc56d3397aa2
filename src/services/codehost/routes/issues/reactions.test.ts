import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const { it, octokit, stranger, events } = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        auto_init: true,
        issues: [{ title: 'One', comments: [{ body: 'hello' }] }],
        webhooks: [{ url: receiver.url, events: ['issues', 'issue_comment'] }],
      },
    ],
  },
}))

const repo = { owner: 'octocat', repo: 'hello-world' }
const first = { ...repo, issue_number: 1 }
const comment = { ...repo, comment_id: 1 }

describe('reactions', () => {
  it('are created with 201, and answered with 200 when they exist', async () => {
    const { data, status } = await octokit().reactions.createForIssue({ ...first, content: '+1' })
    expect(status).toBe(201)
    const again = await octokit().reactions.createForIssue({ ...first, content: '+1' })
    expect(again.status).toBe(200)
    expect(again.data).toEqual(data)
    expect((await octokit('hubber').reactions.createForIssueComment({ ...comment, content: 'eyes' })).status).toBe(201)
    expect(await events()).toEqual([])
  })

  it('are counted on their subjects', async () => {
    await octokit().reactions.createForIssue({ ...first, content: '+1' })
    await octokit('hubber').reactions.createForIssue({ ...first, content: '+1' })
    await octokit().reactions.createForIssue({ ...first, content: 'rocket' })
    const { data } = await octokit().issues.get(first)
    expect(data.reactions).toMatchObject({ url: `${data.url}/reactions`, total_count: 3, '+1': 2, rocket: 1, heart: 0 })
  })

  it('are listed, all of them and by content', async () => {
    await octokit().reactions.createForIssue({ ...first, content: '+1' })
    await octokit().reactions.createForIssue({ ...first, content: 'heart' })
    await octokit().reactions.createForIssueComment({ ...comment, content: 'laugh' })
    expect((await octokit().reactions.listForIssue(first)).data.map(({ content }) => content)).toEqual(['+1', 'heart'])
    expect((await octokit().reactions.listForIssue({ ...first, content: 'heart' })).data).toHaveLength(1)
    expect((await octokit().reactions.listForIssue({ ...first, per_page: 1 })).headers.link).toContain('rel="next"')
    expect((await octokit().reactions.listForIssueComment(comment)).data).toMatchObject([{ content: 'laugh' }])
  })

  it('are deleted by the user who reacted', async () => {
    const { data } = await octokit().reactions.createForIssue({ ...first, content: '+1' })
    const { data: other } = await octokit('hubber').reactions.createForIssueComment({ ...comment, content: 'eyes' })
    await expect(octokit('hubber').reactions.deleteForIssue({ ...first, reaction_id: data.id })).rejects.toMatchObject({
      status: 404,
    })
    expect((await octokit().reactions.deleteForIssue({ ...first, reaction_id: data.id })).status).toBe(204)
    expect(
      (await octokit('hubber').reactions.deleteForIssueComment({ ...comment, reaction_id: other.id })).status,
    ).toBe(204)
    expect((await octokit().reactions.listForIssue(first)).data).toEqual([])
  })

  it('are for users with push access when the issue is locked, on its comments too', async () => {
    await octokit().issues.lock(first)
    const refused = {
      status: 403,
      response: { data: { message: 'Unable to create reaction because issue is locked.' } },
    }
    const { reactions } = octokit('hubber')
    await expect(reactions.createForIssue({ ...first, content: '+1' })).rejects.toMatchObject(refused)
    await expect(reactions.createForIssueComment({ ...comment, content: '+1' })).rejects.toMatchObject(refused)
    expect((await octokit().reactions.createForIssue({ ...first, content: '+1' })).status).toBe(201)
  })

  it('to releases are six, and go with their release', async () => {
    const { repos, reactions } = octokit()
    const { data: release } = await repos.createRelease({ ...repo, tag_name: 'v1' })
    const one = { ...repo, release_id: release.id }
    expect(release).not.toHaveProperty('reactions')
    const { data, status } = await octokit('hubber').reactions.createForRelease({ ...one, content: 'rocket' })
    expect(status).toBe(201)
    expect((await repos.getRelease(one)).data.reactions).toMatchObject({ total_count: 1, rocket: 1 })
    expect((await stranger().reactions.listForRelease(one)).data).toEqual([data])
    await expect(reactions.createForRelease({ ...one, content: '-1' as never })).rejects.toMatchObject({ status: 422 })
    const own = { ...one, reaction_id: data.id }
    await expect(reactions.deleteForRelease(own)).rejects.toMatchObject({ status: 404 })
    expect((await octokit('hubber').reactions.deleteForRelease(own)).status).toBe(204)
    expect((await reactions.listForRelease(one)).data).toEqual([])
  })

  it('need one of eight contents, a user and a subject', async () => {
    await expect(octokit().reactions.createForIssue({ ...first, content: 'meh' as never })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'Reaction', field: 'content', code: 'invalid', value: 'meh' }] } },
    })
    await expect(stranger().reactions.createForIssue({ ...first, content: '+1' })).rejects.toMatchObject({
      status: 401,
    })
    await expect(
      octokit().reactions.createForIssueComment({ ...repo, comment_id: 9, content: '+1' }),
    ).rejects.toMatchObject({
      status: 404,
    })
  })
})
