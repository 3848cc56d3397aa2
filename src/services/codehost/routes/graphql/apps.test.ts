import { expect } from 'vitest'
import { installationToken, seedOfApps } from '#codehost/apps.fixture.ts'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const { it } = await codehostSite(() => seedOfApps())

const ask = async (url: string, token: string, query: string) => {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `bearer ${token}` },
    body: JSON.stringify({ query }),
  })
  return (await answer.json()) as { data: Record<string, never>; errors?: { type: string; message: string }[] }
}

const REPOSITORY = 'id issue(number: 1) { id } defaultBranchRef { target { oid } }'

it('gives a GitHub App what its installation may read and change, as REST does', async ({ codehost }) => {
  const token = await installationToken(codehost, 2001)
  const read = (name: string) =>
    ask(codehost.url, token, `{ repository(owner: "acme", name: "${name}") { ${REPOSITORY} } }`)
  expect(await ask(codehost.url, token, '{ viewer { login __typename } }')).toMatchObject({
    data: { viewer: { login: 'triage[bot]', __typename: 'User' } },
  })
  expect(await read('secret')).toMatchObject({ data: { repository: null }, errors: [{ type: 'NOT_FOUND' }] })
  const { data } = (await read('website')) as unknown as {
    data: { repository: { id: string; issue: { id: string }; defaultBranchRef: { target: { oid: string } } } }
  }
  const { id, issue, defaultBranchRef } = data.repository
  const comment = `mutation { addComment(input: { subjectId: "${issue.id}", body: "hi" }) { commentEdge { node { author { login __typename } } } } }`
  expect(await ask(codehost.url, token, comment)).toEqual({
    data: { addComment: { commentEdge: { node: { author: { login: 'triage', __typename: 'Bot' } } } } },
  })
  const branch = `mutation { createRef(input: { repositoryId: "${id}", name: "refs/heads/x", oid: "${defaultBranchRef.target.oid}" }) { clientMutationId } }`
  expect(await ask(codehost.url, token, branch)).toMatchObject({
    data: { createRef: null },
    errors: [{ type: 'FORBIDDEN', message: 'Resource not accessible by integration' }],
  })
  const pulls = '{ repository(owner: "acme", name: "website") { pullRequests(first: 1) { totalCount } } }'
  expect(await ask(codehost.url, token, pulls)).toMatchObject({ errors: [{ type: 'FORBIDDEN' }] })
})

it('lists the repositories of an installation as those of its viewer', async ({ codehost }) => {
  const token = await installationToken(codehost, 2001)
  const all = '[OWNER, COLLABORATOR, ORGANIZATION_MEMBER]'
  const query = `{ viewer { repositories(first: 9) { nodes { name } }
    all: repositories(affiliations: ${all}, ownerAffiliations: ${all}) { totalCount } } }`
  expect(await ask(codehost.url, token, query)).toEqual({
    data: { viewer: { repositories: { nodes: [{ name: 'website' }, { name: 'open' }] }, all: { totalCount: 2 } } },
  })
})
