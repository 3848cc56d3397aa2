import { createHash } from 'node:crypto'
import type { CodehostCall } from '#codehost/call.ts'
import { nodeId, time } from '#codehost/json/format.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { SshKey } from '#codehost/schema/ssh-keys.ts'
import { viewerHas, viewerOf } from '../access.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import type { Fields } from '../source.ts'

/** Returns the keys of a repository, which administrators see. */
export function deployKeysOf(repo: Repo, args: PageArguments, call: CodehostCall) {
  const found = viewerHas(call, repo, 'admin') ? call.rows.sshKeys.list('byRepo', 'deploy', repo.id) : []
  return connection(cursoredRows(found), args)
}

/** Returns the keys with which a user signs in to git. */
export function publicKeysOf({ id }: Account, args: PageArguments, { rows }: CodehostCall) {
  return connection(cursoredRows(rows.sshKeys.list('byUser', 'login', id)), args)
}

/** A key of a repository. https://docs.github.com/graphql/reference/objects#deploykey */
export const DeployKey: Fields<SshKey> = {
  id: ({ id }) => nodeId('DK', id),
  createdAt: ({ createdAt }) => time(createdAt),
  enabled: () => true,
  key: ({ key }) => key,
  readOnly: ({ readOnly }) => readOnly,
  title: ({ title }) => title,
  verified: () => true,
}

/** A key of a user. https://docs.github.com/graphql/reference/objects#publickey */
export const PublicKey: Fields<SshKey> = {
  id: ({ id }) => nodeId('PK', id),
  accessedAt: () => null,
  createdAt: ({ createdAt, userId }, _args, call) => (isOwn(call, userId) ? time(createdAt) : null),
  fingerprint: ({ key }) => fingerprintOf(key),
  isReadOnly: ({ readOnly, userId }, _args, call) => (isOwn(call, userId) ? readOnly : null),
  key: ({ key }) => key,
  updatedAt: ({ createdAt, userId }, _args, call) => (isOwn(call, userId) ? time(createdAt) : null),
}

function isOwn(call: CodehostCall, userId: number | null): boolean {
  return viewerOf(call).id === userId
}

/** Returns the fingerprint of a key as OpenSSH writes it: `SHA256:` and a digest. */
function fingerprintOf(key: string): string {
  const bytes = Buffer.from(key.split(' ')[1] ?? '', 'base64')
  return `SHA256:${createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '')}`
}
