import type { Group, InstanceProfile, OidcProvider, Role, User } from '#cloud/schema/iam.ts'

type Named = Pick<User, 'path' | 'name'>

/** Returns `arn:aws:iam::123456789012:user/teams/web/ada`. */
export function userArn(accountId: string, { path, name }: Named): string {
  return `arn:aws:iam::${accountId}:user${path}${name}`
}

/** Returns `arn:aws:iam::123456789012:group/admins`. */
export function groupArn(accountId: string, { path, name }: Pick<Group, 'path' | 'name'>): string {
  return `arn:aws:iam::${accountId}:group${path}${name}`
}

/** Returns `arn:aws:iam::123456789012:role/service-role/worker`. */
export function roleArn(accountId: string, { path, name }: Pick<Role, 'path' | 'name'>): string {
  return `arn:aws:iam::${accountId}:role${path}${name}`
}

/** Returns `arn:aws:sts::123456789012:assumed-role/worker/session`, which leaves out the role's path. */
export function sessionArn(accountId: string, role: Pick<Role, 'name'>, session: string): string {
  return `arn:aws:sts::${accountId}:assumed-role/${role.name}/${session}`
}

/** Returns `arn:aws:sts::123456789012:federated-user/ada`. */
export function federatedUserArn(accountId: string, name: string): string {
  return `arn:aws:sts::${accountId}:federated-user/${name}`
}

/** Returns `arn:aws:iam::123456789012:policy/uploads`. The account of the vendor's own policies is `aws`. */
export function policyArn(account: string, { path, name }: Named): string {
  return `arn:aws:iam::${account}:policy${path}${name}`
}

/** Returns `arn:aws:iam::123456789012:instance-profile/web`. */
export function instanceProfileArn(accountId: string, { path, name }: Pick<InstanceProfile, 'path' | 'name'>): string {
  return `arn:aws:iam::${accountId}:instance-profile${path}${name}`
}

/** Returns `arn:aws:iam::123456789012:oidc-provider/accounts.example.com`. */
export function oidcProviderArn(accountId: string, { host }: Pick<OidcProvider, 'host'>): string {
  return `arn:aws:iam::${accountId}:oidc-provider/${host}`
}

/** Returns `arn:aws:iam::123456789012:server-certificate/cloudfront/web`. */
export function serverCertificateArn(accountId: string, { path, name }: Named): string {
  return `arn:aws:iam::${accountId}:server-certificate${path}${name}`
}

/** Returns `arn:aws:iam::123456789012:mfa/phone`: the serial number of a virtual device. */
export function mfaDeviceArn(accountId: string, { path, name }: Named): string {
  return `arn:aws:iam::${accountId}:mfa${path}${name}`
}

/** Returns `arn:aws:iam::123456789012:saml-provider/okta`. */
export function samlProviderArn(accountId: string, { name }: Pick<Named, 'name'>): string {
  return `arn:aws:iam::${accountId}:saml-provider/${name}`
}
