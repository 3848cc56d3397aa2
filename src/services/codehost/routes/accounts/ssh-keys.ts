import { empty, json, type Answer } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { deployKeyJson, publicSshKeyJson, signingKeyJson, sshKeyJson } from '#codehost/json/accounts/ssh-key.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { addSshKey, SshKeyInput } from '#codehost/rules/accounts/ssh-keys.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { SshKey } from '#codehost/schema/ssh-keys.ts'
import { requirePermission, requireUser, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post, del } = routesFor<CodehostCall>()

const requireKey = requireBody(SshKeyInput)

const own = '/user/keys'
const ownOne = `${own}/:key_id` as const
const signing = '/user/ssh_signing_keys'
const signingOne = `${signing}/:ssh_signing_key_id` as const
const deploy = '/repos/:owner/:repo/keys'
const deployOne = `${deploy}/:key_id` as const

/** SSH keys of users and deploy keys of repositories. https://docs.github.com/rest/users/keys */
export const sshKeysRoutes = [
  get('users/list-public-ssh-keys-for-authenticated-user', own, requireUser('read:public_key'), (call) =>
    listed(call, 'login', call.user, (key) => sshKeyJson(call, key)),
  ),
  post(
    'users/create-public-ssh-key-for-authenticated-user',
    own,
    requireUser('write:public_key'),
    requireKey,
    (call) => {
      const wire = sshKeyJson(call, addSshKey(call, 'login', call, call.body))
      return json(wire, 201, { location: wire.url })
    },
  ),
  get('users/get-public-ssh-key-for-authenticated-user', ownOne, requireUser('read:public_key'), (call) =>
    json(sshKeyJson(call, findOwn(call, 'login', call.params.key_id))),
  ),
  del('users/delete-public-ssh-key-for-authenticated-user', ownOne, requireUser('admin:public_key'), (call) =>
    deleted(call, findOwn(call, 'login', call.params.key_id)),
  ),
  get('users/list-public-keys-for-user', '/users/:username/keys', (call) =>
    listed(call, 'login', findAccount(call.rows, call.params.username), publicSshKeyJson),
  ),
  get('users/list-ssh-signing-keys-for-authenticated-user', signing, requireUser('read:ssh_signing_key'), (call) =>
    listed(call, 'signing', call.user, signingKeyJson),
  ),
  post(
    'users/create-ssh-signing-key-for-authenticated-user',
    signing,
    requireUser('write:ssh_signing_key'),
    requireKey,
    (call) => json(signingKeyJson(addSshKey(call, 'signing', call, call.body)), 201),
  ),
  get('users/get-ssh-signing-key-for-authenticated-user', signingOne, requireUser('read:ssh_signing_key'), (call) =>
    json(signingKeyJson(findOwn(call, 'signing', call.params.ssh_signing_key_id))),
  ),
  del('users/delete-ssh-signing-key-for-authenticated-user', signingOne, requireUser('admin:ssh_signing_key'), (call) =>
    deleted(call, findOwn(call, 'signing', call.params.ssh_signing_key_id)),
  ),
  get('users/list-ssh-signing-keys-for-user', '/users/:username/ssh_signing_keys', (call) =>
    listed(call, 'signing', findAccount(call.rows, call.params.username), signingKeyJson),
  ),
  get('repos/list-deploy-keys', deploy, requirePermission('admin', 'repo'), (call) =>
    answerPage(call, viewOfIndex(call.rows.sshKeys, 'byRepo', ['deploy', call.repo.id]), (key) =>
      deployKeyJson(call, call.repo, key),
    ),
  ),
  post('repos/create-deploy-key', deploy, requireWrite('admin', 'repo'), requireKey, (call) => {
    const { repo, user, emit } = call
    const key = addSshKey(call, 'deploy', { user, repo }, call.body)
    emit({ event: 'deploy_key', action: 'created', repo, sender: user, key })
    const wire = deployKeyJson(call, repo, key)
    return json(wire, 201, { location: wire.url })
  }),
  get('repos/get-deploy-key', deployOne, requirePermission('admin', 'repo'), (call) =>
    json(deployKeyJson(call, call.repo, findDeployKey(call, call.repo, call.params.key_id))),
  ),
  del('repos/delete-deploy-key', deployOne, requireWrite('admin', 'repo'), (call) => {
    const { repo, user, emit } = call
    const key = findDeployKey(call, repo, call.params.key_id)
    emit({ event: 'deploy_key', action: 'deleted', repo, sender: user, key })
    return deleted(call, key)
  }),
]

function listed<T>(call: CodehostCall, kind: SshKey['kind'], user: Account, write: (key: SshKey) => T): Answer<T[]> {
  return answerPage(call, viewOfIndex(call.rows.sshKeys, 'byUser', [kind, user.id]), write)
}

function deleted({ rows }: CodehostCall, { id }: SshKey): Answer {
  rows.sshKeys.delete(id)
  return empty()
}

/** @throws 404. */
function findOwn(call: CodehostCall & { readonly user: Account }, kind: SshKey['kind'], id: string): SshKey {
  const key = call.rows.sshKeys.get(wholeNumber(id))
  if (key?.kind !== kind || key.userId !== call.user.id) throw notFound()
  return key
}

/** @throws 404. */
function findDeployKey({ rows }: CodehostCall, repo: Repo, id: string): SshKey {
  const key = rows.sshKeys.get(wholeNumber(id))
  if (key?.repoId !== repo.id) throw notFound()
  return key
}
