import { SignJWT } from 'jose'
import { createPrivateKey } from 'node:crypto'
import type { Emulator, Seed } from '#emulator.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import { TEST_PRIVATE_KEY } from './rules/apps/test-key.ts'

/** Returns a seed for tests of apps: an app, two accounts, and repositories inside and outside of its installation. */
export function seedOfApps(webhookUrl?: string): Required<Pick<Seed, 'tokens' | 'codehost'>> {
  return {
    tokens: {
      octocat: { login: 'octocat', scopes: ['repo', 'admin:org', 'admin:repo_hook'] },
      hubber: { login: 'hubber', scopes: ['repo'] },
    },
    codehost: {
      users: [{ login: 'octocat', name: 'The Octocat' }, { login: 'hubber' }],
      orgs: [
        {
          login: 'acme',
          members: [
            { login: 'octocat', role: 'admin' },
            { login: 'hubber', role: 'member' },
          ],
        },
      ],
      repos: [
        { owner: 'acme', name: 'website', private: true, auto_init: true, issues: [{ title: 'First' }] },
        { owner: 'acme', name: 'secret', private: true, auto_init: true, issues: [{ title: 'Hidden' }] },
        { owner: 'acme', name: 'open', auto_init: true, issues: [{ title: 'Seen by all' }] },
        { owner: 'octocat', name: 'hello-world', auto_init: true, issues: [{ title: 'Elsewhere' }] },
        { owner: 'octocat', name: 'diary', private: true, auto_init: true },
      ],
      apps: [
        {
          app_id: 1001,
          slug: 'triage',
          name: 'Triage',
          client_id: 'Iv1.triage',
          client_secret: 'triage-secret',
          callback_urls: ['http://localhost:3000/callback'],
          permissions: { issues: 'write', contents: 'read', checks: 'write', members: 'read', emails: 'read' },
          events: ['issues', 'issue_comment'],
          ...(webhookUrl === undefined ? {} : { webhook_url: webhookUrl, webhook_secret: 'hush' }),
          installations: [
            { installation_id: 2001, account: 'acme', repositories: ['website', 'open'] },
            { installation_id: 2002, account: 'octocat' },
          ],
        },
        {
          app_id: 1002,
          slug: 'other',
          permissions: {
            actions: 'read',
            actions_variables: 'write',
            administration: 'write',
            contents: 'write',
            members: 'write',
            organization_secrets: 'read',
            secrets: 'read',
          },
          installations: [{ installation_id: 2003, account: 'acme' }],
        },
      ],
    },
  }
}

/** Returns a JWT of the app. `claims` replace the default ones; undefined removes a claim. */
export async function jwt(claims: Readonly<Record<string, unknown>> = {}, key = TEST_PRIVATE_KEY): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const all = { iss: 1001, iat: now - 30, exp: now + 540, ...claims }
  const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return new SignJWT(present).setProtectedHeader({ alg: 'RS256' }).sign(createPrivateKey(key))
}

/** Returns a token of an installation, restricted by `narrowing`. */
export async function installationToken(
  codehost: Emulator<'codehost'>,
  installationId: number,
  narrowing: Readonly<Record<string, unknown>> = {},
  claims: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { data } = await checkedOctokit(codehost, await jwt(claims)).rest.apps.createInstallationAccessToken({
    installation_id: installationId,
    ...narrowing,
  })
  return data.token
}
