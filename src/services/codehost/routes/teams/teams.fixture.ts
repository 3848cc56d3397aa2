import { codehostSite } from '#codehost/codehost.fixture.ts'

/** An organization with a team, a child team and a secret team, and users of every role. */
export function teamsSite() {
  return codehostSite(
    (receiver) => ({
      tokens: {
        owner: { login: 'octocat', scopes: ['admin:org', 'repo'] },
        maintainer: { login: 'lead', scopes: ['admin:org', 'repo'] },
        member: { login: 'hubber', scopes: ['admin:org', 'repo'] },
        reader: { login: 'hubber', scopes: ['read:org'] },
        nothing: { login: 'hubber', scopes: [] },
        stranger: { login: 'lurker', scopes: ['admin:org', 'repo'] },
      },
      codehost: {
        users: ['octocat', 'lead', 'hubber', 'lurker'].map((login) => ({ login })),
        orgs: [
          {
            login: 'acme',
            members: [{ login: 'octocat', role: 'admin' }, { login: 'lead' }, { login: 'hubber' }],
            teams: [
              {
                name: 'Builders',
                members: [{ login: 'lead', role: 'maintainer' }],
                repos: [{ name: 'website', permission: 'push' }],
              },
              {
                name: 'Masons',
                parent: 'Builders',
                members: ['hubber'],
                repos: [{ name: 'walls', permission: 'pull' }],
              },
              { name: 'Night Shift', privacy: 'secret', members: ['lead'] },
            ],
            webhooks: [{ url: receiver.url, events: ['organization', 'membership', 'team', 'team_add'] }],
          },
        ],
        repos: [
          { owner: 'acme', name: 'website' },
          { owner: 'acme', name: 'walls', private: true },
          { owner: 'acme', name: 'docs', webhooks: [{ url: receiver.url, events: ['team_add'] }] },
          { owner: 'lurker', name: 'own' },
        ],
      },
    }),
    'owner',
  )
}
