import sodium from 'libsodium-wrappers'
import { codehostSite } from '#codehost/codehost.fixture.ts'

/** Users of every role in a repository of a user and of an organization, with secrets and variables. */
export function settingsSite() {
  return codehostSite(
    () => ({
      tokens: {
        owner: { login: 'octocat', scopes: ['repo', 'admin:org', 'delete_repo'] },
        writer: { login: 'hubber', scopes: ['repo', 'admin:org'] },
        reader: { login: 'lurker', scopes: ['repo', 'admin:org'] },
        outsider: { login: 'monalisa', scopes: ['repo', 'admin:org'] },
        public: { login: 'octocat', scopes: ['public_repo', 'read:org'] },
      },
      codehost: {
        users: ['octocat', 'hubber', 'lurker', 'monalisa'].map((login) => ({ login })),
        orgs: [
          {
            login: 'acme',
            members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }, { login: 'lurker' }],
            secrets: {
              NPM_TOKEN: 'npm',
              DEPLOY_KEY: { value: 'deploy', visibility: 'private' },
              SITE_KEY: { value: 'site', repositories: ['website'] },
            },
            variables: {
              REGION: 'eu',
              CLUSTER: { value: 'inner', visibility: 'private' },
              COLOR: { value: 'teal', repositories: ['website'] },
            },
          },
        ],
        repos: [
          {
            owner: 'octocat',
            name: 'hello-world',
            collaborators: [
              { login: 'hubber', permission: 'push' },
              { login: 'lurker', permission: 'triage' },
            ],
            secrets: { TOKEN: 'seeded' },
            variables: { STAGE: 'test' },
          },
          { owner: 'octocat', name: 'old', archived: true, secrets: { TOKEN: 'kept' }, variables: { STAGE: 'kept' } },
          { owner: 'octocat', name: 'hidden', private: true },
          { owner: 'acme', name: 'website' },
          { owner: 'acme', name: 'inside', private: true },
        ],
      },
    }),
    'owner',
  )
}

/** Encrypts a value as clients do: in a sealed box for the key, in base64. */
export async function seal(value: string | Uint8Array, key: string): Promise<string> {
  await sodium.ready
  const box = sodium.crypto_box_seal(value, sodium.from_base64(key, sodium.base64_variants.ORIGINAL))
  return sodium.to_base64(box, sodium.base64_variants.ORIGINAL)
}

/** Matches the error of a refused call: its status, and its message where one is given. */
export const refused = (status: number, message?: string) => ({
  status,
  ...(message === undefined ? {} : { response: { data: { message } } }),
})
