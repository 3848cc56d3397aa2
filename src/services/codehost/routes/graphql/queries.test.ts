import { Octokit } from '@octokit/core'
import { graphql } from '@octokit/graphql'
import { paginateGraphQL } from '@octokit/plugin-paginate-graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'read:org', 'user'] },
    reader: { login: 'hubber', scopes: [] },
  },
  codehost: {
    users: [{ login: 'octocat', name: 'The Octocat', email: 'octocat@example.com' }, { login: 'hubber' }],
    orgs: [
      {
        login: 'acme',
        members: [{ login: 'octocat', role: 'admin' }],
        teams: [{ name: 'Core', members: ['octocat'] }],
      },
    ],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'README.md': '# hi\n', 'src/a.ts': 'let a = 1\n' },
        labels: [{ name: 'bug', color: 'ff0000' }],
        milestones: [{ title: 'v1' }],
        issues: [
          { title: 'One', labels: ['bug'], milestone: 'v1', comments: [{ body: 'first', user: 'hubber' }] },
          { title: 'Two' },
          { title: 'Three', state: 'closed' },
        ],
        pulls: [{ title: 'Change', head: 'topic' }],
      },
      { owner: 'acme', name: 'secret', private: true, auto_init: true },
    ],
  },
}))
const { it } = site

const ask = (token = 'octocat') =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })

const post = async (body: unknown, token = 'octocat', path = '/graphql') => {
  const answer = await fetch(`${site.codehost.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
}
const query = async (text: string, variables: Record<string, unknown> = {}) =>
  (await post({ query: text, variables })).body

describe('a query', () => {
  it('answers the user of the token', async () => {
    expect(await ask()('{ viewer { login name email isViewer __typename } }')).toEqual({
      viewer: {
        login: 'octocat',
        name: 'The Octocat',
        email: 'octocat@example.com',
        isViewer: true,
        __typename: 'User',
      },
    })
  })

  it('reads a repository with its issues, labels, comments and pull requests', async () => {
    await site
      .octokit()
      .repos.createRelease({ owner: 'octocat', repo: 'hello-world', tag_name: 'v1.0.0', name: 'First' })
    expect(
      await ask()(`{
        repository(owner: "octocat", name: "hello-world") {
          nameWithOwner isPrivate viewerPermission stargazerCount
          owner { __typename login }
          defaultBranchRef { name prefix target { __typename oid ... on Commit { messageHeadline history(first: 1) { totalCount } } } }
          issues(first: 2, orderBy: { field: CREATED_AT, direction: DESC }) {
            totalCount
            nodes { number title state }
            pageInfo { hasNextPage hasPreviousPage }
          }
          issue(number: 1) {
            author { login } labels(first: 5) { nodes { name color } } milestone { title }
            comments(first: 5) { nodes { body author { login } authorAssociation } }
          }
          pullRequest(number: 4) { title state mergeable headRefName baseRefName commits(first: 5) { totalCount } files(first: 5) { totalCount } }
          object(expression: "main:src/a.ts") { ... on Blob { text byteSize } }
          latestRelease { tagName name }
        }
      }`),
    ).toMatchObject({
      repository: {
        nameWithOwner: 'octocat/hello-world',
        isPrivate: false,
        viewerPermission: 'ADMIN',
        owner: { __typename: 'User', login: 'octocat' },
        defaultBranchRef: { name: 'main', prefix: 'refs/heads/', target: { __typename: 'Commit' } },
        issues: {
          totalCount: 3,
          nodes: [
            { number: 3, title: 'Three', state: 'CLOSED' },
            { number: 2, title: 'Two', state: 'OPEN' },
          ],
          pageInfo: { hasNextPage: true, hasPreviousPage: false },
        },
        issue: {
          labels: { nodes: [{ name: 'bug', color: 'ff0000' }] },
          milestone: { title: 'v1' },
          comments: { nodes: [{ body: 'first', author: { login: 'hubber' } }] },
        },
        pullRequest: {
          title: 'Change',
          state: 'OPEN',
          mergeable: 'MERGEABLE',
          headRefName: 'topic',
          baseRefName: 'main',
        },
        object: { text: 'let a = 1\n', byteSize: 10 },
        latestRelease: { tagName: 'v1.0.0', name: 'First' },
      },
    })
  })

  it('searches as REST does', async () => {
    const text =
      'query ($q: String!, $t: SearchType!) { search(query: $q, type: $t, first: 5) { issueCount repositoryCount nodes { __typename ... on Issue { title } ... on PullRequest { title } ... on Repository { name } } } }'
    const ask = async (q: string, t: string) => (await query(text, { q, t }))['data']
    expect(await ask('repo:octocat/hello-world is:open is:issue sort:created-asc', 'ISSUE')).toEqual({
      search: {
        issueCount: 2,
        repositoryCount: 0,
        nodes: [
          { __typename: 'Issue', title: 'One' },
          { __typename: 'Issue', title: 'Two' },
        ],
      },
    })
    expect(await ask('repo:octocat/hello-world is:pr', 'ISSUE')).toMatchObject({
      search: { nodes: [{ __typename: 'PullRequest', title: 'Change' }] },
    })
    expect(await ask('hello in:name', 'REPOSITORY')).toMatchObject({
      search: { repositoryCount: 1, nodes: [{ name: 'hello-world' }] },
    })
  })

  it('may ask for a field of two types at once, as gh does', async () => {
    const both =
      '{ repository(owner: "octocat", name: "hello-world") { issueOrPullRequest(number: 4) { ... on Issue { state } ... on PullRequest { state } } } }'
    expect(await query(both)).toEqual({ data: { repository: { issueOrPullRequest: { state: 'OPEN' } } } })
  })

  it('finds objects by the node ids that REST gives', async () => {
    const { data: issue } = await site.octokit().issues.get({ owner: 'octocat', repo: 'hello-world', issue_number: 1 })
    const { data: repo } = await site.octokit().repos.get({ owner: 'octocat', repo: 'hello-world' })
    const { data: pull } = await site.octokit().pulls.get({ owner: 'octocat', repo: 'hello-world', pull_number: 4 })
    const ids = [issue.node_id, repo.node_id, pull.node_id, pull.user.node_id]
    expect(await ask()('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', { ids })).toEqual({
      nodes: [
        { __typename: 'Issue', id: issue.node_id },
        { __typename: 'Repository', id: repo.node_id },
        { __typename: 'PullRequest', id: pull.node_id },
        { __typename: 'User', id: pull.user.node_id },
      ],
    })
  })

  it('tells the cost and what is left of the limit', async () => {
    const { rateLimit } = (await query('{ rateLimit { cost limit remaining used nodeCount resetAt } }'))['data'] as {
      rateLimit: Record<string, unknown>
    }
    expect(rateLimit).toMatchObject({ cost: 1, limit: 5000, remaining: 4999, used: 1, nodeCount: 0 })
    const { headers } = await post({ query: '{ viewer { login } }' })
    expect(headers.get('x-ratelimit-resource')).toBe('graphql')
  })

  it('is POST /graphql, and served at the path of enterprise servers too', async () => {
    const { status, body } = await post({ query: '{ viewer { login } }' }, 'octocat', '/api/graphql')
    expect({ status, body }).toEqual({ status: 200, body: { data: { viewer: { login: 'octocat' } } } })
  })

  it('takes variables as JSON in a text too, and refuses a text that is none', async ({ codehost }) => {
    const query = 'query ($login: String!) { user(login: $login) { login } }'
    const send = (variables: string) =>
      fetch(`${codehost.url}/graphql`, {
        method: 'POST',
        headers: { authorization: 'bearer octocat', 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
    expect(await (await send('{ "login": "hubber" }')).json()).toEqual({ data: { user: { login: 'hubber' } } })
    for (const text of ['ut', '[1]']) {
      const answer = await send(text)
      expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'Problems parsing JSON' }])
    }
  })

  it('shows the schema with its descriptions to introspection', async () => {
    const { data } = await query('{ __type(name: "Repository") { description fields { name } } }')
    expect(data).toMatchObject({ __type: { description: 'A repository contains the content for a project.' } })
  })
})

describe('pages', () => {
  const page = (args: string) => `{ repository(owner: "octocat", name: "hello-world") { issues(${args}) {
    nodes { title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`
  const read = async (args: string) => {
    const { data } = (await query(page(args))) as {
      data: { repository: { issues: { nodes: { title: string }[]; pageInfo: Record<string, never> } } }
    }
    const { nodes, pageInfo } = data.repository.issues
    return { titles: nodes.map(({ title }) => title), ...pageInfo } as {
      titles: string[]
      endCursor: string
      startCursor: string
    }
  }

  it('follow one another by their cursors, in both directions', async () => {
    const first = await read('first: 2')
    expect(first).toMatchObject({ titles: ['One', 'Two'], hasNextPage: true, hasPreviousPage: false })
    const second = await read(`first: 2, after: "${first.endCursor}"`)
    expect(second).toMatchObject({ titles: ['Three'], hasNextPage: false, hasPreviousPage: true })
    expect(await read(`last: 2, before: "${second.startCursor}"`)).toMatchObject({ titles: ['One', 'Two'] })
    expect(await read('last: 1')).toMatchObject({ titles: ['Three'], hasPreviousPage: true })
  })

  it('are all read by the plugin of the SDK', async () => {
    const octokit = new (Octokit.plugin(paginateGraphQL))({ auth: 'octocat', baseUrl: site.codehost.url })
    const { repository } = await octokit.graphql.paginate<{ repository: { issues: { nodes: { title: string }[] } } }>(
      `query ($cursor: String) { repository(owner: "octocat", name: "hello-world") {
        issues(first: 1, after: $cursor) { nodes { title } pageInfo { hasNextPage endCursor } }
      } }`,
    )
    expect(repository.issues.nodes.map(({ title }) => title)).toEqual(['One', 'Two', 'Three'])
  })

  it.for([
    [
      'states: OPEN',
      'MISSING_PAGINATION_BOUNDARIES',
      'You must provide a `first` or `last` value to properly paginate the `issues` connection.',
    ],
    [
      'first: 101',
      'EXCESSIVE_PAGINATION',
      'Requesting 101 records on the `issues` connection exceeds the `first` limit of 100 records.',
    ],
    ['first: 1, after: "nonsense"', 'INVALID_CURSOR_ARGUMENTS', '`nonsense` does not appear to be a valid cursor.'],
  ] as const)('refuse %s', async ([args, type, message]) => {
    const { data, errors } = await query(page(args))
    expect(errors).toEqual([expect.objectContaining({ type, message })])
    expect(data).toEqual({ repository: null })
  })

  it('cannot ask for more than half a million nodes', async () => {
    const { data, errors } = await query(
      '{ viewer { repositories(first: 100) { nodes { issues(first: 100) { nodes { comments(first: 100) { nodes { id } } } } } } } }',
    )
    expect(data).toBeUndefined()
    expect(errors).toEqual([
      {
        type: 'MAX_NODE_LIMIT_EXCEEDED',
        message: 'This query requests up to 1,010,100 possible nodes which exceeds the maximum limit of 500,000.',
      },
    ])
  })
})

describe('an error', () => {
  it('names what does not exist beside the data of the rest', async () => {
    const nothing = await query('{ viewer { login } repository(owner: "octocat", name: "nothing") { id } }')
    expect(nothing).toEqual({
      data: { viewer: { login: 'octocat' }, repository: null },
      errors: [
        {
          type: 'NOT_FOUND',
          path: ['repository'],
          locations: [{ line: 1, column: 20 }],
          message: "Could not resolve to a Repository with the name 'octocat/nothing'.",
        },
      ],
    })
    const { errors } = await query(
      '{ repository(owner: "octocat", name: "hello-world") { issue(number: 99) { id } } user(login: "x") { id } node(id: "x") { id } }',
    )
    expect((errors as { message: string }[]).map(({ message }) => message)).toEqual([
      'Could not resolve to an Issue with the number of 99.',
      "Could not resolve to a User with the login of 'x'.",
      "Could not resolve to a node with the global id of 'x'",
    ])
  })

  it('hides private repositories like ones that do not exist', async () => {
    const text = '{ repository(owner: "acme", name: "secret") { name } }'
    expect((await post({ query: text })).body).toEqual({ data: { repository: { name: 'secret' } } })
    expect((await post({ query: text }, 'reader')).body).toMatchObject({
      data: { repository: null },
      errors: [{ type: 'NOT_FOUND' }],
    })
  })

  it('names the scopes that a token lacks', async () => {
    const { body } = await post(
      { query: '{ organization(login: "acme") { teams(first: 1) { totalCount } } }' },
      'reader',
    )
    expect(body).toMatchObject({
      data: { organization: null },
      errors: [{ type: 'INSUFFICIENT_SCOPES', path: ['organization', 'teams'] }],
    })
  })

  it('names what the document does wrong, in the words of the vendor', async () => {
    expect(await query('query Q { viewer { nothing } repository(name: "x") { id } }')).toEqual({
      errors: [
        {
          path: ['query Q', 'viewer', 'nothing'],
          extensions: { code: 'undefinedField', typeName: 'User', fieldName: 'nothing' },
          locations: [{ line: 1, column: 20 }],
          message: "Field 'nothing' doesn't exist on type 'User'",
        },
        {
          path: ['query Q', 'repository'],
          extensions: { code: 'missingRequiredArguments', className: 'Field', name: 'repository', arguments: 'owner' },
          locations: [{ line: 1, column: 30 }],
          message: "Field 'repository' is missing required arguments: owner",
        },
      ],
    })
    expect(await query('{ viewer { login }')).toMatchObject({ errors: [{ message: 'Unexpected end of document' }] })
  })

  it('names a field that the vendor has and backlot has not', async () => {
    expect(await query('{ viewer { login savedReplies(first: 1) { totalCount } } }')).toMatchObject({
      data: { viewer: { login: 'octocat', savedReplies: null } },
      errors: [{ path: ['viewer', 'savedReplies'], message: expect.stringContaining('issue tracker') as string }],
    })
  })

  it.for([
    [
      '{ viewer { topRepositories(first: 1, since: "2020-01-01T00:00:00Z", orderBy: { field: NAME, direction: ASC }) { totalCount } } }',
      'topRepositories',
    ],
    ['{ viewer { organizationVerifiedDomainEmails(login: "acme") } }', 'organizationVerifiedDomainEmails'],
    ['{ organization(login: "acme") { teams(first: 1, ldapMapped: true) { totalCount } } }', 'ldapMapped'],
    [
      'mutation { createIssue(input: { repositoryId: "$REPO", title: "x", issueTemplate: "bug" }) { issue { id } } }',
      'issueTemplate',
    ],
  ] as const)('names an argument or a field that backlot has not: %s', async ([text, name]) => {
    const { data } = (await query(
      '{ repository(owner: "octocat", name: "hello-world") { id issues { totalCount } } }',
    )) as {
      data: { repository: { id: string; issues: { totalCount: number } } }
    }
    const { errors } = (await query(text.replace('$REPO', data.repository.id))) as { errors: { message: string }[] }
    expect(errors[0]?.message).toContain(`\`${name}\``)
    expect(errors[0]?.message).toContain('issue tracker')
    expect(await query('{ repository(owner: "octocat", name: "hello-world") { id issues { totalCount } } }')).toEqual({
      data,
    })
  })

  it('refuses a request without a token, and a body without a query', async () => {
    expect(await post({ query: '{ viewer { login } }' }, '')).toMatchObject({
      status: 401,
      body: { message: 'This endpoint requires you to be authenticated.' },
    })
    expect(await post({ query: '{ viewer { login } }' }, 'wrong')).toMatchObject({
      status: 401,
      body: { message: 'Bad credentials' },
    })
    expect(await post({})).toMatchObject({
      status: 400,
      body: { message: 'A query attribute must be specified and must be a string.' },
    })
  })
})
