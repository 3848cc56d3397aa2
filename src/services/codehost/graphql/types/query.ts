import { acceptArguments } from '../arguments.ts'
import { nodeId } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { rateLimitOf } from '#codehost/rules/rate-limits.ts'
import { FEATURED_LICENSES, isKnownLicense, LICENSES } from '#codehost/rules/repos/licenses.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { search } from './search.ts'
import { viewerOf, visibleRepo } from '../access.ts'
import { actor } from '../actors.ts'
import { costOf } from '../limits.ts'
import { FieldFailure, noSuchNode, unresolved } from '../failures.ts'
import { colorOf } from '#codehost/rules/repos/languages.ts'
import { findNode, nodeOrNull } from '../nodes.ts'
import { typed, type Fields, type Typed } from '../source.ts'

/** The most ids of `nodes`. */
const MOST_IDS = 100

/** The root of queries. https://docs.github.com/graphql/reference/queries */
export const Query: Fields<undefined> = {
  id: () => nodeId('Q', 0),
  relay: () => ({}),
  viewer: (_root, _args, call) => viewerOf(call),
  repository: (_root, args: { owner: string; name: string; followRenames?: boolean | null }, call) => {
    const owner = call.rows.accounts.find('login', args.owner.toLowerCase())
    const repo = owner === undefined ? undefined : visibleRepo(call, owner, args.name, args.followRenames !== false)
    if (repo === undefined) throw unresolved('Repository', `name '${args.owner}/${args.name}'`)
    return repo
  },
  repositoryOwner: (_root, { login }: { login: string }, { rows }) => {
    const account = rows.accounts.find('login', login.toLowerCase())
    return account === undefined || account.type === 'Bot' ? null : actor(account)
  },
  user: (_root, { login }: { login: string }, { rows }) => {
    const account = rows.accounts.find('login', login.toLowerCase())
    if (account?.type !== 'User') throw unresolved('User', `login of '${login}'`)
    return account
  },
  organization: (_root, { login }: { login: string }, { rows }) => {
    const account = rows.accounts.find('login', login.toLowerCase())
    if (account?.type !== 'Organization') throw unresolved('Organization', `login of '${login}'`)
    return account
  },
  node: (_root, { id }: { id: string }, call) => findNode(call, id),
  nodes: (_root, { ids }: { ids: readonly string[] }, call) => {
    if (ids.length > MOST_IDS) {
      throw new FieldFailure(
        'ARGUMENT_LIMIT',
        `You may not provide more than ${MOST_IDS} node ids; you provided ${ids.length}.`,
      )
    }
    return ids.map((id) => nodeOrNull(call, id) ?? noSuchNode(id))
  },
  search,
  resource: (_root, { url }: { url: string }, call) => resourceAt(call, url),
  license: (_root, { key }: { key: string }) =>
    isKnownLicense(key.toLowerCase()) ? { license: key.toLowerCase() } : null,
  licenses: () => Object.keys(LICENSES).map((license) => ({ license })),
  meta: () => ({
    gitHubServicesSha: '0'.repeat(40),
    gitIpAddresses: ['127.0.0.1/32'],
    hookIpAddresses: ['127.0.0.1/32'],
    importerIpAddresses: [],
    githubEnterpriseImporterIpAddresses: [],
    pagesIpAddresses: [],
    isPasswordAuthenticationVerifiable: false,
  }),
  rateLimit: (_root, args: { dryRun?: boolean | null }, call, { fragments, operation, variableValues }) => {
    acceptArguments(args) // a query that is only counted costs nothing here either
    const { limit, remaining, used, reset } = rateLimitOf(call)
    const { points, nodes } = costOf(fragments, operation, variableValues)
    const resetAt = new Date(reset * 1000).toISOString().replace('.000Z', 'Z')
    return { limit, remaining, used, resetAt, cost: points, nodeCount: nodes }
  },
}

/** Returns the record whose page has this URL; null for none. */
function resourceAt(call: CodehostCall, url: string): Typed | null {
  const page = url.startsWith(call.origin) ? url.slice(call.origin.length) : new URL(url, call.origin).pathname
  const [, login = '', name, kind, number] = /^\/([^/]+)(?:\/([^/]+)(?:\/(issues|pull)\/(\d+))?)?\/?$/.exec(page) ?? []
  const owner = call.rows.accounts.find('login', login.toLowerCase())
  if (owner === undefined) return null
  if (name === undefined) return actor(owner)
  const repo = visibleRepo(call, owner, name)
  if (repo === undefined) return null
  return kind === undefined ? typed('Repository', repo) : issueAt(call, repo, Number(number))
}

function issueAt({ rows }: CodehostCall, repo: Repo, number: number): Typed | null {
  const issue = rows.issues.find('number', repo.id, number)
  if (issue === undefined) return null
  const pull = rows.pulls.find('issue', issue.id)
  return pull === undefined ? typed('Issue', issue) : typed('PullRequest', pull)
}

/** A licence. https://docs.github.com/graphql/reference/objects#license */
export const License: Fields<{ readonly license: string }> = {
  id: ({ license }) => nodeId('L', license),
  key: ({ license }) => license,
  name: ({ license }) => LICENSES[license]?.[0] ?? 'Other',
  spdxId: ({ license }) => LICENSES[license]?.[1] ?? 'NOASSERTION',
  url: ({ license }) => `http://choosealicense.com/licenses/${license}/`,
  nickname: () => null,
  featured: ({ license }) => FEATURED_LICENSES.includes(license),
  hidden: () => false,
  pseudoLicense: () => false,
}

/** A programming language. https://docs.github.com/graphql/reference/objects#language */
export const Language: Fields<{ readonly name: string }> = {
  id: ({ name }) => nodeId('LANG', name),
  name: ({ name }) => name,
  color: ({ name }) => colorOf(name),
}

/** A topic. https://docs.github.com/graphql/reference/objects#topic */
export const Topic: Fields<{ readonly topic: string }> = {
  id: ({ topic }) => nodeId('TO', topic),
  name: ({ topic }) => topic,
}

/** A topic of a repository. https://docs.github.com/graphql/reference/objects#repositorytopic */
export const RepositoryTopic: Fields<{ readonly repo: Repo; readonly topic: string }> = {
  id: ({ repo, topic }) => nodeId('RT', `${repo.id}:${topic}`),
  topic: ({ topic }) => ({ topic }),
  url: ({ topic }, _args, { origin }) => `${origin}/topics/${topic}`,
  resourcePath: ({ topic }, _args, { mountPath }) => `${mountPath}/topics/${topic}`,
}
