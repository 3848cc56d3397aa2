import * as client from 'openid-client'
import { describe, expect } from 'vitest'
import { serviceTest, type FixturesOf } from '#testkit/service-test.ts'

const callback = 'http://localhost:3000/callback'
const groupsClaims = {
  starts: { value: 'Eng', group_filter_type: 'STARTS_WITH' },
  contains: { name: 'teams', value: 'Leads', group_filter_type: 'CONTAINS' },
  equals: { value: 'Engineering', group_filter_type: 'EQUALS' },
  regex: { value: '^E.*s$', group_filter_type: 'REGEX' },
  default: { value: 'Every' },
  expression: { value: 'Groups.endsWith("OKTA", "ing", 10)', value_type: 'EXPRESSION' },
  none: { value: 'Sales' },
} as const

const it = serviceTest('oidc-d', {
  seed: {
    'oidc-d': {
      users: [{ login: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }],
      groups: ['Engineering', 'Eng Leads'].map((name) => ({ name, members: ['ada@example.com'] })),
      apps: Object.entries(groupsClaims).map(([id, groups_claim]) => ({
        name: id,
        client_id: id,
        client_secret: `${id}-secret`,
        redirect_uris: [callback],
        groups_claim,
      })),
    },
  },
})

type Fixtures = Pick<FixturesOf<typeof it>, 'oidcD'>

/** Signs Ada in at the organization's server and returns the claims of the ID token and of userinfo. */
async function claimsFor({ oidcD }: Fixtures, id: string) {
  const config = await client.discovery(new URL(oidcD.url), id, `${id}-secret`, undefined, {
    execute: [client.allowInsecureRequests],
  })
  const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid groups',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
  })
  const { location } = oidcD.authorize({ url: url.href, login: 'ada@example.com' })
  const tokens = await client.authorizationCodeGrant(config, new URL(location), { pkceCodeVerifier, expectedState })
  const claims = tokens.claims()
  return { claims, userinfo: await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '') }
}

describe('the groups claim of an app at the organization’s server', () => {
  it.for([
    ['starts', 'groups', ['Engineering', 'Eng Leads']],
    ['contains', 'teams', ['Eng Leads']],
    ['equals', 'groups', ['Engineering']],
    ['regex', 'groups', ['Eng Leads']],
    ['default', 'groups', ['Everyone']],
    ['expression', 'groups', ['Engineering']],
  ] as const)('with the setting %s has the groups that match', async ([id, name, groups], { oidcD }) => {
    const { claims, userinfo } = await claimsFor({ oidcD }, id)
    expect([claims?.[name], userinfo[name]]).toEqual([groups, groups])
  })

  it('is absent when no group matches', async ({ oidcD }) => {
    const { claims, userinfo } = await claimsFor({ oidcD }, 'none')
    expect(claims).not.toHaveProperty('groups')
    expect(userinfo).not.toHaveProperty('groups')
  })

  it('stays when the app is replaced', async ({ oidcD }) => {
    const [app] = (await (await fetch(`${oidcD.url}/api/v1/apps?q=equals`)).json()) as { id: string }[] // a page of apps
    const replaced = await fetch(`${oidcD.url}/api/v1/apps/${app?.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...app, label: 'Renamed' }),
    })
    expect(replaced.status).toBe(200)
    expect((await claimsFor({ oidcD }, 'equals')).claims?.['groups']).toEqual(['Engineering'])
  })
})
