import type { AuthContext, Rows } from '#auth-saas/call.ts'
import type { RowWriters } from '#core/inspection/row-writers.ts'
import { enterpriseConnectionJson } from './enterprise.ts'
import {
  apiKeyJson,
  identifierJson,
  invitationJson,
  jwtTemplateJson,
  m2mTokenJson,
  machineJson,
  oauthApplicationJson,
  redirectUrlJson,
  signInTokenJson,
  waitlistEntryJson,
} from './instance.ts'
import {
  membershipJson,
  organizationDomainJson,
  organizationInvitationJson,
  organizationJson,
  permissionJson,
  roleJson,
  roleSetJson,
} from './organization.ts'
import { clientJson, sessionJson } from './session.ts'
import { emailAddressJson, externalAccountJson, phoneNumberJson, userJson } from './user.ts'

/** Writes rows for the inspector, as the vendor's API answers them. */
export const rowWriters: RowWriters<AuthContext, Rows> = {
  allowlist: (_site, row) => identifierJson('allowlist_identifier', row),
  apiKeys: (site, row) => apiKeyJson(site, row),
  blocklist: (_site, row) => identifierJson('blocklist_identifier', row),
  clients: (site, row) => clientJson(site, row),
  emailAddresses: (_site, row) => emailAddressJson(row),
  enterpriseConnections: (site, row) => enterpriseConnectionJson(site, row),
  externalAccounts: (_site, row) => externalAccountJson(row),
  invitations: (site, row) => invitationJson(site, row),
  jwtTemplates: (_site, row) => jwtTemplateJson(row),
  m2mTokens: (site, row) => m2mTokenJson(site, row),
  machines: (site, row) => machineJson(site, row),
  memberships: (site, row) => membershipJson(site, row),
  oauthApplications: (site, row) => oauthApplicationJson(site, row),
  organizationDomains: (site, row) => organizationDomainJson(site, row),
  organizationInvitations: (site, row) => organizationInvitationJson(site, row),
  organizations: (site, row) => organizationJson(site, row),
  permissions: (_site, row) => permissionJson(row),
  phoneNumbers: (_site, row) => phoneNumberJson(row),
  redirectUrls: (_site, row) => redirectUrlJson(row),
  roleSets: (site, row) => roleSetJson(site, row),
  roles: (site, row) => roleJson(site, row),
  sessions: (_site, row) => sessionJson(row),
  signInTokens: (site, row) => signInTokenJson(site, row),
  users: (site, row) => userJson(site, row),
  waitlistEntries: (site, row) => waitlistEntryJson(site, row),
}
