import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat' }], teams: [{ name: 'Core', members: ['octocat'] }] }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'CODE_OF_CONDUCT.md': 'We follow the Contributor Covenant.\n' },
        issues: [{ title: 'One' }],
      },
      { owner: 'octocat', name: 'secret', private: true, auto_init: true, issues: [{ title: 'Hidden' }] },
    ],
  },
}))
const { it, octokit, stranger } = site

const context = 'octocat/hello-world'

/** Returns a text as HTML. */
const rendered = async (text: string) => (await stranger().markdown.render({ text })).data

/** Returns a comment as HTML, with what it refers to. */
const linked = async (text: string, token = 'octocat') =>
  (await octokit(token).markdown.render({ text, mode: 'gfm', context })).data

describe('Markdown', () => {
  it('is left as it is where a paragraph has thousands of marks, which take the parser seconds', async () => {
    const many = '*a+'.repeat(1001)
    expect(await rendered(many)).toBe(`<p>${many}</p>\n`)
    expect(await rendered('*a* b\n\n'.repeat(1001))).toContain('<em>a</em>')
  })

  it('has alerts, which are quotations that begin with a word', async () => {
    expect(await rendered('> [!WARNING]\n> Mind **this**.\n>\n> And that.')).toBe(
      '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">' +
        '<svg class="octicon octicon-alert mr-2" viewBox="0 0 16 16" version="1.1" width="16" height="16" aria-hidden="true"></svg>' +
        'Warning</p><p>Mind <strong>this</strong>.</p>\n<p>And that.</p>\n</div>\n',
    )
    expect(await rendered('> [!OTHER]\n> text')).toContain('<blockquote>\n<p>[!OTHER]')
    expect(await rendered('> text')).toBe('<blockquote>\n<p>text</p>\n</blockquote>\n')
  })

  it('becomes HTML in GitHub’s dialect', async () => {
    const answer = await stranger().markdown.render({ text: 'Hello **world**, it’s &copy;\n`a<b`' })
    expect(answer.data).toBe('<p>Hello <strong>world</strong>, it’s ©\n<code>a&lt;b</code></p>\n')
    expect(answer.headers['content-type']).toBe('text/html;charset=utf-8')
    expect(await rendered('| a |\n|:-:|\n| ~~b~~ |')).toContain('<td align="center"><del>b</del></td>')
    expect(await rendered('- [x] done')).toBe(
      '<ul class="contains-task-list">\n<li class="task-list-item">' +
        '<input type="checkbox" id="" disabled="" class="task-list-item-checkbox" checked=""> done</li>\n</ul>\n',
    )
    expect(await rendered('```js\nlet a\n```')).toBe(
      '<div class="highlight highlight-source-js"><pre>let a</pre></div>\n',
    )
    expect(await rendered('```\na\n```')).toBe('<pre><code>a\n</code></pre>\n')
    expect(await rendered('```constructor\na\n```')).toBe('<pre lang="constructor"><code>a\n</code></pre>\n')
    expect(await rendered('3. c\n4. d')).toBe('<ol start="3">\n<li>c</li>\n<li>d</li>\n</ol>\n')
    expect(await rendered('[a](https://b.test "t") ![i](x.png)')).toBe(
      '<p><a href="https://b.test" title="t" rel="nofollow">a</a> <a target="_blank" rel="noopener noreferrer" ' +
        'href="x.png"><img src="x.png" alt="i" style="max-width: 100%;"></a></p>\n',
    )
  })

  it('has headings that can be linked to', async () => {
    const html = await rendered('# Two *words*!\n\n## Two words')
    expect(html).toContain('<h1 class="heading-element">Two <em>words</em>!</h1><a id="user-content-two-words"')
    expect(html).toContain('<a id="user-content-two-words-1" class="anchor" aria-label="Permalink: Two words"')
  })

  it('keeps of HTML what cannot run', async () => {
    const cases: readonly (readonly [string, string])[] = [
      ['a <b onclick="x()">b</b> <script>run()</script>', '<p>a <b>b</b> run()</p>\n'],
      ['<script>\nrun()\n</script>\n\nafter', '<p>after</p>\n'],
      ['<img src=x onerror=run()>', '<img src="x">'],
      ['<a href="jav&#x09;ascript:run()" id="top">k</a>', '<p><a id="user-content-top">k</a></p>\n'],
      ['[x](javascript:run()) <javascript:run()>', '<p>x javascript:run()</p>\n'],
      ['[x](java&#115;cript:run())', '<p>x</p>\n'],
      ['<div align="center"><!-- no -->\nx</div>', '<div align="center">\nx</div>'],
      ['<iframe src="https://a.test"></iframe>', ''],
      ['a < b &lt;b&gt;', '<p>a &lt; b &lt;b&gt;</p>\n'],
      ['<svg><style>@import x</style></svg>', '<p>@import x</p>\n'],
    ]
    for (const [text, html] of cases) expect(await rendered(text), text).toBe(html)
  })

  it('is rendered from a text as it is, too, and refused without one', async () => {
    const { data } = await stranger().markdown.renderRaw({ data: '*a*\nb' })
    expect(data).toBe('<p><em>a</em>\nb</p>\n')
    await expect(stranger().request('POST /markdown', {} as never)).rejects.toMatchObject({ status: 422 })
  })

  it('refers to what there is and to what the client may see', async () => {
    const { url } = site.codehost
    expect(await linked('@hubber and @nobody, a@hubber.test\n`@hubber`')).toBe(
      '<p><a class="user-mention notranslate" data-hovercard-type="user" data-hovercard-url="/users/hubber/hovercard" ' +
        'data-octo-click="hovercard-link-click" data-octo-dimensions="link_type:self" ' +
        `href="${url}/hubber">@hubber</a> and @nobody, <a href="mailto:a@hubber.test" rel="nofollow">a@hubber.test</a>` +
        '<br><code>@hubber</code></p>\n',
    )
    const page = `${url}/octocat/hello-world/issues/1`
    expect(await linked('see #1, #9, GH-1')).toMatch(
      new RegExp(`see <a class="issue-link .*href="${page}">#1</a>, #9, <a`),
    )
    expect(await linked('[#1](x)')).toBe('<p><a href="x">#1</a></p>\n')
    expect(await linked('octocat/secret#1')).toContain('/octocat/secret/issues/1">')
    expect(await linked('octocat/secret#1', 'hubber')).toBe('<p>octocat/secret#1</p>\n')
    expect(await linked('@acme/core')).toContain(`href="${url}/orgs/acme/teams/core">@acme/core</a>`)
    expect(await linked('@acme/core', 'hubber')).toBe('<p>@acme/core</p>\n')
    const { sha } = (await octokit().repos.getCommit({ owner: 'octocat', repo: 'hello-world', ref: 'main' })).data
    expect(await linked(sha)).toContain(`/octocat/hello-world/commit/${sha}"><tt>${sha.slice(0, 7)}</tt></a>`)
  })
})

describe('codes of conduct', () => {
  it('are listed, and answered with a text', async () => {
    const { codesOfConduct } = stranger()
    const { data } = await codesOfConduct.getAllCodesOfConduct()
    expect(data.map(({ key }) => key)).toEqual(['citizen_code_of_conduct', 'contributor_covenant'])
    const { data: one } = await codesOfConduct.getConductCode({ key: 'contributor_covenant' })
    expect(one).toMatchObject({ ...data[1], body: expect.stringContaining('# Contributor Covenant') })
    await expect(codesOfConduct.getConductCode({ key: 'none' })).rejects.toMatchObject({ status: 404 })
  })

  it('are known by their names in the file of a repository', async () => {
    const { data } = await stranger().repos.getCommunityProfileMetrics({ owner: 'octocat', repo: 'hello-world' })
    expect(data.files.code_of_conduct).toMatchObject({ key: 'contributor_covenant', name: 'Contributor Covenant' })
  })
})
