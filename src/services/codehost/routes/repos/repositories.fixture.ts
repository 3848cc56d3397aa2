import { codehostSite } from '#codehost/codehost.fixture.ts'

const everything = ['repo', 'delete_repo', 'admin:org']

/** Repositories of every kind, of a user and of an organization, with tokens of several scopes. */
export function repositoriesSite() {
  return codehostSite((receiver) => ({
    tokens: {
      octocat: { login: 'octocat', scopes: everything },
      hubber: { login: 'hubber', scopes: everything },
      public: { login: 'octocat', scopes: ['public_repo'] },
      reader: { login: 'octocat', scopes: [] },
    },
    codehost: {
      users: [{ login: 'octocat', email: 'octocat@example.com' }, { login: 'hubber' }],
      orgs: [
        {
          login: 'acme',
          members: [{ login: 'octocat', role: 'admin' }],
          webhooks: [{ url: receiver.url, events: ['*'] }],
        },
      ],
      repos: [
        {
          owner: 'octocat',
          name: 'hello-world',
          description: 'First',
          topics: ['api'],
          files: { 'README.md': 'hi', 'src/a.ts': 'let a = 1\n', 'run.py': 'print(1)' },
          branches: [{ name: 'feature', files: { 'b.txt': 'b' } }],
          issues: [{ title: 'One' }],
          webhooks: [{ url: receiver.url, events: ['repository', 'public', 'fork'] }],
        },
        { owner: 'octocat', name: 'secret', private: true, auto_init: true },
        { owner: 'octocat', name: 'empty' },
        { owner: 'octocat', name: 'old', archived: true, auto_init: true },
        { owner: 'acme', name: 'website', private: true, auto_init: true },
        { owner: 'acme', name: 'open', auto_init: true },
      ],
      apps: [
        {
          app_id: 1001,
          slug: 'deployer',
          permissions: { contents: 'write' },
          events: ['repository_dispatch'],
          webhook_url: receiver.url,
          installations: [{ installation_id: 2001, account: 'acme' }],
        },
      ],
    },
  }))
}
