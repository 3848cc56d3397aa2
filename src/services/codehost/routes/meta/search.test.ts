import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const site = await codehostSite(
  () => ({
    tokens: {
      octocat: { login: 'octocat', scopes: ['repo'] },
      hubber: { login: 'hubber', scopes: ['repo'] },
      reader: { login: 'octocat', scopes: [] },
    },
    codehost: {
      users: [
        { login: 'octocat', name: 'The Octocat', email: 'octocat@example.com', location: 'San Francisco' },
        { login: 'hubber', name: 'Hub Ber' },
      ],
      orgs: [
        {
          login: 'acme',
          members: [{ login: 'octocat', role: 'admin' }],
          teams: [{ name: 'Core', members: ['octocat'], repos: [{ name: 'website' }] }],
        },
      ],
      repos: [
        {
          owner: 'octocat',
          name: 'hello-world',
          description: 'Greets the planet',
          topics: ['greeting', 'tutorial'],
          files: {
            'README.md': '# Hello\nUsage of the greeter.\n',
            'src/greet.ts': 'export function greet(name: string) {\n  return name\n}\n',
            'src/deep/util.py': 'def greet(name):\n    return name\n',
          },
          branches: [{ name: 'side', files: { 'only-here.ts': 'export const greet = 1\n' } }],
          labels: [{ name: 'ci', color: '0e8a16', description: 'Builds' }],
          milestones: [{ title: 'Next release' }],
          issues: [
            { title: 'The build is red', body: 'Since Monday', user: 'hubber', labels: ['bug', 'ci'] },
            {
              title: 'Docs',
              body: 'Explain the build, @hubber',
              labels: ['documentation'],
              assignees: ['hubber'],
              milestone: 'Next release',
              comments: [
                { user: 'hubber', body: 'I will' },
                { user: 'octocat', body: 'Thanks' },
              ],
            },
            { title: 'Old bugs', state: 'closed', labels: ['bug'] },
          ],
          pulls: [
            {
              title: 'Build faster',
              head: 'fast',
              files: { 'fast.txt': 'x' },
              user: 'hubber',
              reviewers: ['octocat'],
            },
            { title: 'Half done', head: 'half', files: { 'half.txt': 'x' }, draft: true },
          ],
        },
        { owner: 'octocat', name: 'greeter', description: 'Says hello', language: 'Rust', topics: ['greeting'] },
        { owner: 'octocat', name: 'attic', archived: true, issues: [{ title: 'Forgotten build' }] },
        {
          owner: 'acme',
          name: 'website',
          private: true,
          topics: ['secret-plan'],
          files: { 'index.ts': 'greet()\n' },
          issues: [{ title: 'Secret build' }],
        },
      ],
    },
  }),
  'octocat',
  { now: Date.UTC(2026, 2, 1, 12) },
)
const { it } = site

const octokit = (token = 'octocat') => checkedOctokit(site.codehost, token)
const stranger = () => checkedOctokit(site.codehost)
const repo = { owner: 'octocat', repo: 'hello-world' }

async function issues(q: string, more: object = {}, client = octokit()): Promise<string[]> {
  const { data } = await client.search.issuesAndPullRequests({ q, ...more })
  expect(data).toMatchObject({ incomplete_results: false, search_type: 'lexical' })
  return data.items.map(({ title }) => title)
}

async function repos(q: string, more: object = {}, client = octokit()): Promise<string[]> {
  return (await client.search.repos({ q, ...more })).data.items.map(({ name }) => name)
}

function refusal(errors: unknown, status = 422) {
  return { status, response: { data: { message: 'Validation Failed', errors } } }
}

describe('a search', () => {
  it('needs a query', async () => {
    const missing = refusal([{ resource: 'Search', field: 'q', code: 'missing' }])
    await expect(issues('')).rejects.toMatchObject(missing)
    await expect(octokit().request('GET /search/users', {} as never)).rejects.toMatchObject(missing)
  })

  it('is not longer than 256 characters, and has at most five operators', async () => {
    const message = 'The search is longer than 256 characters.'
    await expect(issues('a'.repeat(257))).rejects.toMatchObject(refusal([{ message, code: 'invalid' }]))
    expect(await issues(`${'a'.repeat(256)} repo:octocat/hello-world`)).toEqual([])
    await expect(repos('a OR b OR c OR d OR e OR f OR g')).rejects.toMatchObject(
      refusal([{ message: 'More than five AND / OR / NOT operators were used.' }]),
    )
  })

  it('refuses repositories and owners that are missing or hidden', async () => {
    const message =
      'The listed users and repositories cannot be searched either because the resources do not exist or you do not ' +
      'have permission to view them.'
    const hidden = refusal([{ message, resource: 'Search', field: 'q', code: 'invalid' }])
    await expect(issues('repo:octocat/nothing')).rejects.toMatchObject(hidden)
    await expect(issues('repo:acme/website', {}, octokit('hubber'))).rejects.toMatchObject(hidden)
    await expect(repos('user:nobody')).rejects.toMatchObject(hidden)
    expect(await issues('repo:acme/website')).toEqual(['Secret build'])
    expect(await repos('-user:nobody greeter')).toEqual(['greeter'])
  })

  it('has pages with links, up to a thousand results', async () => {
    const { data, headers } = await octokit().search.issuesAndPullRequests({
      q: 'repo:octocat/hello-world sort:created-asc',
      per_page: 2,
      page: 2,
    })
    expect(data.total_count).toBe(5)
    expect(data.items.map(({ number }) => number)).toEqual([3, 4])
    expect(headers.link).toContain('page=3>; rel="last"')
    expect(headers.link).toContain('rel="prev"')
    expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-cache'])
    const all = await octokit().paginate('GET /search/issues', { q: 'repo:octocat/hello-world', per_page: 2 })
    expect(all).toHaveLength(5)
    await expect(issues('build', { per_page: 100, page: 11 })).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'Only the first 1000 search results are available' } },
    })
  })

  it('treats an unknown qualifier as a word', async () => {
    expect(await issues('constructor:red')).toEqual([])
    expect(await issues('build:is:red')).toEqual(['The build is red'])
  })
})

describe('issues', () => {
  it('are found by words, titles before bodies, newest first', async () => {
    expect(await issues('build repo:octocat/hello-world')).toEqual(['Build faster', 'The build is red', 'Docs'])
    expect(await issues('build in:title is:issue user:octocat')).toEqual(['Forgotten build', 'The build is red'])
    expect(await issues('thanks')).toEqual(['Docs'])
    expect(await issues('thanks in:title,body')).toEqual([])
    expect(await issues('"build is red"')).toEqual(['The build is red'])
    expect(await issues('build NOT red repo:octocat/hello-world')).toEqual(['Build faster', 'Docs'])
  })

  it('of private repositories are found by users who may read them', async () => {
    expect(await issues('secret')).toEqual(['Secret build'])
    for (const client of [octokit('hubber'), octokit('reader'), stranger()]) {
      expect(await issues('secret', {}, client)).toEqual([])
    }
    expect(await issues('build is:private')).toEqual(['Secret build'])
  })

  it.for([
    ['is:issue state:open', ['Docs', 'The build is red']],
    ['is:closed', ['Old bugs']],
    ['type:pr', ['Half done', 'Build faster']],
    ['is:pr draft:false', ['Build faster']],
    ['is:draft', ['Half done']],
    ['is:merged', []],
    ['is:unmerged head:fast base:main', ['Build faster']],
    ['label:bug', ['Old bugs', 'The build is red']],
    ['label:BUG label:ci', ['The build is red']],
    ['label:documentation,ci', ['Docs', 'The build is red']],
    ['is:issue -label:bug', ['Docs']],
    ['no:label is:issue', []],
    ['no:assignee is:issue', ['Old bugs', 'The build is red']],
    ['author:hubber', ['Build faster', 'The build is red']],
    ['author:@me is:issue', ['Old bugs', 'Docs']],
    ['assignee:hubber', ['Docs']],
    ['assignee:*', ['Docs']],
    ['mentions:hubber', ['Docs']],
    ['commenter:octocat', ['Docs']],
    ['involves:hubber is:issue', ['Docs', 'The build is red']],
    ['milestone:"next release"', ['Docs']],
    ['no:milestone is:issue is:open', ['The build is red']],
    ['review-requested:octocat', ['Build faster']],
    ['review:none is:pr', ['Half done', 'Build faster']],
    ['comments:>1', ['Docs']],
    ['interactions:2..5', ['Docs']],
    ['is:issue (label:ci OR milestone:*)', ['Docs', 'The build is red']],
    ['created:>2100-01-01', []],
    ['is:closed closed:<2100-01-01', ['Old bugs']],
    ['is:locked', []],
    ['reason:completed', ['Old bugs']],
  ] as const)('are narrowed by %s', async ([q, titles]) => {
    expect(await issues(`repo:octocat/hello-world ${q}`)).toEqual(titles)
  })

  it('are found by the reviews that they wait for', async () => {
    expect(await issues('review:required')).toEqual([])
    await octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks: null,
      required_pull_request_reviews: { required_approving_review_count: 1 },
      restrictions: null,
      enforce_admins: null,
    })
    expect(await issues('review:required')).toEqual(['Half done', 'Build faster'])
    expect(await issues('review:nonsense')).toEqual([])
    await octokit().pulls.createReview({ ...repo, pull_number: 4, event: 'APPROVE' })
    expect(await issues('review:required')).toEqual(['Half done'])
  })

  it('are found by the team whose review they wait for, and by its members', async () => {
    const website = { owner: 'acme', repo: 'website' }
    const { data: main } = await octokit().git.getRef({ ...website, ref: 'heads/main' })
    await octokit().git.createRef({ ...website, ref: 'refs/heads/topic', sha: main.object.sha })
    const file = { path: 'topic.txt', message: 'Add', content: 'eA==', branch: 'topic' }
    await octokit().repos.createOrUpdateFileContents({ ...website, ...file })
    const { data: pull } = await octokit().pulls.create({ ...website, title: 'Topic', head: 'topic', base: 'main' })
    await octokit().pulls.requestReviewers({ ...website, pull_number: pull.number, team_reviewers: ['core'] })
    expect(await issues('review-requested:octocat repo:acme/website')).toEqual(['Topic'])
    expect(await issues('user-review-requested:octocat repo:acme/website')).toEqual([])
    expect(await issues('team-review-requested:acme/core')).toEqual(['Topic'])
  })

  it('are found by review, status and reaction', async () => {
    const number = 4
    await octokit().pulls.createReview({ ...repo, pull_number: number, event: 'APPROVE' })
    await octokit().reactions.createForIssue({ ...repo, issue_number: 1, content: 'heart' })
    const { data: pull } = await octokit().pulls.get({ ...repo, pull_number: number })
    await octokit().repos.createCommitStatus({ ...repo, sha: pull.head.sha, state: 'success' })
    expect(await issues('review:approved')).toEqual(['Build faster'])
    expect(await issues('reviewed-by:octocat')).toEqual(['Build faster'])
    expect(await issues('status:success')).toEqual(['Build faster'])
    expect(await issues(`sha:${pull.head.sha.slice(0, 8)}`)).toEqual(['Build faster'])
    expect(await issues('reactions:>0')).toEqual(['The build is red'])
    expect((await issues('is:issue', { sort: 'reactions-heart' }))[0]).toBe('The build is red')
  })

  it('are found by the time of their merge', async () => {
    await octokit().pulls.merge({ ...repo, pull_number: 4 })
    expect(await issues('is:merged merged:2026-03-01')).toEqual(['Build faster'])
    expect(await issues('is:unmerged')).toEqual(['Half done'])
  })

  it('of archived repositories can be left out', async () => {
    expect(await issues('forgotten archived:true')).toEqual(['Forgotten build'])
    expect(await issues('forgotten archived:false')).toEqual([])
  })

  it('are sorted as requested, the highest first', async () => {
    const q = 'repo:octocat/hello-world is:issue'
    expect((await issues(q, { sort: 'comments' }))[0]).toBe('Docs')
    expect(await issues(q, { sort: 'created', order: 'asc' })).toEqual(['The build is red', 'Docs', 'Old bugs'])
  })

  it('of several named repositories are found together', async () => {
    expect(await issues('build repo:octocat/attic repo:acme/website')).toEqual(['Secret build', 'Forgotten build'])
  })

  it('refuse unknown users and invalid dates', async () => {
    const message =
      'The listed users cannot be searched either because the users do not exist or you do not have permission to view ' +
      'the users.'
    await expect(issues('author:nobody')).rejects.toMatchObject(refusal([{ message }]))
    await expect(issues('created:yesterday')).rejects.toMatchObject(
      refusal([{ message: expect.stringContaining('"yesterday" is not a recognized date/time format') }]),
    )
  })

  it('have the positions of the words when the client requests them', async () => {
    const mediaType = { format: 'text-match' }
    const { data, headers } = await octokit().search.issuesAndPullRequests({ q: 'red', mediaType })
    expect(data.items[0]?.text_matches).toEqual([
      {
        object_url: `${site.codehost.url}/repos/octocat/hello-world/issues/1`,
        object_type: 'Issue',
        property: 'title',
        fragment: 'The build is red',
        matches: [{ text: 'red', indices: [13, 16] }],
      },
    ])
    expect(headers['x-github-media-type']).toContain('text-match')
    expect((await octokit().search.issuesAndPullRequests({ q: 'red' })).data.items[0]).not.toHaveProperty(
      'text_matches',
    )
  })

  it('have the comment that contains the words', async () => {
    const { data } = await octokit().search.issuesAndPullRequests({
      q: 'thanks',
      mediaType: { format: 'text-match' },
    })
    const [match] = data.items[0]?.text_matches ?? []
    expect(match).toMatchObject({ object_type: 'IssueComment', property: 'body', fragment: 'Thanks' })
    const { data: comment } = await octokit().request(`GET ${match?.object_url ?? ''}` as 'GET /')
    expect(comment).toMatchObject({ body: 'Thanks' })
  })

  it('are searched by words for a semantic search', async () => {
    const { data } = await octokit().request('GET /search/issues', { q: 'red', search_type: 'semantic' } as never)
    expect(data).toMatchObject({ search_type: 'lexical', lexical_fallback_reason: ['service_unavailable'] })
  })
})

describe('repositories', () => {
  it('are found by name before description, and by topic', async () => {
    expect(await repos('hello')).toEqual(['hello-world', 'greeter'])
    expect(await repos('tutorial')).toEqual(['hello-world'])
    expect(await repos('usage')).toEqual([])
    expect(await repos('usage in:readme')).toEqual(['hello-world'])
    expect(await repos('website', {}, stranger())).toEqual([])
  })

  it.for([
    ['language:rust', ['greeter']],
    ['user:octocat language:rust language:typescript', ['greeter', 'hello-world']],
    ['topic:greeting topic:tutorial', ['hello-world']],
    ['topics:>1', ['hello-world']],
    ['is:private', ['website']],
    ['is:public archived:true', ['attic']],
    ['org:acme', ['website']],
    ['repo:octocat/greeter', ['greeter']],
    ['user:octocat -topic:greeting', ['attic']],
    ['pushed:<2000-01-01', []],
    ['license:mit', []],
    ['stars:>=1', []],
  ] as const)('are narrowed by %s', async ([q, names]) => {
    expect(await repos(q)).toEqual(names)
  })

  it('are ordered by stars', async () => {
    await octokit('hubber').activity.starRepoForAuthenticatedUser({ owner: 'octocat', repo: 'attic' })
    expect((await repos('user:octocat', { sort: 'stars' }))[0]).toBe('attic')
    expect((await repos('user:octocat', { sort: 'stars', order: 'asc' })).at(-1)).toBe('attic')
    expect(await repos('stars:1')).toEqual(['attic'])
  })

  it('exclude forks by default', async () => {
    await octokit('hubber').repos.createFork(repo)
    expect(await repos('user:hubber')).toEqual([])
    expect(await repos('user:hubber fork:true')).toEqual(['hello-world'])
    expect(await repos('fork:only')).toEqual(['hello-world'])
    expect(await repos('forks:1')).toEqual(['hello-world'])
  })
})

describe('users', () => {
  const users = async (q: string, more: object = {}) =>
    (await octokit().search.users({ q, ...more })).data.items.map(({ login }) => login)

  it('are found by login, name and public address', async () => {
    expect(await users('octo')).toEqual(['octocat'])
    expect(await users('ber in:name')).toEqual(['hubber'])
    expect(await users('fullname:"the octocat"')).toEqual(['octocat'])
    expect(await users('octocat@example.com in:email')).toEqual(['octocat'])
  })

  it('are filtered and sorted', async () => {
    expect(await users('type:org')).toEqual(['acme'])
    expect(await users('type:user location:francisco')).toEqual(['octocat'])
    expect(await users('repos:>2')).toEqual(['octocat'])
    expect(await users('user:hubber')).toEqual(['hubber'])
    expect(await users('language:rust')).toEqual(['octocat'])
    expect((await users('type:user', { sort: 'repositories' }))[0]).toBe('octocat')
  })
})

describe('code', () => {
  const code = async (q: string, more: object = {}) =>
    (await octokit().search.code({ q, ...more })).data.items.map(({ path }) => path)

  it('is found on the default branch', async () => {
    expect(await code('greet repo:octocat/hello-world')).toEqual(['src/deep/util.py', 'src/greet.ts'])
    expect(await code('"export function" user:octocat')).toEqual(['src/greet.ts'])
    expect(await code('greet in:path')).toEqual(['src/greet.ts'])
  })

  it('is filtered by language, extension, path, file name and size', async () => {
    const scope = 'repo:octocat/hello-world'
    expect(await code(`name language:python ${scope}`)).toEqual(['src/deep/util.py'])
    expect(await code(`extension:ts ${scope}`)).toEqual(['src/greet.ts'])
    expect(await code(`path:src/deep ${scope}`)).toEqual(['src/deep/util.py'])
    expect(await code(`path:/ ${scope}`)).toEqual(['README.md'])
    expect(await code(`filename:util ${scope}`)).toEqual(['src/deep/util.py'])
    expect(await code(`greet size:>40 ${scope}`)).toEqual(['src/greet.ts'])
  })

  it('has the URLs of its file, and its repository', async () => {
    const { data } = await octokit().search.code({
      q: 'filename:greet.ts function',
      mediaType: { format: 'text-match' },
    })
    const [item] = data.items
    expect(item).toMatchObject({
      name: 'greet.ts',
      path: 'src/greet.ts',
      repository: { full_name: 'octocat/hello-world' },
      text_matches: [{ object_type: 'FileContent', property: 'content', matches: [{ text: 'function' }] }],
    })
    const { data: file } = await octokit().request(`GET ${item?.url ?? ''}` as 'GET /')
    expect(file).toMatchObject({ sha: item?.sha, type: 'file' })
  })

  it('needs a user, and a word or file name', async () => {
    await expect(stranger().search.code({ q: 'greet' })).rejects.toMatchObject({ status: 401 })
    await expect(code('language:python')).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ message: 'ERROR_TYPE_QUERY_PARSING_FATAL unable to parse query!' }] } },
    })
  })
})

describe('commits', () => {
  const commits = async (q: string) => (await octokit().search.commits({ q })).data.items

  it('are found by message, people, dates and shas', async () => {
    await octokit().repos.createOrUpdateFileContents({
      ...repo,
      path: 'new.txt',
      message: 'Teach it manners',
      content: '',
      author: { name: 'Ada Lovelace', email: 'ada@example.com', date: '2020-05-05T10:00:00.000Z' },
      committer: { name: 'The Octocat', email: 'octocat@example.com', date: '2021-05-05T10:00:00.000Z' },
    })
    const [commit] = await commits('manner')
    expect(commit).toMatchObject({ repository: { full_name: 'octocat/hello-world' }, score: 1 })
    for (const q of [
      'author-name:ada',
      'author-email:ada@example.com',
      'author-date:2020-05-05',
      'committer-date:2021-05',
      `hash:${commit?.sha}`,
      `parent:${commit?.parents[0]?.sha} merge:false`,
      'committer:octocat teach',
    ]) {
      expect((await commits(q)).map(({ sha }) => sha)).toEqual([commit?.sha])
    }
    expect(await commits('manners merge:true')).toEqual([])
    expect(await commits('manners is:private')).toEqual([])
  })

  it('of other branches are not found', async () => {
    const { data } = await octokit().repos.getBranch({ ...repo, branch: 'side' })
    expect(await commits(`hash:${data.commit.sha}`)).toEqual([])
  })
})

describe('topics', () => {
  const topics = async (q: string) => (await octokit().search.topics({ q })).data.items.map(({ name }) => name)

  it('are those of the repositories that the principal may read', async () => {
    expect(await topics('greet')).toEqual(['greeting'])
    expect(await topics('repositories:>1')).toEqual(['greeting'])
    expect(await topics('secret')).toEqual(['secret-plan'])
    expect((await stranger().search.topics({ q: 'secret' })).data.total_count).toBe(0)
    expect(await topics('greet is:featured')).toEqual([])
  })
})

describe('labels', () => {
  it('of a repository are found by name and description', async () => {
    const { data } = await octokit().repos.get(repo)
    const labels = async (q: string) =>
      (await octokit().search.labels({ repository_id: data.id, q })).data.items.map(({ name }) => name)
    expect(await labels('builds')).toEqual(['ci'])
    expect(await labels('BUG')).toEqual(['bug'])
  })

  it('of a repository that is missing or hidden are not found', async () => {
    const { data } = await octokit().repos.get({ owner: 'acme', repo: 'website' })
    await expect(octokit('hubber').search.labels({ repository_id: data.id, q: 'bug' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(octokit().request('GET /search/labels', { q: 'bug' } as never)).rejects.toMatchObject(
      refusal([{ resource: 'Search', field: 'repository_id', code: 'missing' }]),
    )
  })
})
