import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import { installationToken } from '#codehost/apps.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'workflow'] },
    without: { login: 'octocat', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'a.txt': 'a', '.github/workflows/ci.yml': 'on: push\n', '.github/CODEOWNERS': '* @octocat\n' },
      },
    ],
    apps: [
      {
        app_id: 1001,
        slug: 'writer',
        permissions: { contents: 'write', workflows: 'write' },
        installations: [{ installation_id: 2001, account: 'octocat' }],
      },
    ],
  },
}))
const { it, octokit } = site
const repo = { owner: 'octocat', repo: 'hello-world' }
type Client = ReturnType<typeof octokit>
const CONTENT = Buffer.from('on: pull_request\n').toString('base64')

async function write(client: Client, path: string) {
  const { data } = await client.repos.createOrUpdateFileContents({ ...repo, path, message: 'Write', content: CONTENT })
  return data.content?.path
}

async function tree(client: Client, path: string, isFromTip = true) {
  const { data } = await octokit().repos.getBranch({ ...repo, branch: 'main' })
  const entry = { path, mode: '100644', type: 'blob', content: 'on: issues\n' } as const
  const base = isFromTip ? { base_tree: data.commit.commit.tree.sha } : {}
  return (await client.git.createTree({ ...repo, ...base, tree: [entry] })).data
}

describe('a workflow file', () => {
  it('is written and deleted with the workflow scope, and not found without it', async () => {
    const file = { ...repo, path: '.github/workflows/ci.yml' }
    const { data } = await octokit().repos.getContent(file)
    const sha = 'sha' in data ? data.sha : ''
    const client = octokit('without')
    const missing = { status: 404, response: { data: { message: 'Not Found' } } }
    await expect(write(client, '.github/workflows/new.yml')).rejects.toMatchObject(missing)
    await expect(client.repos.deleteFile({ ...file, message: 'x', sha })).rejects.toMatchObject(missing)
    await expect(tree(client, '.github/workflows/ci.yml')).rejects.toMatchObject(missing)
    await expect(tree(client, '.github/workflows/ci.yml', false)).rejects.toMatchObject(missing)
    expect(await write(octokit(), '.github/workflows/new.yml')).toBe('.github/workflows/new.yml')
    expect((await octokit().repos.deleteFile({ ...file, message: 'x', sha })).status).toBe(200)
    expect((await tree(octokit(), '.github/workflows/new.yml')).sha).toHaveLength(40)
  })

  it('needs no scope while it is unchanged, and other files need none', async () => {
    const client = octokit('without')
    expect(await write(client, '.github/notes.yml')).toBe('.github/notes.yml')
    expect((await tree(client, 'b.txt')).tree.map(({ path }) => path)).toContain('.github')
    expect((await tree(client, 'b.txt', false)).tree.map(({ path }) => path)).toEqual(['b.txt'])
    const { data } = await client.git.getTree({ ...repo, tree_sha: 'main' })
    const same = data.tree.map(({ path, mode, type, sha }) => ({ path, mode, type, sha }) as never) // the entries as the API returned them
    const { data: tip } = await client.repos.getCommit({ ...repo, ref: 'main' })
    expect((await client.git.createTree({ ...repo, tree: same })).data.sha).toBe(tip.commit.tree.sha)
  })

  it('needs the scope when it comes from a tree', async () => {
    const client = octokit('without')
    const { sha } = await tree(client, 'workflows/own.yml', false)
    const nested = { path: '.github', mode: '040000', type: 'tree', sha } as const
    await expect(client.git.createTree({ ...repo, tree: [nested] })).rejects.toMatchObject({ status: 404 })
  })

  it('is written by an app with the workflows permission, and refused without it', async () => {
    const app = async (permissions: Readonly<Record<string, string>>) =>
      checkedOctokit(site.codehost, await installationToken(site.codehost, 2001, { permissions }))
    const refused = { status: 403, response: { data: { message: 'Resource not accessible by integration' } } }
    const narrow = await app({ contents: 'write' })
    await expect(write(narrow, '.github/workflows/new.yml')).rejects.toMatchObject(refused)
    await expect(tree(narrow, '.github/workflows/new.yml')).rejects.toMatchObject(refused)
    const wide = await app({ contents: 'write', workflows: 'write' })
    expect(await write(wide, '.github/workflows/new.yml')).toBe('.github/workflows/new.yml')
    expect((await tree(wide, '.github/workflows/other.yml')).sha).toHaveLength(40)
  })
})
