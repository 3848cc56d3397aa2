import type { Group, InstanceProfile, OidcProvider, Role, User } from '../../schema-iam.ts'

type Named = Pick<User, 'path' | 'name'>

/** `arn:aws:iam::123456789012:user/teams/web/ada` */
export function userArn(accountId: string, { path, name }: Named): string {
  return `arn:aws:iam::${accountId}:user${path}${name}`
}

/** `arn:aws:iam::123456789012:group/admins` */
export function groupArn(accountId: string, { path, name }: Pick<Group, 'path' | 'name'>): string {
  return `arn:aws:iam::${accountId}:group${path}${name}`
}

/** `arn:aws:iam::123456789012:role/service-role/worker` */
export function roleArn(accountId: string, { path, name }: Pick<Role, 'path' | 'name'>): string {
  return `arn:aws:iam::${accountId}:role${path}${name}`
}

/** `arn:aws:sts::123456789012:assumed-role/worker/session`: without the path of the role. */
export function sessionArn(accountId: string, role: Pick<Role, 'name'>, session: string): string {
  return `arn:aws:sts::${accountId}:assumed-role/${role.name}/${session}`
}

/** `arn:aws:sts::123456789012:federated-user/ada` */
export function federatedUserArn(accountId: string, name: string): string {
  return `arn:aws:sts::${accountId}:federated-user/${name}`
}

/** `arn:aws:iam::123456789012:policy/uploads`; the vendor's own have the account `aws`. */
export function policyArn(account: string, { path, name }: Named): string {
  return `arn:aws:iam::${account}:policy${path}${name}`
}

/** `arn:aws:iam::123456789012:instance-profile/web` */
export function instanceProfileArn(accountId: string, { path, name }: Pick<InstanceProfile, 'path' | 'name'>): string {
  return `arn:aws:iam::${accountId}:instance-profile${path}${name}`
}

/** `arn:aws:iam::123456789012:oidc-provider/accounts.example.com` */
export function oidcProviderArn(accountId: string, { host }: Pick<OidcProvider, 'host'>): string {
  return `arn:aws:iam::${accountId}:oidc-provider/${host}`
}
