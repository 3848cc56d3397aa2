import * as v from 'valibot'
import type { CodehostCall } from '#codehost/call.ts'
import { validationFailed } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { SshKey } from '#codehost/schema/ssh-keys.ts'

/** The request body of a new SSH key. */
export const SshKeyInput = v.object({
  title: v.optional(v.nullable(v.string())),
  key: v.string(),
  read_only: v.optional(v.boolean(), false),
})

const TYPES =
  /^(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-nistp(?:256|384|521)|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/

/**
 * Adds an SSH key of a user or a repository.
 *
 * @throws 422 for a text that is no public key of OpenSSH, and for a key that is in use.
 */
export function addSshKey(
  { rows, clock }: CodehostCall,
  kind: SshKey['kind'],
  owner: { readonly user: Account; readonly repo?: Repo },
  { title, key: text, read_only: readOnly }: v.InferOutput<typeof SshKeyInput>,
): SshKey {
  const { key, comment } = parseKey(text)
  if (rows.sshKeys.find('key', kind === 'signing', key) !== undefined) throw wrongKey('key is already in use')
  return rows.sshKeys.insert({
    kind,
    userId: owner.repo === undefined ? owner.user.id : null,
    repoId: owner.repo?.id ?? null,
    // The command line of the vendor sends an empty title when it is given none.
    title: title || comment,
    key,
    readOnly,
    addedById: owner.user.id,
    createdAt: clock.now(),
  })
}

/** Returns the type and the key of a line of OpenSSH, and its comment. The key names its type, too. */
function parseKey(text: string): { readonly key: string; readonly comment: string } {
  const [type = '', data = '', ...comment] = text.trim().split(/\s+/)
  const bytes = Buffer.from(data, 'base64')
  const isKey = TYPES.test(type) && bytes.length > 4 && bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString() === type
  if (!isKey) throw wrongKey('key is invalid. You must supply a key in OpenSSH public key format')
  return { key: `${type} ${data}`, comment: comment.join(' ') }
}

function wrongKey(message: string) {
  return validationFailed({ resource: 'PublicKey', field: 'key', code: 'custom', message })
}
