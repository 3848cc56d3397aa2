import sodium from 'libsodium-wrappers'
import { codehostSite } from '../../../testkit/codehost-site.ts'

/** People of every standing towards a repository of a user and an organization, with secrets and variables of their own. */
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

/** A value as clients send it: in a sealed box for the key, in base64. */
export async function seal(value: string | Uint8Array, key: string): Promise<string> {
  await sodium.ready
  const box = sodium.crypto_box_seal(value, sodium.from_base64(key, sodium.base64_variants.ORIGINAL))
  return sodium.to_base64(box, sodium.base64_variants.ORIGINAL)
}

/** Which call it is that is refused, and with what: the status, and the sentence where it matters. */
export const refused = (status: number, message?: string) => ({
  status,
  ...(message === undefined ? {} : { response: { data: { message } } }),
})
