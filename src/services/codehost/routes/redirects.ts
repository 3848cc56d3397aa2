import { json } from '#core/answer.ts'
import type { Dialect } from '#core/errors.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'

/** A path without an account or repository behind it: no login begins with a hyphen. */
const NOTHING = '-'

/**
 * The paths of the vendor's site that have routes. All its other paths are pages, which could be mistaken for
 * operations of the API.
 */
const SITE =
  /^\/(login\/|[^/]+\/[^/]+\/((releases\/download|archive|raw)\/|(info\/refs|git-upload-pack|git-receive-pack)$))/

/**
 * Returns the path with names in place of the ids by which redirects address repositories and accounts:
 * `/repos/octocat/hello-world/issues` for `/repositories/1/issues`. Other paths come back unchanged.
 */
export function canonicalPath({ path, rows, host }: Pick<CodehostCall, 'path' | 'rows' | 'host'>): string {
  if (host === 'site' && !SITE.test(path)) return `/${NOTHING}${path}`
  // The path of an enterprise server.
  if (path === '/api/graphql') return '/graphql'
  const [, kind, id = '', rest = ''] = /^\/(repositories|organizations|user)\/(\d+)(\/.*)?$/.exec(path) ?? []
  if (kind === 'repositories') {
    const repo = rows.repos.get(Number(id))
    if (repo === undefined) return `/repos/${NOTHING}/${NOTHING}${rest}`
    return `/repos/${rows.accounts.require(repo.ownerId).login}/${repo.name}${rest}`
  }
  // Some operations have paths with ids of their own.
  if (kind === 'organizations' && !rest.startsWith('/team/')) {
    const org = rows.accounts.get(Number(id))
    return `/orgs/${org?.type === 'Organization' ? org.login : NOTHING}${rest}`
  }
  if (kind === 'user' && rest !== '') return `/users/${rows.accounts.get(Number(id))?.login ?? NOTHING}${rest}`
  return path
}

const FOLLOW_REDIRECTS = 'https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects'

/**
 * Returns the dialect with the vendor's redirects: in place of 404, a path with a former name answers 301 to GET, and
 * 307 to other methods.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 */
export function withRedirects(dialect: Dialect<CodehostCall>): Dialect<CodehostCall> {
  return {
    ...dialect,
    failure(failure, call) {
      const target = failure.status === 404 && call.operation !== null ? currentPath(call) : null
      if (target === null) return dialect.failure(failure, call)
      const url = `${call.base}${target}${call.search}`
      const documentation = { documentation_url: FOLLOW_REDIRECTS }
      const status = call.method === 'GET' || call.method === 'HEAD' ? 301 : 307
      return json({ message: 'Moved Permanently', url, ...documentation }, status, { location: url })
    },
  }
}

/** Returns the current path for one with a former name that the principal may know; else null. */
function currentPath(call: CodehostCall): string | null {
  const { rows } = call
  const path = canonicalPath(call)
  const [, first, name = '', repoName, rest = ''] = /^\/(repos|users|orgs)\/([^/]+)(?:\/([^/]+)(.*))?$/.exec(path) ?? []
  if (first === 'repos') return repoName === undefined ? null : repositoryPath(call, name, repoName, rest)
  if (first === undefined || rows.accounts.find('login', name.toLowerCase()) !== undefined) return null
  const account = formerAccount(rows, name)
  if (account === undefined) return null
  const tail = path.slice(`/${first}/${name}`.length)
  return `/${first === 'orgs' ? 'organizations' : 'user'}/${account.id}${tail}`
}

function repositoryPath(call: CodehostCall, login: string, name: string, rest: string): string | null {
  const { rows, params } = call
  const holder = rows.accounts.find('login', login.toLowerCase())
  const owner = holder ?? formerAccount(rows, login)
  if (owner === undefined) return null
  const current = rows.repos.find('name', owner.id, name.toLowerCase())
  if (holder === undefined || current === undefined) {
    const repo = current ?? rows.repos.get(rows.formerRepositories.find('name', owner.id, name.toLowerCase())?.repoId)
    return repo === undefined || !canRead(call, repo) ? null : `/repositories/${repo.id}${rest}`
  }
  const branch = params['*']
  if (branch === undefined || !rest.startsWith('/branches/') || !canRead(call, current)) return null
  const renamed = rows.formerBranches.find('name', current.id, branch)
  if (renamed === undefined || rows.refs.find('name', current.id, `refs/heads/${branch}`) !== undefined) return null
  const newName = renamed.newName.split('/').map(encodeURIComponent).join('/')
  const below = /^\/branches\/.*?(\/protection.*|\/rename)?$/.exec(rest)?.[1] ?? ''
  return `/repositories/${current.id}/branches/${newName}${below}`
}

function formerAccount(rows: Rows, login: string): Account | undefined {
  return rows.accounts.get(rows.formerLogins.find('login', login.toLowerCase())?.accountId)
}
