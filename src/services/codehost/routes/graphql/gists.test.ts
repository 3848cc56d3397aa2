import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['gist'] },
    hubber: { login: 'hubber', scopes: ['gist'] },
  },
  codehost: { users: [{ login: 'octocat' }, { login: 'hubber' }] },
}))
const { it, octokit } = site

const ask = (token = 'octocat') =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })

describe('gists by GraphQL', () => {
  it('are those that REST made, with their files, comments, stars and forks', async () => {
    const { gists } = octokit()
    const { data: made } = await gists.create({
      public: true,
      description: 'd',
      files: { 'a.ts': { content: 'let a' }, 'b.md': { content: '# B' } },
    })
    const id = made.id ?? ''
    await gists.createComment({ gist_id: id, body: 'Nice' })
    await octokit('hubber').gists.star({ gist_id: id })
    await octokit('hubber').gists.fork({ gist_id: id })
    const answer = await ask()(
      `query ($id: ID!) { node(id: $id) { ... on Gist { name description isPublic isFork url owner { login } stargazerCount viewerHasStarred
        files { name extension size text language { name } } comments(first: 5) { nodes { body author { login } viewerDidAuthor } }
        stargazers(first: 5) { nodes { login } } forks(first: 5) { totalCount nodes { isFork owner { login } } } } } }`,
      { id: made.node_id },
    )
    expect(answer).toEqual({
      node: {
        name: id,
        description: 'd',
        isPublic: true,
        isFork: false,
        url: made.html_url,
        owner: { login: 'octocat' },
        stargazerCount: 1,
        viewerHasStarred: false,
        files: [
          { name: 'a.ts', extension: '.ts', size: 5, text: 'let a', language: { name: 'TypeScript' } },
          { name: 'b.md', extension: '.md', size: 3, text: '# B', language: { name: 'Markdown' } },
        ],
        comments: { nodes: [{ body: 'Nice', author: { login: 'octocat' }, viewerDidAuthor: true }] },
        stargazers: { nodes: [{ login: 'hubber' }] },
        forks: { totalCount: 1, nodes: [{ isFork: true, owner: { login: 'hubber' } }] },
      },
    })
  })

  it('of others are public ones, and their own are listed by privacy and in an order', async () => {
    const { gists } = octokit()
    const files = { 'a.txt': { content: 'a' } }
    for (const [description, isPublic] of [
      ['one', true],
      ['two', false],
      ['three', true],
    ] as const) {
      await gists.create({ public: isPublic, description, files })
      site.codehost.clock.advance('1s')
    }
    const list = async (token: string, args: string) => {
      const query = `{ user(login: "octocat") { gists(first: 10, ${args}) { nodes { description } } } }`
      const { user } = await ask(token)<{ user: { gists: { nodes: { description: string }[] } } }>(query)
      return user.gists.nodes.map(({ description }) => description)
    }
    expect(await list('octocat', 'privacy: ALL')).toEqual(['one', 'two', 'three'])
    expect(await list('octocat', 'privacy: SECRET')).toEqual(['two'])
    expect(await list('hubber', 'privacy: ALL')).toEqual(['one', 'three'])
    const latest = 'privacy: ALL, orderBy: { field: CREATED_AT, direction: DESC }'
    expect(await list('octocat', latest)).toEqual(['three', 'two', 'one'])
  })
})
