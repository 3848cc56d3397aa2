import { isIPv4, isIPv6 } from 'node:net'
import type { DocdbContext } from '#docdb/call.ts'
import { invalidAttribute, missingAttribute } from '#docdb/errors/admin.ts'
import type { AccessEntry, Project } from '#docdb/schema/admin.ts'
import { newObjectId } from './object-id.ts'

/** The fields of a new entry of an access list. */
export type AccessEntryInput = Omit<AccessEntry, 'id' | 'projectId' | 'entry'>

/**
 * Adds an entry to the access list of a project, in place of an earlier one for the same addresses. An address becomes
 * a block of one.
 *
 * @throws 400 unless the entry names exactly one address, block or security group.
 */
export function addAccessEntry(context: DocdbContext, project: Project, input: AccessEntryInput): AccessEntry {
  const { rows, clock, schedule } = context
  const { ipAddress, cidrBlock, awsSecurityGroup } = input
  const named = [ipAddress, cidrBlock, awsSecurityGroup].filter((each) => each !== null)
  if (named.length === 0) throw missingAttribute('ipAddress')
  if (named.length > 1) throw invalidAttribute('cidrBlock')
  if (ipAddress !== null && !isIPv4(ipAddress) && !isIPv6(ipAddress)) throw invalidAttribute('ipAddress')
  if (cidrBlock !== null && !isBlock(cidrBlock)) throw invalidAttribute('cidrBlock')
  if (awsSecurityGroup !== null && !/^(\d+\/)?sg-\w+$/.test(awsSecurityGroup))
    throw invalidAttribute('awsSecurityGroup')
  const block = ipAddress === null ? cidrBlock : `${ipAddress}/${isIPv4(ipAddress) ? 32 : 128}`
  const entry = block ?? awsSecurityGroup ?? ''
  const before = rows.accessEntries.find('entry', project.id, entry)
  if (before !== undefined) rows.accessEntries.delete(before.id)
  const single = /^(.+)\/(?:32|128)$/.exec(entry)?.[1]
  const added = rows.accessEntries.insert({
    id: newObjectId(context),
    projectId: project.id,
    ...input,
    entry,
    cidrBlock: block,
    ipAddress: single ?? null,
  })
  if (added.deleteAfter !== null) {
    schedule(Math.max(0, added.deleteAfter - clock.now()), 'deleteAccessEntry', { entryId: added.id })
  }
  return added
}

/** The timer's action: deletes an entry whose time is over. */
export function deleteExpiredEntry(
  { rows }: Pick<DocdbContext, 'rows'>,
  { entryId }: { readonly entryId: string },
): void {
  if (rows.accessEntries.get(entryId) !== undefined) rows.accessEntries.delete(entryId)
}

function isBlock(text: string): boolean {
  const [, address = '', bits = ''] = /^(.+)\/(\d{1,3})$/.exec(text) ?? []
  const length = Number(bits)
  return (isIPv4(address) && length <= 32) || (isIPv6(address) && length <= 128)
}
