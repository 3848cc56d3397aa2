import { Octokit } from '@octokit/rest'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const MARKDOWN = 'See **#1** by @octocat'
const HTML =
  /^<p>See <strong><a class="issue-link[^>]*>#1<\/a><\/strong> by <a class="user-mention[^>]*>@octocat<\/a><\/p>$/
const TEXT = 'See #1 by @octocat'

const site = await codehostSite(() => ({
  tokens: { octocat: { login: 'octocat', scopes: ['repo', 'gist'] } },
  codehost: {
    users: [{ login: 'octocat' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'README.md': '# Hello\n\nA *world*.\n\n<script>alert(1)</script>\n', 'notes.txt': 'a < b\n' },
        issues: [{ title: 'One', body: MARKDOWN, comments: [{ body: MARKDOWN }] }, { title: 'Two' }],
        pulls: [{ title: 'Mend', body: MARKDOWN, head: 'mend', files: { 'a.js': '1\n' } }],
      },
    ],
  },
}))
const { it } = site

/** Returns a client that is not checked, as the vendor describes the answers with Markdown only. */
const octokit = () => new Octokit({ baseUrl: site.codehost.url, auth: 'octocat' })

const one = { owner: 'octocat', repo: 'hello-world' }
const as = (format: string) => ({ headers: { accept: `application/vnd.github.${format}+json` } })

describe('the texts of users', () => {
  it('are HTML in place of Markdown for a client that accepts html', async () => {
    const { data, headers } = await octokit().issues.get({ ...one, issue_number: 1, ...as('html') })
    expect(data.body_html).toMatch(HTML)
    expect(data).not.toHaveProperty('body')
    expect(data).not.toHaveProperty('body_text')
    expect(headers['x-github-media-type']).toBe('github.v3; param=html; format=json')
  })

  it('are text without marks for a client that accepts text', async () => {
    const { data } = await octokit().issues.get({ ...one, issue_number: 1, ...as('v3.text') })
    expect(data).toMatchObject({ body_text: TEXT })
    expect(data).not.toHaveProperty('body')
  })

  it('are all three for a client that accepts full, and null where there is no text', async () => {
    const { data } = await octokit().issues.listForRepo({ ...one, ...as('full') })
    expect(data.map(({ body, body_text, body_html }) => [body, body_text, body_html])).toEqual([
      [MARKDOWN, TEXT, expect.stringMatching(HTML)],
      [null, null, null],
      [MARKDOWN, TEXT, expect.stringMatching(HTML)],
    ])
  })

  it('are Markdown alone for raw, and for a client that accepts nothing of this', async () => {
    for (const options of [as('raw'), {}]) {
      const { data } = await octokit().issues.get({ ...one, issue_number: 1, ...options })
      expect(data.body).toBe(MARKDOWN)
      expect(data).not.toHaveProperty('body_html')
    }
  })

  it('are so in comments, and in what a change answers', async () => {
    const api = octokit()
    const { data: comments } = await api.issues.listComments({ ...one, issue_number: 1, ...as('html') })
    expect(comments[0]?.body_html).toMatch(HTML)
    const { data: made } = await api.issues.createComment({ ...one, issue_number: 1, body: MARKDOWN, ...as('full') })
    expect(made).toMatchObject({ body: MARKDOWN, body_text: TEXT })
    const { data: edited } = await api.issues.update({ ...one, issue_number: 2, body: MARKDOWN, ...as('text') })
    expect(edited.body_text).toBe(TEXT)
  })

  it('are so in pull requests, reviews and their comments', async () => {
    const api = octokit()
    const pull = { ...one, pull_number: 3 }
    const { data } = await api.pulls.get({ ...pull, ...as('full') })
    expect(data).toMatchObject({ body: MARKDOWN, body_text: TEXT })
    const { data: review } = await api.pulls.createReview({ ...pull, event: 'COMMENT', body: MARKDOWN, ...as('html') })
    expect(review.body_html).toMatch(HTML)
    const commit_id = data.head.sha
    const at = { commit_id, path: 'a.js', line: 1, body: MARKDOWN }
    const { data: comment } = await api.pulls.createReviewComment({ ...pull, ...at, ...as('text') })
    expect(comment.body_text).toBe(TEXT)
    const { data: onCommit } = await api.repos.createCommitComment({ ...one, commit_sha: commit_id, body: MARKDOWN })
    const { data: read } = await api.repos.getCommitComment({ ...one, comment_id: onCommit.id, ...as('full') })
    expect(read).toMatchObject({ body: MARKDOWN, body_text: TEXT })
  })

  it('are so in releases, timelines, searches and comments on gists', async () => {
    const api = octokit()
    await api.repos.createRelease({ ...one, tag_name: 'v1', body: MARKDOWN })
    const { data: release } = await api.repos.getReleaseByTag({ ...one, tag: 'v1', ...as('full') })
    expect(release).toMatchObject({ body: MARKDOWN, body_text: TEXT })
    const { data: timeline } = await api.issues.listEventsForTimeline({ ...one, issue_number: 1, ...as('html') })
    expect(timeline).toContainEqual(expect.objectContaining({ body_html: expect.stringMatching(HTML) as string }))
    const { data: found } = await api.search.issuesAndPullRequests({ q: 'repo:octocat/hello-world One', ...as('text') })
    expect(found.items[0]?.body_text).toBe(TEXT)
    const { data: gist } = await api.gists.create({ files: { 'a.md': { content: 'a' } } })
    const gist_id = gist.id ?? ''
    const { data: comment } = await api.gists.createComment({ gist_id, body: 'Some *words*', ...as('full') })
    expect(comment).toMatchObject({
      body: 'Some *words*',
      body_html: '<p>Some <em>words</em></p>',
      body_text: 'Some words',
    })
  })

  it('leave refusals as they are', async () => {
    await expect(octokit().issues.get({ ...one, issue_number: 99, ...as('full') })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('a file', () => {
  const html = { headers: { accept: 'application/vnd.github.html+json' } }

  it('of Markdown is HTML for a client that accepts it, without what could run', async () => {
    const { data, headers } = await octokit().repos.getReadme({ ...one, ...html })
    expect(headers['content-type']).toBe('application/vnd.github.html+json; charset=utf-8')
    expect(data).toMatch(/^<div id="readme" class="md" data-path="README\.md"><article class="markdown-body/)
    expect(data).toContain('A <em>world</em>.')
    expect(data).not.toContain('script')
  })

  it('of plain text is shown as it is', async () => {
    const { data } = await octokit().repos.getContent({ ...one, path: 'notes.txt', ...html })
    expect(data).toContain('<pre style="white-space: pre-wrap">a &lt; b\n</pre>')
  })
})
