import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    stranger: { login: 'stranger', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'stranger' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        auto_init: true,
        collaborators: [{ login: 'hubber', permission: 'push' }],
        issues: [
          {
            title: 'One',
            comments: [
              { body: 'first', user: 'hubber' },
              { body: 'second', user: 'stranger' },
            ],
          },
          { title: 'Two', comments: [{ body: 'third' }] },
        ],
        pulls: [{ title: 'Change', head: 'topic' }],
        webhooks: [{ url: receiver.url, events: ['issue_comment'] }],
      },
    ],
  },
}))
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const first = { ...repo, issue_number: 1 }

describe('comments on an issue', () => {
  it('are listed oldest first, in pages', async () => {
    const { data, headers } = await octokit().issues.listComments({ ...first, per_page: 1 })
    expect(data.map(({ body }) => body)).toEqual(['first'])
    expect(headers.link).toContain('page=2>; rel="last"')
    expect(data[0]).toMatchObject({ author_association: 'COLLABORATOR', user: { login: 'hubber' } })
    await expect(octokit().issues.listComments({ ...repo, issue_number: 9 })).rejects.toMatchObject({ status: 404 })
  })

  it('are listed since a time', async () => {
    site.codehost.clock.set(site.codehost.clock.now() + 60_000)
    const since = new Date(site.codehost.clock.now()).toISOString()
    await octokit().issues.updateComment({ ...repo, comment_id: 1, body: 'first, again' })
    const bodies = async (list: Promise<{ data: { body?: string }[] }>) => (await list).data.map(({ body }) => body)
    expect(await bodies(octokit().issues.listComments({ ...first, since }))).toEqual(['first, again'])
    expect(await bodies(octokit().issues.listCommentsForRepo({ ...repo, since }))).toEqual(['first, again'])
  })

  it('are listed for the repository, by id unless ordered otherwise', async () => {
    const ids = async (query: object) =>
      (await octokit().issues.listCommentsForRepo({ ...repo, ...query })).data.map(({ id }) => id)
    expect(await ids({})).toEqual([1, 2, 3])
    expect(await ids({ direction: 'desc' })).toEqual([1, 2, 3])
    expect(await ids({ sort: 'created', direction: 'desc', per_page: 2 })).toEqual([3, 2])
    site.codehost.clock.advance('1m')
    await octokit().issues.updateComment({ ...repo, comment_id: 1, body: 'changed' })
    expect(await ids({ sort: 'updated', direction: 'asc' })).toEqual([2, 3, 1])
  })

  it('are written by any user, and counted', async () => {
    const { data, headers } = await octokit('stranger').issues.createComment({ ...first, body: 'hello' })
    expect(data).toMatchObject({ body: 'hello', user: { login: 'stranger' }, author_association: 'NONE' })
    expect(data.issue_url).toBe(`${site.codehost.url}/repos/octocat/hello-world/issues/1`)
    expect(data.html_url).toBe(`${site.codehost.url}/octocat/hello-world/issues/1#issuecomment-${data.id}`)
    expect(headers.location).toBe(data.url)
    expect((await octokit().issues.get(first)).data.comments).toBe(3)
    const { data: onPull } = await octokit().issues.createComment({ ...repo, issue_number: 3, body: 'nice' })
    expect(onPull.html_url).toContain('/pull/3#issuecomment-')
  })

  it('need a text', async () => {
    const create = (body: object) =>
      octokit().request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { ...first, ...body } as never)
    await expect(create({})).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'IssueComment', field: 'body', code: 'missing_field' }] } },
    })
    await expect(create({ body: ' ' })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ code: 'unprocessable', message: 'Body cannot be blank' }] } },
    })
    await expect(stranger().issues.createComment({ ...first, body: 'x' })).rejects.toMatchObject({
      status: 401,
    })
  })

  it('are at most 65536 characters long, written or changed', async () => {
    const longest = 'x'.repeat(65_536)
    expect((await octokit().issues.createComment({ ...first, body: longest })).status).toBe(201)
    const message = 'Body is too long (maximum is 65536 characters)'
    const refusal = {
      status: 422,
      response: { data: { errors: [{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message }] } },
    }
    await expect(octokit().issues.createComment({ ...first, body: `${longest}x` })).rejects.toMatchObject(refusal)
    const update = octokit().issues.updateComment({ ...repo, comment_id: 1, body: `${longest}x` })
    await expect(update).rejects.toMatchObject(refusal)
  })

  it('are for users with push access when the issue is locked', async () => {
    await octokit().issues.lock(first)
    await expect(octokit('stranger').issues.createComment({ ...first, body: 'x' })).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'Unable to create comment because issue is locked.' } },
    })
    expect((await octokit('hubber').issues.createComment({ ...first, body: 'x' })).status).toBe(201)
  })

  it('are changed and deleted by their author and by users with push access', async () => {
    const update = (token: string, comment_id: number) =>
      octokit(token).issues.updateComment({ ...repo, comment_id, body: 'changed' })
    expect((await update('stranger', 2)).data.body).toBe('changed')
    expect((await update('hubber', 3)).data.body).toBe('changed')
    await expect(update('stranger', 1)).rejects.toMatchObject({ status: 403 })
    await expect(octokit('stranger').issues.deleteComment({ ...repo, comment_id: 1 })).rejects.toMatchObject({
      status: 403,
    })
    expect((await octokit('stranger').issues.deleteComment({ ...repo, comment_id: 2 })).status).toBe(204)
    await expect(octokit().issues.getComment({ ...repo, comment_id: 2 })).rejects.toMatchObject({ status: 404 })
    expect((await octokit().issues.get(first)).data.comments).toBe(1)
  })

  it('are deleted with their reactions', async () => {
    await octokit().reactions.createForIssueComment({ ...repo, comment_id: 1, content: 'heart' })
    expect((await octokit().issues.getComment({ ...repo, comment_id: 1 })).data.reactions).toMatchObject({ heart: 1 })
    await octokit().issues.deleteComment({ ...repo, comment_id: 1 })
    await expect(octokit().reactions.listForIssueComment({ ...repo, comment_id: 1 })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('emit created, edited and deleted as the vendor documents them', async () => {
    const { data } = await octokit().issues.createComment({ ...first, body: 'x' })
    await octokit().issues.updateComment({ ...repo, comment_id: data.id, body: 'y' })
    await octokit().issues.updateComment({ ...repo, comment_id: data.id, body: 'y' })
    await octokit().issues.deleteComment({ ...repo, comment_id: data.id })
    await octokit().issues.createComment({ ...repo, issue_number: 3, body: 'on a pull request' })
    const all = ['created', 'edited', 'deleted', 'created'].map((action) => `issue_comment.${action}`)
    expect(await events()).toEqual(all)
    expect(site.receiver.received[1]?.payload['changes']).toEqual({ body: { from: 'x' } })
    expect(site.receiver.received[3]?.payload['issue']).toHaveProperty('pull_request')
    expect(site.receiver.violations()).toEqual([])
  })
})
