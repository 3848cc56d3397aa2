import type { OidcProvider, Role, User } from '#cloud/schema/iam.ts'
import { AWS_ACCOUNT } from '../account.ts'

type Named = Pick<User, 'account' | 'path' | 'name'>

/** Returns the beginning of the ARNs of sessions in an account: `arn:aws:sts::123456789012`. */
function stsAccount(account: string): string {
  return account.replace(':iam:', ':sts:')
}

/** Returns `arn:aws:iam::123456789012:user/teams/web/ada`. */
export function userArn({ account, path, name }: Named): string {
  return `${account}:user${path}${name}`
}

/** Returns `arn:aws:iam::123456789012:group/admins`. */
export function groupArn({ account, path, name }: Named): string {
  return `${account}:group${path}${name}`
}

/** Returns `arn:aws:iam::123456789012:role/service-role/worker`. */
export function roleArn({ account, path, name }: Named): string {
  return `${account}:role${path}${name}`
}

/** Returns `arn:aws:sts::123456789012:assumed-role/worker/session`, which leaves out the role's path. */
export function sessionArn({ account, name }: Pick<Role, 'account' | 'name'>, session: string): string {
  return `${stsAccount(account)}:assumed-role/${name}/${session}`
}

/** Returns `arn:aws:sts::123456789012:federated-user/ada`. */
export function federatedUserArn(account: string, name: string): string {
  return `${stsAccount(account)}:federated-user/${name}`
}

/** Returns `arn:aws:iam::123456789012:policy/uploads`. The account of the vendor's own policies is `aws`. */
export function policyArn({ account, path, name }: Named): string {
  return `${account}:policy${path}${name}`
}

/** Returns the ARN of a policy as an account sees it: the vendor's own have the account's partition. */
export function policyArnIn(account: string, arn: string): string {
  return arn.startsWith(AWS_ACCOUNT)
    ? `${account.slice(0, account.lastIndexOf(':'))}:aws${arn.slice(AWS_ACCOUNT.length)}`
    : arn
}

/** Returns `arn:aws:iam::123456789012:instance-profile/web`. */
export function instanceProfileArn({ account, path, name }: Named): string {
  return `${account}:instance-profile${path}${name}`
}

/** Returns `arn:aws:iam::123456789012:oidc-provider/accounts.example.com`. */
export function oidcProviderArn({ account, host }: Pick<OidcProvider, 'account' | 'host'>): string {
  return `${account}:oidc-provider/${host}`
}

/** Returns `arn:aws:iam::123456789012:server-certificate/cloudfront/web`. */
export function serverCertificateArn({ account, path, name }: Named): string {
  return `${account}:server-certificate${path}${name}`
}

/** Returns `arn:aws:iam::123456789012:mfa/phone`: the serial number of a virtual device. */
export function mfaDeviceArn({ account, path, name }: Named): string {
  return `${account}:mfa${path}${name}`
}

/** Returns `arn:aws:iam::123456789012:saml-provider/okta`. */
export function samlProviderArn({ account, name }: Pick<Named, 'account' | 'name'>): string {
  return `${account}:saml-provider/${name}`
}
