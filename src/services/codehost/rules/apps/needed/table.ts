/**
 * Operations by the permissions that they need, in the vendor's notation of `x-accepted-github-permissions`. Each text
 * of operations lists several.
 * https://docs.github.com/rest/authentication/permissions-required-for-github-apps
 */
export type PermissionTable = readonly (readonly [permissions: string, ...operations: string[]])[]
