import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'project', 'read:org'] },
    reader: { login: 'octocat', scopes: ['repo', 'read:project'] },
    unscoped: { login: 'octocat', scopes: ['repo'] },
    stranger: { login: 'stranger', scopes: ['repo', 'project'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'stranger' }],
    orgs: [{ login: 'acme', teams: [{ name: 'Core' }], webhooks: [{ url: receiver.url, events: ['*'] }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        private: true,
        files: { 'README.md': '# hi\n' },
        labels: [{ name: 'bug' }],
        milestones: [{ title: 'v1' }],
        issues: [{ title: 'One', labels: ['bug'], assignees: ['octocat'], milestone: 'v1' }, { title: 'Two' }],
        pulls: [{ title: 'Change', head: 'topic', user: 'octocat' }],
      },
    ],
    projects: [
      {
        owner: 'acme',
        title: 'Roadmap',
        fields: [
          { name: 'Note', type: 'text' },
          { name: 'Points', type: 'number' },
          { name: 'Due', type: 'date' },
          { name: 'Size', type: 'single_select', options: ['S', 'L'] },
          { name: 'Sprint', type: 'iteration', iterations: [{ title: 'First', start_date: '2025-03-03' }] },
        ],
        items: [
          {
            content: 'acme/website#1',
            values: { Status: 'Todo', Note: 'n', Points: 3, Due: '2025-03-09', Size: 'L', Sprint: 'First' },
          },
          { draft: 'An idea', body: 'text' },
        ],
        repositories: ['website'],
      },
    ],
  },
}))
const { it, takeEvents, receiver } = site

const ask = <T>(query: string, variables: Record<string, unknown> = {}, token = 'octocat') =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })<T>(query, variables)

const run = async <T>(name: string, input: object, fields: string, token?: string): Promise<T> => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`
  const answer = await ask<Record<string, T>>(query, { input }, token)
  return answer[name] as T // the mutation has answered
}

interface Seeded {
  id: string
  items: { nodes: { id: string; content: { id: string } }[] }
  fields: { nodes: { id: string; name: string; options?: { id: string; name: string }[] }[] }
}

/** Returns the seeded project, with its fields by name. */
const seeded = async () => {
  const { organization } = await ask<{ organization: { id: string; projectV2: Seeded } }>(
    `{ organization(login: "acme") { id projectV2(number: 1) { id
      items(first: 9) { nodes { id content { ... on Issue { id } ... on DraftIssue { id } } } }
      fields(first: 30) { nodes { ... on ProjectV2FieldCommon { id name }
        ... on ProjectV2SingleSelectField { options { id name } } } } } } }`,
  )
  const { projectV2: project, id: ownerId } = organization
  const field = (name: string) =>
    project.fields.nodes.find((each) => each.name === name) as Seeded['fields']['nodes'][0]
  return { ownerId, project, projectId: project.id, items: project.items.nodes, field }
}

const VALUES = `fieldValues(first: 30) { nodes { __typename
  ... on ProjectV2ItemFieldTextValue { text field { ... on ProjectV2FieldCommon { name } } }
  ... on ProjectV2ItemFieldNumberValue { number }
  ... on ProjectV2ItemFieldDateValue { date }
  ... on ProjectV2ItemFieldSingleSelectValue { name color }
  ... on ProjectV2ItemFieldIterationValue { title startDate duration }
  ... on ProjectV2ItemFieldLabelValue { labels(first: 9) { nodes { name } } }
  ... on ProjectV2ItemFieldMilestoneValue { milestone { title } }
  ... on ProjectV2ItemFieldRepositoryValue { repository { name } }
  ... on ProjectV2ItemFieldUserValue { users(first: 9) { nodes { login } } } } }`

describe('projects', () => {
  it('answer items with a value of every type of field', async () => {
    const { items } = await seeded()
    const [issue, draft] = items
    const found = await ask<{ nodes: object[] }>(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ProjectV2Item { type isArchived ${VALUES}
        fieldValueByName(name: "Points") { ... on ProjectV2ItemFieldNumberValue { id number item { id } } }
        content { __typename ... on Issue { title } ... on DraftIssue { title body } } } } }`,
      { ids: [issue?.id, draft?.id] },
    )
    expect(found.nodes).toMatchObject([
      {
        type: 'ISSUE',
        content: { __typename: 'Issue', title: 'One' },
        fieldValueByName: { number: 3, item: { id: issue?.id } },
        fieldValues: {
          nodes: [
            { text: 'One', field: { name: 'Title' } },
            { users: { nodes: [{ login: 'octocat' }] } },
            { name: 'Todo', color: 'GREEN' },
            { labels: { nodes: [{ name: 'bug' }] } },
            { milestone: { title: 'v1' } },
            { repository: { name: 'website' } },
            { text: 'n' },
            { number: 3 },
            { date: '2025-03-09' },
            { name: 'L', color: 'GRAY' },
            { title: 'First', startDate: '2025-03-03', duration: 14 },
          ],
        },
      },
      {
        type: 'DRAFT_ISSUE',
        content: { title: 'An idea', body: 'text' },
        fieldValues: { nodes: [{ text: 'An idea' }] },
      },
    ])
  })

  it('are made, changed, copied and deleted, with events for the organization', async () => {
    const { ownerId, projectId } = await seeded()
    const all = 'projectV2 { id number title closed public template readme shortDescription url }'
    const { projectV2: made } = await run<{ projectV2: { id: string; number: number } }>(
      'createProjectV2',
      { ownerId, title: 'Plan' },
      `projectV2 { id number title url owner { ... on Organization { login } } items(first: 1) { totalCount }
        views(first: 3) { nodes { name layout fields(first: 9) { totalCount } } }
        workflows(first: 9) { nodes { name enabled } } fields(first: 30) { totalCount } }`,
    )
    expect(made).toMatchObject({
      number: 2,
      title: 'Plan',
      owner: { login: 'acme' },
      url: `${site.codehost.url}/orgs/acme/projects/2`,
      views: { nodes: [{ name: 'View 1', layout: 'TABLE_LAYOUT', fields: { totalCount: 5 } }] },
      fields: { totalCount: 10 },
    })
    const changes = { projectId: made.id, title: 'Plans', shortDescription: 'short', readme: 'long', public: true }
    expect(await run('updateProjectV2', changes, all)).toMatchObject({ projectV2: { title: 'Plans', public: true } })
    await run('updateProjectV2', { projectId: made.id, closed: true }, all)
    await run('updateProjectV2', { projectId: made.id, closed: false }, all)
    await run('markProjectV2AsTemplate', { projectId: made.id }, all)
    const copied = await run<{ projectV2: object }>(
      'copyProjectV2',
      { projectId, ownerId, title: 'Copy', includeDraftIssues: true },
      'projectV2 { number fields(first: 30) { totalCount } items(first: 9) { nodes { content { ... on DraftIssue { title } } } } }',
    )
    expect(copied.projectV2).toEqual({
      number: 3,
      fields: { totalCount: 15 },
      items: { nodes: [{ content: { title: 'An idea' } }] },
    })
    const listed = await ask(
      `{ organization(login: "acme") { projectsV2(first: 9, query: "is:open plan", orderBy: { field: TITLE, direction: ASC }) {
        totalCount nodes { title } } } }`,
    )
    expect(listed).toEqual({ organization: { projectsV2: { totalCount: 1, nodes: [{ title: 'Plans' }] } } })
    await run('deleteProjectV2', { projectId: made.id }, 'projectV2 { id title }')
    await expect(ask('{ organization(login: "acme") { projectV2(number: 2) { id } } }')).rejects.toMatchObject({
      errors: [{ type: 'NOT_FOUND', message: 'Could not resolve to a ProjectV2 with the number 2.' }],
    })
    expect(await takeEvents()).toEqual([
      'projects_v2.created',
      'projects_v2.edited',
      'projects_v2.closed',
      'projects_v2.reopened',
      'projects_v2.created',
      'projects_v2_item.created',
      'projects_v2.deleted',
    ])
  })

  it('take, value, move, archive, convert and lose items', async () => {
    const { projectId, items, field } = await seeded()
    const { repository } = await ask<{
      repository: { id: string; issue: { id: string }; pullRequest: { id: string } }
    }>('{ repository(owner: "acme", name: "website") { id issue(number: 2) { id } pullRequest(number: 3) { id } } }')
    const add = (contentId: string) =>
      run<{ item: { id: string } }>('addProjectV2ItemById', { projectId, contentId }, 'item { id type }')
    const { item } = await add(repository.issue.id)
    expect(await add(repository.issue.id)).toEqual({ item: { id: item.id, type: 'ISSUE' } })
    expect(await add(repository.pullRequest.id)).toMatchObject({ item: { type: 'PULL_REQUEST' } })
    const set = (name: string, value: object) =>
      run(
        'updateProjectV2ItemFieldValue',
        { projectId, itemId: item.id, fieldId: field(name).id, value },
        'projectV2Item { id }',
      )
    const done = field('Status').options?.find(({ name }) => name === 'Done')?.id
    await set('Status', { singleSelectOptionId: done })
    await set('Note', { text: 'new' })
    for (const [name, value, message] of [
      ['Status', { text: 'x' }, 'Did not receive a single select option Id to update a field of type single_select'],
      ['Status', { singleSelectOptionId: 'x' }, 'The single select option Id does not belong to the field'],
      ['Labels', { text: 'x' }, 'The field of type labels is currently not supported.'],
    ] as const) {
      await expect(set(name, value)).rejects.toMatchObject({ errors: [{ type: 'UNPROCESSABLE', message }] })
    }
    const cleared = { projectId, itemId: item.id, fieldId: field('Note').id }
    const { projectV2Item } = await run<{ projectV2Item: object }>(
      'clearProjectV2ItemFieldValue',
      cleared,
      `projectV2Item { ${VALUES} }`,
    )
    expect(projectV2Item).toMatchObject({
      fieldValues: { nodes: [{ text: 'Two' }, { name: 'Done' }, { repository: { name: 'website' } }] },
    })
    const moved = await run(
      'updateProjectV2ItemPosition',
      { projectId, itemId: item.id },
      'items(first: 1) { nodes { id } }',
    )
    expect(moved).toEqual({ items: { nodes: [{ id: item.id }] } })
    const archived = await run('archiveProjectV2Item', { projectId, itemId: item.id }, 'item { isArchived }')
    expect(archived).toEqual({ item: { isArchived: true } })
    await run('unarchiveProjectV2Item', { projectId, itemId: item.id }, 'item { isArchived }')
    const [, draft] = items
    await run('updateProjectV2DraftIssue', { draftIssueId: draft?.content.id, body: 'longer' }, 'draftIssue { body }')
    const converted = await run(
      'convertProjectV2DraftIssueItemToIssue',
      { itemId: draft?.id, repositoryId: repository.id },
      'item { id content { ... on Issue { number title body } } }',
    )
    expect(converted).toEqual({ item: { id: draft?.id, content: { number: 4, title: 'An idea', body: 'longer' } } })
    await run('deleteProjectV2Item', { projectId, itemId: item.id }, 'deletedItemId')
    await site.codehost.webhooks.settled()
    const told = receiver.received.flatMap(({ payload: { changes } }) => changes ?? [])
    expect(told).toMatchObject([
      {
        field_value: { field_name: 'Status', field_type: 'single_select', from: null, to: { id: done, name: 'Done' } },
      },
      { field_value: { field_name: 'Note', project_number: 1, from: null, to: 'new' } },
      { field_value: { field_name: 'Note', from: 'new', to: null } },
      { previous_projects_v2_item_node_id: { to: null } },
      { archived_at: { from: null } },
      { archived_at: { to: null } },
      { body: { from: 'text', to: 'longer' } },
      { content_type: { from: 'DraftIssue', to: 'Issue' } },
    ])
    expect(await takeEvents()).toEqual([
      'projects_v2_item.created',
      'projects_v2_item.created',
      'projects_v2_item.edited',
      'projects_v2_item.edited',
      'projects_v2_item.edited',
      'projects_v2_item.reordered',
      'projects_v2_item.archived',
      'projects_v2_item.restored',
      'projects_v2_item.edited',
      'issues.opened',
      'projects_v2_item.converted',
      'projects_v2_item.deleted',
    ])
  })

  it('get, change and lose fields, links and status updates', async () => {
    const { projectId, field } = await seeded()
    const options = [{ name: 'High', color: 'RED', description: '' }]
    const added = { projectId, name: 'Priority', dataType: 'SINGLE_SELECT', singleSelectOptions: options }
    const made = await run<{ projectV2Field: { id: string; options: { id: string }[] } }>(
      'createProjectV2Field',
      added,
      'projectV2Field { ... on ProjectV2SingleSelectField { id name options { id name color } } }',
    )
    await expect(run('createProjectV2Field', added, 'projectV2Field { __typename }')).rejects.toMatchObject({
      errors: [{ type: 'UNPROCESSABLE', message: 'Name has already been taken' }],
    })
    const renamed = await run(
      'updateProjectV2Field',
      {
        fieldId: made.projectV2Field.id,
        name: 'Urgency',
        singleSelectOptions: [...options, { name: 'Low', color: 'BLUE', description: 'd' }],
      },
      'projectV2Field { ... on ProjectV2SingleSelectField { name options { id name } } }',
    )
    expect(renamed).toMatchObject({
      projectV2Field: { name: 'Urgency', options: [{ id: made.projectV2Field.options[0]?.id }, { name: 'Low' }] },
    })
    await run('deleteProjectV2Field', { fieldId: field('Sprint').id }, 'projectV2Field { __typename }')
    const status = { projectId, status: 'AT_RISK', body: 'late', startDate: '2025-03-01' }
    const { statusUpdate } = await run<{ statusUpdate: { id: string } }>(
      'createProjectV2StatusUpdate',
      status,
      'statusUpdate { id status }',
    )
    await run(
      'updateProjectV2StatusUpdate',
      { statusUpdateId: statusUpdate.id, status: 'ON_TRACK' },
      'statusUpdate { status }',
    )
    const { organization } = await ask<{ organization: { team: { id: string } } }>(
      '{ organization(login: "acme") { team(slug: "core") { id } } }',
    )
    await run(
      'linkProjectV2ToTeam',
      { projectId, teamId: organization.team.id },
      'team { projectsV2(first: 1) { totalCount } }',
    )
    const seen = await ask(
      `{ organization(login: "acme") { projectV2(number: 1) { statusUpdates(first: 2) { nodes { status body } } teams(first: 2) { nodes { slug } }
        field(name: "sprint") { __typename } repositories(first: 2) { nodes { name projectsV2(first: 1) { totalCount } } } } }
        repository(owner: "acme", name: "website") { issue(number: 1) { projectItems(first: 3) { nodes { project { title } } } } } }`,
    )
    expect(seen).toEqual({
      organization: {
        projectV2: {
          statusUpdates: { nodes: [{ status: 'ON_TRACK', body: 'late' }] },
          teams: { nodes: [{ slug: 'core' }] },
          field: null,
          repositories: { nodes: [{ name: 'website', projectsV2: { totalCount: 1 } }] },
        },
      },
      repository: { issue: { projectItems: { nodes: [{ project: { title: 'Roadmap' } }] } } },
    })
    await run('deleteProjectV2StatusUpdate', { statusUpdateId: statusUpdate.id }, 'deletedStatusUpdateId')
    expect(await takeEvents()).toEqual([
      'projects_v2_status_update.created',
      'projects_v2_status_update.edited',
      'projects_v2_status_update.deleted',
    ])
  })

  it('ask for scopes, and hide themselves from strangers until they have a role', async () => {
    const { projectId } = await seeded()
    const read = '{ organization(login: "acme") { projectV2(number: 1) { title } } }'
    await expect(ask(read, {}, 'unscoped')).rejects.toMatchObject({
      errors: [{ type: 'INSUFFICIENT_SCOPES', message: expect.stringContaining("['read:project']") as string }],
    })
    const change = (token: string) => run('updateProjectV2', { projectId, title: 'T' }, 'projectV2 { title }', token)
    await expect(change('reader')).rejects.toMatchObject({ errors: [{ type: 'INSUFFICIENT_SCOPES' }] })
    await expect(ask(read, {}, 'stranger')).rejects.toMatchObject({ errors: [{ type: 'NOT_FOUND' }] })
    const { user } = await ask<{ user: { id: string } }>('{ user(login: "stranger") { id } }')
    const give = (role: string) =>
      run(
        'updateProjectV2Collaborators',
        { projectId, collaborators: [{ role, userId: user.id }] },
        'collaborators(first: 3) { totalCount }',
      )
    expect(await give('READER')).toEqual({ collaborators: { totalCount: 1 } })
    await expect(change('stranger')).rejects.toMatchObject({
      errors: [
        { type: 'FORBIDDEN', message: 'stranger does not have the correct permissions to execute `UpdateProjectV2`' },
      ],
    })
    await give('WRITER')
    expect(await change('stranger')).toEqual({ projectV2: { title: 'T' } })
    const item =
      '{ organization(login: "acme") { projectV2(number: 1) { items(first: 1) { nodes { type content { __typename } } } } } }'
    expect(await ask(item, {}, 'stranger')).toEqual({
      organization: { projectV2: { items: { nodes: [{ type: 'REDACTED', content: null }] } } },
    })
    await give('NONE')
    await expect(ask(read, {}, 'stranger')).rejects.toMatchObject({ errors: [{ type: 'NOT_FOUND' }] })
  })
})

describe('mutations of labels and of the parts of issues', () => {
  it('make the changes of REST, with its events', async () => {
    const { repository: repo } = await ask<Record<'repository', Record<'id' | 'one' | 'two', string & { id: string }>>>(
      '{ repository(owner: "acme", name: "website") { id one: issue(number: 1) { id } two: issue(number: 2) { id } } }',
    )
    const { label } = await run<{ label: { id: string } }>(
      'createLabel',
      { repositoryId: repo.id, name: 'new', color: 'ff0000' },
      'label { id name color }',
    )
    const update = { id: label.id, name: 'newer', description: 'd' }
    expect(await run('updateLabel', update, 'label { name color description }')).toEqual({
      label: { name: 'newer', color: 'ff0000', description: 'd' },
    })
    await run('deleteLabel', { id: label.id }, 'clientMutationId')
    const pair = { issueId: repo.one.id, subIssueId: repo.two.id }
    expect(
      await run(
        'addSubIssue',
        pair,
        'issue { subIssues(first: 3) { nodes { number } } } subIssue { parent { number } }',
      ),
    ).toEqual({ issue: { subIssues: { nodes: [{ number: 2 }] } }, subIssue: { parent: { number: 1 } } })
    await expect(run('addSubIssue', pair, 'issue { id }')).rejects.toMatchObject({
      errors: [{ type: 'UNPROCESSABLE' }],
    })
    expect(
      await run('removeSubIssue', pair, 'issue { subIssuesSummary { total completed percentCompleted } }'),
    ).toEqual({
      issue: { subIssuesSummary: { total: 0, completed: 0, percentCompleted: 0 } },
    })
    await site.codehost.webhooks.settled()
    expect(receiver.received.map(({ event, payload }) => `${event}.${String(payload['action'])}`)).toEqual([
      'label.created',
      'label.edited',
      'label.deleted',
      'sub_issues.sub_issue_added',
      'sub_issues.parent_issue_added',
      'sub_issues.sub_issue_removed',
      'sub_issues.parent_issue_removed',
    ])
  })
})
