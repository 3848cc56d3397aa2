import { SeedProblem } from '#core/service.ts'
import type { CloudContext } from '#cloud/call.ts'
import { hostOf } from '#cloud/rules/iam/access.ts'
import { policyArn } from '#cloud/rules/iam/arns.ts'
import { AWS_POLICIES, awsDocument } from '#cloud/rules/iam/aws-policies.ts'
import { checkManagedPolicy, checkTrustPolicy } from '#cloud/rules/iam/documents.ts'
import { attach, putInline } from '#cloud/rules/iam/holder-policies.ts'
import { addAccessKey, addGroup, addPolicy, addRole, addUser } from '#cloud/rules/iam/new-entities.ts'
import { uniqueId } from '#cloud/rules/iam/unique-id.ts'
import type { HolderKind, ManagedPolicy, Tag } from '#cloud/schema/iam.ts'
import type { IamSection } from '#cloud/seed/iam.ts'
import { applyAt, type SeedPath } from '#cloud/seed/problem.ts'
import { settingsOf } from '#cloud/rules/settings.ts'

type Policies = IamSection['users'][number]['policies']

/**
 * Fills the store from the `iam` part of a seed.
 *
 * @throws {@link SeedProblem} where it contradicts itself.
 */
export function seedIam(context: CloudContext, section: IamSection): void {
  seedAwsPolicies(context)
  for (const [index, { policy_name, path, description, document, tags }] of section.policies.entries()) {
    const text = documentText(document)
    applyAt(['iam', 'policies', index], () => {
      checkManagedPolicy(text)
      addPolicy(context, {
        name: policy_name,
        path,
        description: description ?? null,
        document: text,
        tags: tagsOf(tags),
      })
    })
  }
  seedGroups(context, section)
  seedUsers(context, section)
  seedRoles(context, section)
  for (const { url, client_ids: clientIds } of section.oidc_providers) {
    const createdAt = context.clock.now()
    context.rows.oidcProviders.insert({ host: hostOf(url), clientIds, thumbprints: [], tags: [], createdAt })
  }
}

function seedAwsPolicies({ rows, clock, ids }: CloudContext): void {
  const now = clock.now()
  for (const each of AWS_POLICIES) {
    const { name, path, description } = each
    const { id } = rows.managedPolicies.insert({
      name,
      path,
      description,
      arn: policyArn('aws', each),
      isAws: true,
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

function seedGroups(context: CloudContext, { groups }: IamSection): void {
  for (const [index, { group_name: name, path, policies }] of groups.entries()) {
    const at = ['iam', 'groups', index]
    const group = applyAt(at, () => addGroup(context, { name, path }))
    seedPolicies(context, 'group', group, policies, at)
  }
}

function seedUsers(context: CloudContext, { users }: IamSection): void {
  const { rows } = context
  for (const [index, seeded] of users.entries()) {
    const at = ['iam', 'users', index]
    const { user_name: name, path, tags } = seeded
    const permissionsBoundary = boundaryOf(context, seeded.permissions_boundary, at)
    const user = applyAt(at, () => addUser(context, { name, path, permissionsBoundary, tags: tagsOf(tags) }))
    seedPolicies(context, 'user', user, seeded.policies, at)
    for (const [position, groupName] of seeded.groups.entries()) {
      const group = rows.groups.find('name', groupName.toLowerCase())
      if (group === undefined) {
        const names = rows.groups.all().map((each) => each.name)
        throw new SeedProblem([...at, 'groups', position], `no group is named ${groupName}`, names)
      }
      rows.memberships.insert({ groupId: group.id, userId: user.id })
    }
    seedAccessKey(context, user.id, seeded, at)
  }
}

function seedAccessKey(context: CloudContext, userId: number, seeded: IamSection['users'][number], at: SeedPath): void {
  const { create_access_key: made, access_key_id: id, secret_access_key: secret } = seeded
  if (id === undefined && secret !== undefined) {
    throw new SeedProblem([...at, 'secret_access_key'], 'a secret needs an access_key_id')
  }
  if (id === undefined && !made) return
  if (id !== undefined && context.rows.credentials.get(id) !== undefined) {
    throw new SeedProblem([...at, 'access_key_id'], `${id}: another access key has this id`)
  }
  addAccessKey(context, userId, { id, secret })
}

function seedRoles(context: CloudContext, { roles }: IamSection): void {
  const trust = JSON.stringify(trustOfAccount(settingsOf(context).accountId))
  for (const [index, seeded] of roles.entries()) {
    const at = ['iam', 'roles', index]
    const { role_name: name, path, description, assume_role_policy: document, tags } = seeded
    const permissionsBoundary = boundaryOf(context, seeded.permissions_boundary, at)
    const role = applyAt(at, () =>
      addRole(context, {
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
  // Trust policies are checked last because roles may name each other as principals.
  for (const [index, { role_name: name }] of roles.entries()) {
    const role = context.rows.roles.find('name', name.toLowerCase())
    applyAt(['iam', 'roles', index, 'assume_role_policy'], () =>
      checkTrustPolicy(context, role?.assumeRolePolicyDocument ?? ''),
    )
  }
}

/** Returns a trust policy that lets the account's own policies decide who may assume the role. */
function trustOfAccount(accountId: string): object {
  const Principal = { AWS: `arn:aws:iam::${accountId}:root` }
  return { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal, Action: 'sts:AssumeRole' }] }
}

function seedPolicies(
  context: CloudContext,
  kind: HolderKind,
  holder: { readonly id: number; readonly name: string },
  policies: Policies,
  at: SeedPath,
): void {
  for (const [index, policy] of policies.entries()) {
    const here = [...at, 'policies', index]
    if (typeof policy === 'string') {
      const managed = findNamed(context, policy, here)
      applyAt(here, () => attach(context.rows, kind, holder.id, managed))
    } else {
      const inline = { name: policy.policy_name, document: documentText(policy.document) }
      applyAt(here, () => putInline(context.rows, kind, holder, inline))
    }
  }
}

function boundaryOf(context: CloudContext, named: string | undefined, at: SeedPath): string | null {
  return named === undefined ? null : findNamed(context, named, [...at, 'permissions_boundary']).arn
}

/**
 * Finds a managed policy by ARN or name; the account's own policy comes before the vendor's.
 *
 * @throws {@link SeedProblem}.
 */
function findNamed({ rows }: CloudContext, named: string, at: SeedPath): ManagedPolicy {
  const found =
    rows.managedPolicies.find('arn', named) ??
    rows.managedPolicies.find('name', 'false', named.toLowerCase()) ??
    rows.managedPolicies.find('name', 'true', named.toLowerCase())
  if (found !== undefined) return found
  const names = rows.managedPolicies.all().map(({ name }) => name)
  throw new SeedProblem(at, `no managed policy is named ${named}`, names)
}

function documentText(document: string | Readonly<Record<string, unknown>>): string {
  return typeof document === 'string' ? document : JSON.stringify(document)
}

function tagsOf(tags: Readonly<Record<string, string>>): Tag[] {
  return Object.entries(tags).map(([key, value]) => ({ key, value }))
}
