import { codehostSite, type CodehostSite } from '#codehost/codehost.fixture.ts'
import { gitClient, type GitClient } from './git-client.fixture.ts'

/** A repository with a webhook, a collaborator and an app, one without a commit, and what pushes to them. */
export interface PushSite {
  readonly site: CodehostSite
  /** Clones a repository with a token, by default the owner's. */
  readonly copyOf: (token?: string, path?: string) => Promise<Copy>
  /** Returns the SHA of a branch of `octocat/hello-world`. */
  readonly tipOf: (branch?: string) => Promise<string>
}

/** A clone in the folder `copy`. */
interface Copy {
  readonly git: GitClient
  readonly run: ReturnType<GitClient['in']>
  /** Pushes; returns the exit code and what the user reads. */
  push(...parameters: readonly string[]): Promise<{ readonly code: number; readonly output: string }>
  /** Commits a file; returns the SHA of the commit. */
  commit(path: string, content?: string | Uint8Array, message?: string): Promise<string>
}

/** Returns a codehost for the tests of pushes in the calling file. */
export async function pushSite(): Promise<PushSite> {
  const site = await codehostSite((receiver) => ({
    tokens: {
      octocat: { login: 'octocat', scopes: ['repo', 'workflow'] },
      hubber: { login: 'hubber', scopes: ['repo'] },
      monalisa: { login: 'monalisa', scopes: ['repo'] },
      reader: { login: 'octocat', scopes: ['read:org'] },
    },
    codehost: {
      users: [{ login: 'octocat', email: 'octocat@example.com' }, { login: 'hubber' }, { login: 'monalisa' }],
      repos: [
        {
          owner: 'octocat',
          name: 'hello-world',
          files: { 'README.md': '# hi\n', 'src/a.ts': 'let a = 1\n' },
          branches: [{ name: 'feature/x', files: { 'b.txt': 'b\n' } }],
          collaborators: [{ login: 'hubber', permission: 'push' }],
          issues: [{ title: 'Broken' }],
          webhooks: [{ url: receiver.url, events: ['*'] }],
        },
        { owner: 'octocat', name: 'empty' },
      ],
      apps: [
        {
          app_id: 1001,
          slug: 'robot',
          permissions: { contents: 'write', metadata: 'read' },
          installations: [{ installation_id: 10, account: 'octocat' }],
        },
      ],
    },
  }))
  const copyOf = async (token = 'octocat', path = 'octocat/hello-world'): Promise<Copy> => {
    const git = await gitClient()
    const url = `${site.codehost.url.replace('://', `://x-access-token:${token}@`)}/${path}.git`
    await git.run('clone', '-q', url, 'copy')
    const run = git.in('copy')
    return {
      git,
      run,
      async push(...parameters) {
        const { code, stderr } = await git.attempt('copy', 'push', ...parameters)
        return { code, output: stderr.replaceAll(/ +$/gm, '') }
      },
      async commit(file, content = `${file}\n`, message = `Add ${file}`) {
        await git.write(`copy/${file}`, content)
        await run('add', '-A')
        await run('commit', '-q', '-m', message)
        return run('rev-parse', 'HEAD')
      },
    }
  }
  const tipOf = async (branch = 'main'): Promise<string> => {
    const { data } = await site.octokit().git.getRef({ owner: 'octocat', repo: 'hello-world', ref: `heads/${branch}` })
    return data.object.sha
  }
  return { site, copyOf, tipOf }
}
