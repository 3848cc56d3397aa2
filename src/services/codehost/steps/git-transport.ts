import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Failure } from '#core/errors.ts'
import type { SpooledFile } from '#core/http/spool.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { PackError } from '#codehost/git/delta.ts'
import { PktReader, ProtocolError } from '#codehost/git/pkt-line.ts'
import { readPush, type PushRequest } from '#codehost/git/push-request.ts'
import { packInFile, packInMemory, type PackSource } from '#codehost/git/pack-source.ts'
import { readPack } from '#codehost/git/read-pack.ts'
import { covers } from '#codehost/oauth/scopes.ts'
import { hasPermissions, holdsPermission, isGranted } from '#codehost/rules/apps/gate.ts'
import type { ReadPack } from '#codehost/rules/git/receive-pack.ts'
import { asksForCredentials, gitForbidden, repositoryNotFound } from '#codehost/rules/git/transport.ts'
import { permissionIncludes, permissionOf } from '#codehost/rules/repos/permissions.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'

type RepoCall = CodehostCall & { readonly params: { readonly owner: string; readonly repo: string } }

/** The largest body after decompression, in bytes. */
const LARGEST_BODY = 1024 ** 3

/**
 * A step: loads the repository that a URL of git names, with or without `.git`, if the principal may fetch from it.
 *
 * @throws 404, 401 for an anonymous request, 301 for a former name.
 */
export function loadFetchedRepo(call: RepoCall): { readonly repo: Repo } {
  const { rows, params } = call
  const name = params.repo.replace(/\.git$/, '')
  const owner = rows.accounts.find('login', params.owner.toLowerCase())
  const repo = owner === undefined ? undefined : rows.repos.find('name', owner.id, name.toLowerCase())
  const current = repo ?? formerRepository(rows, params.owner, name)
  if (current === undefined || !canRead(call, current) || !isGranted(call, current, 'contents=read')) {
    throw repositoryNotFound(call)
  }
  if (repo === undefined) throw moved(call, current)
  return { repo }
}

/**
 * A step: loads the repository that a URL of git names, if the principal may push to it.
 *
 * @throws 401 for an anonymous request, 404 when the principal may not read it, 403 without permission to write and for
 * an archived repository.
 */
export function requirePush(call: RepoCall): { readonly repo: Repo; readonly user: Account } {
  const { principal, rows } = call
  if (principal === null) throw asksForCredentials('No anonymous write access.')
  const { repo } = loadFetchedRepo(call)
  if (repo.archived) throw gitForbidden('This repository was archived so it is read-only.')
  const { user, scopes } = principal
  if (hasPermissions(principal) && !holdsPermission(call, repo, 'contents=write')) {
    throw gitForbidden('Write access to repository not granted.')
  }
  const isCovered = covers(scopes, repo.private ? ['repo'] : ['public_repo', 'repo'])
  if (!isCovered || !permissionIncludes(permissionOf(rows, repo, user), 'push')) {
    throw gitForbidden(`Permission to ${repoUrls(call, repo).fullName}.git denied to ${user.login}.`)
  }
  return { repo, user }
}

/** Returns the repository that once had this name. */
function formerRepository(rows: Rows, login: string, name: string): Repo | undefined {
  const owner =
    rows.accounts.find('login', login.toLowerCase()) ??
    rows.accounts.get(rows.formerLogins.find('login', login.toLowerCase())?.accountId)
  if (owner === undefined) return undefined
  const former = rows.formerRepositories.find('name', owner.id, name.toLowerCase())
  return rows.repos.find('name', owner.id, name.toLowerCase()) ?? rows.repos.get(former?.repoId)
}

/** 301 to the same path below the present name of a repository. git follows it, and warns its user. */
function moved(call: RepoCall, repo: Repo): Failure {
  const rest = call.path.split('/').slice(3).join('/')
  const location = `${repoUrls(call, repo).page}.git/${rest}${call.search}`
  return new Failure(301, 'This repository moved. Please use the new location.', {}, { location })
}

/**
 * A step: decompresses the body of a fetch.
 *
 * @throws 400 for a body that cannot be decompressed.
 */
export async function loadFetch(call: CodehostCall): Promise<{ readonly fetch: Uint8Array }> {
  return { fetch: await bodyOf(call) }
}

/**
 * A step: reads the request of a push with its pack. The step that refuses clients comes before it, and is run again
 * after it.
 *
 * @throws 400 for a body that is not in git's protocol.
 */
export async function loadPush(call: CodehostCall): Promise<{ readonly push: PushRequest; readonly pack: ReadPack }> {
  const { file } = call
  if (file !== null) {
    if (file.size > LARGEST_BODY) throw new Failure(413, 'the body is too large')
    const push = readOr400(() => readPush(new PktReader(headOf(file))))
    return { push, pack: await packOf(push, packInFile(file.path, file.size, push.packAt)) }
  }
  const body = await bodyOf(call)
  const push = readOr400(() => readPush(new PktReader(body)))
  return { push, pack: await packOf(push, packInMemory(body.subarray(push.packAt))) }
}

async function packOf({ commands }: PushRequest, source: PackSource): Promise<ReadPack> {
  if (commands.every(({ after }) => after === null)) return []
  try {
    return await readPack(source)
  } catch (error) {
    if (error instanceof PackError) return error.message
    throw error
  } finally {
    source.close()
  }
}

/** The most bytes of the lines before a pack in a file. */
const LARGEST_HEAD = 16 * 1024 * 1024

function headOf({ path, size }: SpooledFile): Buffer {
  const source = packInFile(path, size, 0)
  try {
    return Buffer.from(source.read(0, Math.min(size, LARGEST_HEAD)))
  } finally {
    source.close()
  }
}

async function bodyOf({ bytes, header }: CodehostCall): Promise<Uint8Array> {
  const encoding = header('content-encoding')
  if (encoding !== 'gzip' && encoding !== 'x-gzip') return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: LARGEST_BODY })
  } catch {
    throw new Failure(400, 'the body is not in gzip, or too large')
  }
}

function readOr400<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtocolError) throw new Failure(400, error.message)
    throw error
  }
}
