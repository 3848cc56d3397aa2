import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }], teams: [{ name: 'Core' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        auto_init: true,
        webhooks: [{ url: receiver.url, events: ['repository_ruleset'] }],
      },
    ],
  },
}))
const { it, octokit } = site
const repo = { owner: 'acme', repo: 'website' }

const ask = (query: string, variables = {}, token = 'octocat') =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })<never>(
    query,
    variables,
  )

const CREATE = `mutation ($input: CreateRepositoryRulesetInput!) { createRepositoryRuleset(input: $input) { clientMutationId
  ruleset { id databaseId } } }`

const idOf = async () => (await octokit().repos.get(repo)).data.node_id

/** Makes a ruleset for the default branch. */
async function create(more: object = {}): Promise<{ readonly id: string; readonly databaseId: number }> {
  const input = {
    sourceId: await idOf(),
    name: 'main',
    target: 'BRANCH',
    enforcement: 'ACTIVE',
    conditions: { refName: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
    rules: [{ type: 'DELETION' }],
    ...more,
  }
  const answer: { createRepositoryRuleset: { ruleset: { id: string; databaseId: number } } } = await ask(CREATE, {
    input,
  })
  return answer.createRepositoryRuleset.ruleset
}

const pullRequest = {
  dismissStaleReviewsOnPush: true,
  requireCodeOwnerReview: false,
  requireLastPushApproval: false,
  requiredApprovingReviewCount: 2,
  requiredReviewThreadResolution: false,
}

describe('rulesets by GraphQL', () => {
  it('are made, and are those of REST', async () => {
    const { data: teams } = await octokit().teams.list({ org: 'acme' })
    const { id, databaseId } = await create({
      rules: [
        { type: 'PULL_REQUEST', parameters: { pullRequest } },
        {
          type: 'REQUIRED_STATUS_CHECKS',
          parameters: {
            requiredStatusChecks: { requiredStatusChecks: [{ context: 'ci' }], strictRequiredStatusChecksPolicy: true },
          },
        },
        {
          type: 'COMMIT_MESSAGE_PATTERN',
          parameters: { commitMessagePattern: { operator: 'starts_with', pattern: 'x' } },
        },
      ],
      bypassActors: [
        { actorId: teams[0]?.node_id, bypassMode: 'PULL_REQUEST' },
        { organizationAdmin: true, bypassMode: 'ALWAYS' },
        { repositoryRoleDatabaseId: 5, bypassMode: 'ALWAYS' },
      ],
    })
    const { data } = await octokit().repos.getRepoRuleset({ ...repo, ruleset_id: databaseId })
    expect(data).toMatchObject({
      node_id: id,
      name: 'main',
      target: 'branch',
      enforcement: 'active',
      conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
      rules: [
        {
          type: 'pull_request',
          parameters: { required_approving_review_count: 2, dismiss_stale_reviews_on_push: true },
        },
        { type: 'required_status_checks', parameters: { required_status_checks: [{ context: 'ci' }] } },
        { type: 'commit_message_pattern', parameters: { operator: 'starts_with', pattern: 'x' } },
      ],
      bypass_actors: [
        { actor_id: teams[0]?.id, actor_type: 'Team', bypass_mode: 'pull_request' },
        { actor_id: null, actor_type: 'OrganizationAdmin', bypass_mode: 'always' },
        { actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always' },
      ],
    })
    const answer = await ask(
      `query ($id: ID!) { node(id: $id) { ... on RepositoryRuleset { name target enforcement source { ... on Repository { name } }
        conditions { refName { include exclude } repositoryName { include } }
        bypassActors(first: 5) { nodes { bypassMode organizationAdmin deployKey repositoryRoleName actor { ... on Team { slug } } } }
        rules(first: 5) { totalCount nodes { type parameters {
          ... on PullRequestParameters { requiredApprovingReviewCount allowedMergeMethods }
          ... on RequiredStatusChecksParameters { doNotEnforceOnCreate requiredStatusChecks { context integrationId } }
          ... on CommitMessagePatternParameters { name negate pattern } } } } } } }`,
      { id },
    )
    expect(answer).toEqual({
      node: {
        name: 'main',
        target: 'BRANCH',
        enforcement: 'ACTIVE',
        source: { name: 'website' },
        conditions: { refName: { include: ['~DEFAULT_BRANCH'], exclude: [] }, repositoryName: null },
        bypassActors: {
          nodes: [
            {
              bypassMode: 'PULL_REQUEST',
              organizationAdmin: false,
              deployKey: false,
              repositoryRoleName: null,
              actor: { slug: 'core' },
            },
            { bypassMode: 'ALWAYS', organizationAdmin: true, deployKey: false, repositoryRoleName: null, actor: null },
            {
              bypassMode: 'ALWAYS',
              organizationAdmin: false,
              deployKey: false,
              repositoryRoleName: 'admin',
              actor: null,
            },
          ],
        },
        rules: {
          totalCount: 3,
          nodes: [
            { type: 'PULL_REQUEST', parameters: { requiredApprovingReviewCount: 2, allowedMergeMethods: null } },
            {
              type: 'REQUIRED_STATUS_CHECKS',
              parameters: {
                doNotEnforceOnCreate: false,
                requiredStatusChecks: [{ context: 'ci', integrationId: null }],
              },
            },
            { type: 'COMMIT_MESSAGE_PATTERN', parameters: { name: null, negate: false, pattern: 'x' } },
          ],
        },
      },
    })
    expect(await site.events()).toEqual(['repository_ruleset.created'])
  })

  it('are changed and deleted', async () => {
    const { id, databaseId } = await create()
    const update = `mutation ($input: UpdateRepositoryRulesetInput!) { updateRepositoryRuleset(input: $input) { ruleset { name enforcement
      rules(first: 5, type: CREATION) { nodes { type } } } } }`
    const input = {
      repositoryRulesetId: id,
      name: 'all',
      enforcement: 'DISABLED',
      rules: [{ type: 'CREATION' }, { type: 'DELETION' }],
    }
    expect(await ask(update, { input })).toEqual({
      updateRepositoryRuleset: {
        ruleset: { name: 'all', enforcement: 'DISABLED', rules: { nodes: [{ type: 'CREATION' }] } },
      },
    })
    const { data } = await octokit().repos.getRepoRuleset({ ...repo, ruleset_id: databaseId })
    expect(data.conditions).toEqual({ ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } })
    const drop =
      'mutation ($input: DeleteRepositoryRulesetInput!) { deleteRepositoryRuleset(input: $input) { clientMutationId } }'
    await ask(drop, { input: { repositoryRulesetId: id, clientMutationId: 'x' } })
    await expect(ask(drop, { input: { repositoryRulesetId: id } })).rejects.toThrow('Could not resolve to a node')
    expect((await octokit().repos.getRepoRulesets(repo)).data).toEqual([])
    expect(await site.events()).toEqual([
      'repository_ruleset.created',
      'repository_ruleset.edited',
      'repository_ruleset.deleted',
    ])
  })

  it('are listed for their repository, its organization and a branch', async () => {
    await create()
    const { data: org } = await octokit().orgs.get({ org: 'acme' })
    await create({
      sourceId: org.node_id,
      name: 'ours',
      conditions: {
        refName: { include: ['~ALL'], exclude: [] },
        repositoryId: { repositoryIds: [await idOf()] },
      },
      rules: [{ type: 'NON_FAST_FORWARD' }],
    })
    const answer = await ask(
      `{ repository(owner: "acme", name: "website") { own: rulesets(first: 5, includeParents: false) { nodes { name } }
          rulesets(first: 5) { nodes { name source { __typename } conditions { repositoryId { repositoryIds } } } }
          none: rulesets(first: 5, targets: [TAG]) { totalCount }
          ref(qualifiedName: "refs/heads/main") { rules(first: 5) { nodes { type repositoryRuleset { name } } } } }
        organization(login: "acme") { rulesets(first: 5) { nodes { name } } } }`,
    )
    expect(answer).toEqual({
      repository: {
        own: { nodes: [{ name: 'main' }] },
        rulesets: {
          nodes: [
            { name: 'main', source: { __typename: 'Repository' }, conditions: { repositoryId: null } },
            {
              name: 'ours',
              source: { __typename: 'Organization' },
              conditions: { repositoryId: { repositoryIds: [await idOf()] } },
            },
          ],
        },
        none: { totalCount: 0 },
        ref: {
          rules: {
            nodes: [
              { type: 'DELETION', repositoryRuleset: { name: 'main' } },
              { type: 'NON_FAST_FORWARD', repositoryRuleset: { name: 'ours' } },
            ],
          },
        },
      },
      organization: { rulesets: { nodes: [{ name: 'ours' }] } },
    })
  })

  it('are for administrators, and refused where REST refuses them', async () => {
    const input = { sourceId: await idOf(), name: 'x', enforcement: 'ACTIVE', conditions: {} }
    await expect(ask(CREATE, { input }, 'hubber')).rejects.toThrow('does not have the correct permissions')
    const many = { pullRequest: { ...pullRequest, requiredApprovingReviewCount: 11 } }
    await expect(create({ rules: [{ type: 'PULL_REQUEST', parameters: many }] })).rejects.toThrow('Invalid rules.0')
    await create()
    await expect(create()).rejects.toThrow('Name must be unique')
  })
})
