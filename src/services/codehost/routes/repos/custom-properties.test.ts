import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: Object.fromEntries(
    ['octocat', 'hubber', 'monalisa'].map((login) => [login, { login, scopes: ['repo', 'admin:org'] }]),
  ),
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'monalisa' }],
    orgs: [
      {
        login: 'acme',
        members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }],
        webhooks: [{ url: receiver.url, events: ['custom_property', 'custom_property_values'] }],
      },
    ],
    repos: [
      { owner: 'acme', name: 'website', collaborators: [{ login: 'hubber', permission: 'admin' }] },
      { owner: 'acme', name: 'other' },
    ],
  },
}))
const { it, octokit, events } = site

const org = 'acme'
const repo = { owner: 'acme', repo: 'website' }

const stage = {
  value_type: 'single_select' as const,
  required: true,
  default_value: 'dev',
  allowed_values: ['dev', 'live'],
}

const define = (custom_property_name: string, more: object) =>
  octokit().orgs.customPropertiesForReposCreateOrUpdateOrganizationDefinition({
    org,
    custom_property_name,
    value_type: 'string',
    ...more,
  })
const set = (token: string, properties: { property_name: string; value: string | string[] | null }[]) =>
  octokit(token).repos.customPropertiesForReposCreateOrUpdateRepositoryValues({ ...repo, properties })
const valuesOf = async () => {
  const { data } = await octokit().repos.customPropertiesForReposGetRepositoryValues(repo)
  return Object.fromEntries(data.map(({ property_name, value }) => [property_name, value]))
}

describe('custom properties', () => {
  it('are defined for an organization, and read by its members', async () => {
    const { data } = await define('stage', stage)
    expect(data).toMatchObject({ property_name: 'stage', source_type: 'organization', ...stage })
    const { orgs } = octokit('hubber')
    const one = { org, custom_property_name: 'stage' }
    expect((await orgs.customPropertiesForReposGetOrganizationDefinition(one)).data).toEqual(data)
    const { data: several } = await octokit().orgs.customPropertiesForReposCreateOrUpdateOrganizationDefinitions({
      org,
      properties: [{ property_name: 'team', value_type: 'string', values_editable_by: 'org_and_repo_actors' }],
    })
    const { data: all } = await orgs.customPropertiesForReposGetOrganizationDefinitions({ org })
    expect(all).toEqual([data, ...several])
    expect((await octokit().orgs.customPropertiesForReposDeleteOrganizationDefinition(one)).status).toBe(204)
    await expect(orgs.customPropertiesForReposGetOrganizationDefinition(one)).rejects.toMatchObject({ status: 404 })
    expect(await events()).toEqual(['custom_property.created', 'custom_property.created', 'custom_property.deleted'])
    await expect(
      octokit('hubber').orgs.customPropertiesForReposCreateOrUpdateOrganizationDefinition({ ...one, ...stage }),
    ).rejects.toMatchObject({ status: 403 })
  })

  it.for([
    ['a b', {}],
    ['x', { value_type: 'single_select' }],
    ['x', { allowed_values: ['a'] }],
    ['x', { required: true }],
    ['x', { ...stage, default_value: 'none' }],
    ['x', { value_type: 'true_false', default_value: 'maybe' }],
  ] as const)('are refused as %s with %j', async ([name, input]) => {
    await expect(define(name, input)).rejects.toMatchObject({ status: 422 })
  })

  it('have values in repositories, which begin with the default', async () => {
    await define('stage', stage)
    await define('team', { values_editable_by: 'org_and_repo_actors' })
    expect(await valuesOf()).toEqual({ stage: 'dev', team: null })
    await set('hubber', [{ property_name: 'team', value: 'core' }])
    await expect(set('hubber', [{ property_name: 'stage', value: 'live' }])).rejects.toMatchObject({ status: 403 })
    await expect(set('octocat', [{ property_name: 'stage', value: 'none' }])).rejects.toMatchObject({ status: 422 })
    await expect(set('octocat', [{ property_name: 'nothing', value: 'x' }])).rejects.toMatchObject({ status: 404 })
    await octokit().orgs.customPropertiesForReposCreateOrUpdateOrganizationValues({
      org,
      repository_names: ['website', 'other'],
      properties: [{ property_name: 'stage', value: 'live' }],
    })
    expect(await valuesOf()).toEqual({ stage: 'live', team: 'core' })
    expect((await octokit().repos.get(repo)).data.custom_properties).toEqual({ stage: 'live', team: 'core' })
    await set('octocat', [{ property_name: 'stage', value: null }])
    const { data } = await octokit('hubber').orgs.customPropertiesForReposGetOrganizationValues({ org })
    expect(data.map(({ repository_name, properties }) => [repository_name, properties[0]?.value])).toEqual([
      ['website', 'dev'],
      ['other', 'live'],
    ])
    expect((await events()).slice(-4)).toEqual(Array.from({ length: 4 }, () => 'custom_property_values.updated'))
  })
})
