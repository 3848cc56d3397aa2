import { codehostSite } from '#codehost/codehost.fixture.ts'

/**
 * A public repository with two branches, a collaborator and a receiver of every event, one without a commit, and a
 * private one of an organization.
 */
export function helloWorldSite() {
  return codehostSite((receiver) => ({
    tokens: {
      octocat: { login: 'octocat', scopes: ['repo'] },
      hubber: { login: 'hubber', scopes: ['repo'] },
      monalisa: { login: 'monalisa', scopes: ['repo'] },
      reader: { login: 'octocat', scopes: [] },
      automator: { login: 'octocat', scopes: ['repo', 'workflow'] },
    },
    codehost: {
      users: [{ login: 'octocat', email: 'octocat@example.com' }, { login: 'hubber' }, { login: 'monalisa' }],
      orgs: [
        {
          login: 'acme',
          members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }],
          teams: [{ name: 'Core', members: ['hubber'] }],
        },
      ],
      repos: [
        {
          owner: 'octocat',
          name: 'hello-world',
          description: 'First',
          files: { 'README.md': '# hi\n', 'src/a.ts': 'let a = 1\n' },
          branches: [{ name: 'feature/x', files: { 'b.txt': 'b\n' } }],
          collaborators: [{ login: 'hubber', permission: 'push' }],
          webhooks: [{ url: receiver.url, events: ['*'] }],
        },
        { owner: 'octocat', name: 'empty' },
        { owner: 'acme', name: 'website', private: true, auto_init: true },
      ],
    },
  }))
}
