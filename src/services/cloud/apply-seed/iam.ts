import { SeedProblem } from '#core/service.ts'
import type { CloudContext } from '#cloud/call.ts'
import { AWS_ACCOUNT } from '#cloud/rules/account.ts'
import { hostOf } from '#cloud/rules/iam/access.ts'
import { policyArn } from '#cloud/rules/iam/arns.ts'
import { AWS_POLICIES, awsDocument } from '#cloud/rules/iam/aws-policies.ts'
import { checkManagedPolicy, checkTrustPolicy } from '#cloud/rules/iam/documents.ts'
import { withoutPartition } from '#cloud/rules/iam/find.ts'
import { attach, putInline } from '#cloud/rules/iam/holder-policies.ts'
import { addAccessKey, addGroup, addPolicy, addRole, addUser } from '#cloud/rules/iam/new-entities.ts'
import { uniqueId } from '#cloud/rules/iam/unique-id.ts'
import type { Group, HolderKind, ManagedPolicy, Role, Tag, User } from '#cloud/schema/iam.ts'
import type { IamSection } from '#cloud/seed/iam.ts'
import { applyAt, type SeedAccount, type SeedPath } from '#cloud/seed/problem.ts'

type Policies = IamSection['users'][number]['policies']

/**
 * Fills the store from the `iam` part of a seed.
 *
 * @throws {@link SeedProblem} where it contradicts itself.
 */
export function seedIam(context: CloudContext, owner: SeedAccount, section: IamSection): void {
  const { account, path: at } = owner
  for (const [index, { policy_name, path, description, document, tags }] of section.policies.entries()) {
    const text = documentText(document)
    applyAt([...at, 'iam', 'policies', index], () => {
      checkManagedPolicy(text)
      addPolicy(context, {
        account,
        name: policy_name,
        path,
        description: description ?? null,
        document: text,
        tags: tagsOf(tags),
      })
    })
  }
  seedGroups(context, owner, section)
  seedUsers(context, owner, section)
  seedRoles(context, owner, section)
  for (const { url, client_ids: clientIds } of section.oidc_providers) {
    const createdAt = context.clock.now()
    context.rows.oidcProviders.insert({ account, host: hostOf(url), clientIds, thumbprints: [], tags: [], createdAt })
  }
}

/** Adds the vendor's managed policies, which all accounts share. */
export function seedAwsPolicies({ rows, clock, ids }: CloudContext): void {
  const now = clock.now()
  for (const each of AWS_POLICIES) {
    const { name, path, description } = each
    const { id } = rows.managedPolicies.insert({
      account: AWS_ACCOUNT,
      name,
      path,
      description,
      arn: policyArn({ account: AWS_ACCOUNT, path, name }),
      uniqueId: uniqueId(ids, 'policy'),
      defaultVersion: 1,
      lastVersion: 1,
      createdAt: now,
      updatedAt: now,
      tags: [],
    })
    rows.policyVersions.insert({ policyId: id, number: 1, document: awsDocument(each), createdAt: now })
  }
}

function seedGroups(context: CloudContext, { account, path: place }: SeedAccount, { groups }: IamSection): void {
  for (const [index, { group_name: name, path, policies }] of groups.entries()) {
    const at = [...place, 'iam', 'groups', index]
    const group = applyAt(at, () => addGroup(context, { account, name, path }))
    seedPolicies(context, 'group', group, policies, at)
  }
}

function seedUsers(context: CloudContext, { account, path: place }: SeedAccount, { users }: IamSection): void {
  const { rows } = context
  for (const [index, seeded] of users.entries()) {
    const at = [...place, 'iam', 'users', index]
    const { user_name: name, path, tags } = seeded
    const permissionsBoundary = boundaryOf(context, account, seeded.permissions_boundary, at)
    const user = applyAt(at, () => addUser(context, { account, name, path, permissionsBoundary, tags: tagsOf(tags) }))
    seedPolicies(context, 'user', user, seeded.policies, at)
    for (const [position, groupName] of seeded.groups.entries()) {
      const group = rows.groups.find('name', account, groupName.toLowerCase())
      if (group === undefined) {
        const names = rows.groups.list('byName', account).map((each) => each.name)
        throw new SeedProblem([...at, 'groups', position], `no group is named ${groupName}`, names)
      }
      rows.memberships.insert({ groupId: group.id, userId: user.id })
    }
    seedAccessKey(context, user, seeded, at)
  }
}

function seedAccessKey(
  context: CloudContext,
  { account, id: userId }: User,
  seeded: IamSection['users'][number],
  at: SeedPath,
): void {
  const { create_access_key: made, access_key_id: id, secret_access_key: secret } = seeded
  if (id === undefined && secret !== undefined) {
    throw new SeedProblem([...at, 'secret_access_key'], 'a secret needs an access_key_id')
  }
  if (id === undefined && !made) return
  if (id !== undefined && context.rows.credentials.get(id) !== undefined) {
    throw new SeedProblem([...at, 'access_key_id'], `${id}: another access key has this id`)
  }
  addAccessKey(context, { account, userId }, { id, secret })
}

function seedRoles(context: CloudContext, { account, path: place }: SeedAccount, { roles }: IamSection): void {
  const trust = JSON.stringify(trustOfAccount(account))
  for (const [index, seeded] of roles.entries()) {
    const at = [...place, 'iam', 'roles', index]
    const { role_name: name, path, description, assume_role_policy: document, tags } = seeded
    const permissionsBoundary = boundaryOf(context, account, seeded.permissions_boundary, at)
    const role = applyAt(at, () =>
      addRole(context, {
        account,
        name,
        path,
        description: description ?? null,
        assumeRolePolicyDocument: document === undefined ? trust : documentText(document),
        maxSessionDuration: seeded.max_session_duration,
        permissionsBoundary,
        tags: tagsOf(tags),
      }),
    )
    seedPolicies(context, 'role', role, seeded.policies, at)
  }
}

/**
 * Checks the trust policies of the seeded roles, which may name each other as principals.
 *
 * @throws {@link SeedProblem}.
 */
export function checkSeededRoles(context: CloudContext, { account, path }: SeedAccount, { roles }: IamSection): void {
  for (const [index, { role_name: name }] of roles.entries()) {
    const role = context.rows.roles.find('name', account, name.toLowerCase())
    applyAt([...path, 'iam', 'roles', index, 'assume_role_policy'], () =>
      checkTrustPolicy(context, role?.assumeRolePolicyDocument ?? ''),
    )
  }
}

/** Returns a trust policy that lets the account's own policies decide who may assume the role. */
function trustOfAccount(account: string): object {
  const Principal = { AWS: `${account}:root` }
  return { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal, Action: 'sts:AssumeRole' }] }
}

function seedPolicies(
  context: CloudContext,
  kind: HolderKind,
  holder: User | Group | Role,
  policies: Policies,
  at: SeedPath,
): void {
  for (const [index, policy] of policies.entries()) {
    const here = [...at, 'policies', index]
    if (typeof policy === 'string') {
      const managed = findNamed(context, holder.account, policy, here)
      applyAt(here, () => attach(context.rows, kind, holder, managed))
    } else {
      const inline = { name: policy.policy_name, document: documentText(policy.document) }
      applyAt(here, () => putInline(context.rows, kind, holder, inline))
    }
  }
}

function boundaryOf(context: CloudContext, account: string, named: string | undefined, at: SeedPath): string | null {
  return named === undefined ? null : findNamed(context, account, named, [...at, 'permissions_boundary']).arn
}

/**
 * Finds a managed policy by ARN or name; the account's own policy comes before the vendor's.
 *
 * @throws {@link SeedProblem}.
 */
function findNamed({ rows }: CloudContext, account: string, named: string, at: SeedPath): ManagedPolicy {
  const found =
    rows.managedPolicies.find('arn', withoutPartition(named)) ??
    rows.managedPolicies.find('name', account, named.toLowerCase()) ??
    rows.managedPolicies.find('name', AWS_ACCOUNT, named.toLowerCase())
  if (found !== undefined) return found
  const names = [account, AWS_ACCOUNT]
    .flatMap((each) => rows.managedPolicies.list('byName', each))
    .map(({ name }) => name)
  throw new SeedProblem(at, `no managed policy is named ${named}`, names)
}

function documentText(document: string | Readonly<Record<string, unknown>>): string {
  return typeof document === 'string' ? document : JSON.stringify(document)
}

function tagsOf(tags: Readonly<Record<string, string>>): Tag[] {
  return Object.entries(tags).map(([key, value]) => ({ key, value }))
}
