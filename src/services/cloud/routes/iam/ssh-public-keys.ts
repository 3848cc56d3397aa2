import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { duplicatePublicKey, limitExceeded, noSuchEntity } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { findRequestedUser } from '#cloud/rules/iam/calling-user.ts'
import { findUser } from '#cloud/rules/iam/find.ts'
import { paging, sortedListing } from '#cloud/rules/iam/page.ts'
import { entityName, patterned, text, word } from '#cloud/rules/iam/parameters.ts'
import { readPublicKey } from '#cloud/rules/iam/public-keys.ts'
import { uniqueId } from '#cloud/rules/iam/unique-id.ts'
import type { SshPublicKey } from '#cloud/schema/iam-keys.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { listedSshPublicKeyXml, sshPublicKeyXml } from '#cloud/xml/iam-keys.ts'
import { pageXml } from '#cloud/xml/page.ts'

const { post } = routesFor<CloudCall>()

const UserName = entityName(64)
const own = { UserName, SSHPublicKeyId: patterned(20, 128, /^[\w]+$/) }

/** The largest number of keys of a user. */
const MOST = 5

/**
 * Public keys of users for CodeCommit, which is not here: nothing accepts them.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_UploadSSHPublicKey.html
 */
export const sshPublicKeysRoutes = [
  post('iam:UploadSSHPublicKey', '/', iamInput({ UserName, SSHPublicKeyBody: text(1, 16_384) }), (call) => {
    const { rows, input, clock, ids } = call
    const user = findUser(call, input.UserName)
    const read = readPublicKey(input.SSHPublicKeyBody)
    const known = rows.sshPublicKeys.referring('userId', user.id)
    if (known.some(({ fingerprint }) => fingerprint === read.fingerprint)) throw duplicatePublicKey()
    if (known.length >= MOST) throw limitExceeded(`Cannot exceed quota for SSHPublicKeysPerUser: ${MOST}`)
    const key = rows.sshPublicKeys.insert({
      id: uniqueId(ids, 'publicKey'),
      userId: user.id,
      ...read,
      status: 'Active',
      createdAt: clock.now(),
    })
    return queryAnswer(call, { SSHPublicKey: sshPublicKeyXml(user.name, key, input.SSHPublicKeyBody) })
  }),
  post('iam:GetSSHPublicKey', '/', iamInput({ ...own, Encoding: word('SSH', 'PEM') }), (call) => {
    const { UserName: name, Encoding: encoding } = call.input
    const key = findKey(call, call.input)
    return queryAnswer(call, { SSHPublicKey: sshPublicKeyXml(name, key, key.body[encoding]) })
  }),
  post('iam:ListSSHPublicKeys', '/', iamInput({ UserName: v.optional(UserName), ...paging }), (call) => {
    const user = findRequestedUser(call, call.input.UserName)
    const keys = sortedListing(call.rows.sshPublicKeys.referring('userId', user.id), ({ id }) => id)
    return queryAnswer(
      call,
      pageXml('SSHPublicKeys', keys, call.input, (each) => listedSshPublicKeyXml(user.name, each)),
    )
  }),
  post('iam:UpdateSSHPublicKey', '/', iamInput({ ...own, Status: word('Active', 'Inactive') }), (call) => {
    call.rows.sshPublicKeys.update(findKey(call, call.input).id, { status: call.input.Status })
    return queryAnswer(call)
  }),
  post('iam:DeleteSSHPublicKey', '/', iamInput(own), (call) => {
    call.rows.sshPublicKeys.delete(findKey(call, call.input).id)
    return queryAnswer(call)
  }),
]

/** @throws `NoSuchEntity` for another user's key too. */
function findKey(call: CloudCall, input: { readonly UserName: string; readonly SSHPublicKeyId: string }): SshPublicKey {
  const user = findUser(call, input.UserName)
  const key = call.rows.sshPublicKeys.get(input.SSHPublicKeyId)
  if (key?.userId === user.id) return key
  throw noSuchEntity(`The Public Key with id ${input.SSHPublicKeyId} cannot be found.`)
}
