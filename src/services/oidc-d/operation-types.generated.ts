// Written by npm run generate from the routes of the service. Do not edit.
import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of oidc-d, each with the parameters of its path and its body. */
export interface OidcDOperations {
  'listUsers': OperationTypes<Record<never, string>>
  'createUser': OperationTypes<Record<never, string>, { profile: { [name: string]: unknown }; credentials?: { password?: { value?: string; hash?: { algorithm: "BCRYPT" | "SHA-512" | "SHA-256" | "SHA-1" | "MD5" | "PBKDF2"; value: string; salt?: string | null; saltOrder?: string | null; iterationCount?: number | null; keySize?: number | null; digestAlgorithm?: string | null }; hook?: unknown }; recovery_question?: { question: string; answer: string } | { question: string; answer?: unknown }; provider?: { type: "OKTA" | "ACTIVE_DIRECTORY" | "LDAP" | "FEDERATION" | "SOCIAL" | "IMPORT"; name?: string } }; groupIds?: string[]; type?: { id: string } }>
  'getUser': OperationTypes<{ userId: string }>
  'updateUser': OperationTypes<{ userId: string }, { profile?: { [name: string]: unknown }; credentials?: { password?: { value?: string; hash?: { algorithm: "BCRYPT" | "SHA-512" | "SHA-256" | "SHA-1" | "MD5" | "PBKDF2"; value: string; salt?: string | null; saltOrder?: string | null; iterationCount?: number | null; keySize?: number | null; digestAlgorithm?: string | null }; hook?: unknown }; recovery_question?: { question: string; answer: string } | { question: string; answer?: unknown }; provider?: { type: "OKTA" | "ACTIVE_DIRECTORY" | "LDAP" | "FEDERATION" | "SOCIAL" | "IMPORT"; name?: string } } }>
  'replaceUser': OperationTypes<{ userId: string }, { profile?: { [name: string]: unknown }; credentials?: { password?: { value?: string; hash?: { algorithm: "BCRYPT" | "SHA-512" | "SHA-256" | "SHA-1" | "MD5" | "PBKDF2"; value: string; salt?: string | null; saltOrder?: string | null; iterationCount?: number | null; keySize?: number | null; digestAlgorithm?: string | null }; hook?: unknown }; recovery_question?: { question: string; answer: string } | { question: string; answer?: unknown }; provider?: { type: "OKTA" | "ACTIVE_DIRECTORY" | "LDAP" | "FEDERATION" | "SOCIAL" | "IMPORT"; name?: string } } }>
  'deleteUser': OperationTypes<{ userId: string }>
  'listUserGroups': OperationTypes<{ userId: string }>
  'listAppLinks': OperationTypes<{ userId: string }>
  'revokeUserSessions': OperationTypes<{ userId: string }>
  'activateUser': OperationTypes<{ userId: string }>
  'reactivateUser': OperationTypes<{ userId: string }>
  'deactivateUser': OperationTypes<{ userId: string }>
  'suspendUser': OperationTypes<{ userId: string }>
  'unsuspendUser': OperationTypes<{ userId: string }>
  'unlockUser': OperationTypes<{ userId: string }>
  'expirePassword': OperationTypes<{ userId: string }>
  'expirePasswordWithTempPassword': OperationTypes<{ userId: string }>
  'resetFactors': OperationTypes<{ userId: string }>
  'resetPassword': OperationTypes<{ userId: string }>
  'changePassword': OperationTypes<{ userId: string }, { oldPassword: { value: string }; newPassword: { value: string }; revokeSessions?: boolean }>
  'changeRecoveryQuestion': OperationTypes<{ userId: string }, { password: { value: string }; recovery_question: { question: string; answer: string } }>
  'forgotPassword': OperationTypes<{ userId: string }>
  'forgotPasswordSetNewPassword': OperationTypes<{ userId: string }, { password: { value: string }; recovery_question: { answer: string } }>
  'listFactors': OperationTypes<{ userId: string }>
  'enrollFactor': OperationTypes<{ userId: string }, { factorType: string; provider?: string; profile?: { [name: string]: unknown } | null }>
  'listSupportedFactors': OperationTypes<{ userId: string }>
  'listSupportedSecurityQuestions': OperationTypes<{ userId: string }>
  'getFactor': OperationTypes<{ userId: string; factorId: string }>
  'replaceFactor': OperationTypes<{ userId: string; factorId: string }, { profile: { [name: string]: unknown } }>
  'unenrollFactor': OperationTypes<{ userId: string; factorId: string }>
  'activateFactor': OperationTypes<{ userId: string; factorId: string }, { passCode?: string; answer?: string }>
  'pollFactorActivation': OperationTypes<{ userId: string; factorId: string }>
  'resendEnrollFactor': OperationTypes<{ userId: string; factorId: string }>
  'verifyFactor': OperationTypes<{ userId: string; factorId: string }, { passCode?: string; answer?: string }>
  'getFactorTransactionStatus': OperationTypes<{ userId: string; factorId: string; transactionId: string }>
  'cancelFactorTransaction': OperationTypes<{ userId: string; factorId: string; transactionId: string }>
  'listGroupRules': OperationTypes<Record<never, string>>
  'createGroupRule': OperationTypes<Record<never, string>, { type?: "group_rule"; name: string; conditions: { people?: { users?: { exclude?: string[] | null } | null } | null; expression: { value: string; type?: "urn:okta:expression:1.0" } }; actions: { assignUserToGroups: { groupIds: string[] } } }>
  'getGroupRule': OperationTypes<{ groupRuleId: string }>
  'replaceGroupRule': OperationTypes<{ groupRuleId: string }, { type?: "group_rule"; name: string; conditions: { people?: { users?: { exclude?: string[] | null } | null } | null; expression: { value: string; type?: "urn:okta:expression:1.0" } }; actions: { assignUserToGroups: { groupIds: string[] } } }>
  'deleteGroupRule': OperationTypes<{ groupRuleId: string }>
  'activateGroupRule': OperationTypes<{ groupRuleId: string }>
  'deactivateGroupRule': OperationTypes<{ groupRuleId: string }>
  'listGroups': OperationTypes<Record<never, string>>
  'addGroup': OperationTypes<Record<never, string>, { profile: { [name: string]: unknown } }>
  'getGroup': OperationTypes<{ groupId: string }>
  'replaceGroup': OperationTypes<{ groupId: string }, { profile: { [name: string]: unknown } }>
  'deleteGroup': OperationTypes<{ groupId: string }>
  'listGroupUsers': OperationTypes<{ groupId: string }>
  'assignUserToGroup': OperationTypes<{ groupId: string; userId: string }>
  'unassignUserFromGroup': OperationTypes<{ groupId: string; userId: string }>
  'listAssignedApplicationsForGroup': OperationTypes<{ groupId: string }>
  'listGroupOwners': OperationTypes<{ groupId: string }>
  'assignGroupOwner': OperationTypes<{ groupId: string }, { id: string; type: "USER" | "GROUP" }>
  'deleteGroupOwner': OperationTypes<{ groupId: string; ownerId: string }>
  'listAssignedRolesForUser': OperationTypes<{ userId: string }>
  'assignRoleToUser': OperationTypes<{ userId: string }, { type: "SUPER_ADMIN" | "ORG_ADMIN" | "API_ACCESS_MANAGEMENT_ADMIN" | "API_ADMIN" | "APP_ADMIN" | "GROUP_MEMBERSHIP_ADMIN" | "HELP_DESK_ADMIN" | "MOBILE_ADMIN" | "READ_ONLY_ADMIN" | "REPORT_ADMIN" | "USER_ADMIN" | "WORKFLOWS_ADMIN" }>
  'getUserAssignedRole': OperationTypes<{ userId: string; roleId: string }>
  'unassignRoleFromUser': OperationTypes<{ userId: string; roleId: string }>
  'listGroupTargetsForRole': OperationTypes<{ userId: string; roleId: string }>
  'assignGroupTargetToUserRole': OperationTypes<{ userId: string; roleId: string; targetGroupId: string }>
  'unassignGroupTargetFromUserAdminRole': OperationTypes<{ userId: string; roleId: string; targetGroupId: string }>
  'listApplicationTargetsForApplicationAdministratorRoleForUser': OperationTypes<{ userId: string; roleId: string }>
  'assignAllAppsAsTargetToRoleForUser': OperationTypes<{ userId: string; roleId: string }>
  'assignAppTargetToAdminRoleForUser': OperationTypes<{ userId: string; roleId: string; appName: string }>
  'unassignAppTargetFromAppAdminRoleForUser': OperationTypes<{ userId: string; roleId: string; appName: string }>
  'assignAppInstanceTargetToAppAdminRoleForUser': OperationTypes<{ userId: string; roleId: string; appName: string; targetAppId: string }>
  'unassignAppInstanceTargetFromAdminRoleForUser': OperationTypes<{ userId: string; roleId: string; appName: string; targetAppId: string }>
  'listGroupAssignedRoles': OperationTypes<{ groupId: string }>
  'assignRoleToGroup': OperationTypes<{ groupId: string }, { type: "SUPER_ADMIN" | "ORG_ADMIN" | "API_ACCESS_MANAGEMENT_ADMIN" | "API_ADMIN" | "APP_ADMIN" | "GROUP_MEMBERSHIP_ADMIN" | "HELP_DESK_ADMIN" | "MOBILE_ADMIN" | "READ_ONLY_ADMIN" | "REPORT_ADMIN" | "USER_ADMIN" | "WORKFLOWS_ADMIN" }>
  'getGroupAssignedRole': OperationTypes<{ groupId: string; roleId: string }>
  'unassignRoleFromGroup': OperationTypes<{ groupId: string; roleId: string }>
  'listGroupTargetsForGroupRole': OperationTypes<{ groupId: string; roleId: string }>
  'assignGroupTargetToGroupAdminRole': OperationTypes<{ groupId: string; roleId: string; targetGroupId: string }>
  'unassignGroupTargetFromGroupAdminRole': OperationTypes<{ groupId: string; roleId: string; targetGroupId: string }>
  'listApplicationTargetsForApplicationAdministratorRoleForGroup': OperationTypes<{ groupId: string; roleId: string }>
  'assignAppTargetToAdminRoleForGroup': OperationTypes<{ groupId: string; roleId: string; appName: string }>
  'unassignAppTargetToAdminRoleForGroup': OperationTypes<{ groupId: string; roleId: string; appName: string }>
  'assignAppInstanceTargetToAppAdminRoleForGroup': OperationTypes<{ groupId: string; roleId: string; appName: string; targetAppId: string }>
  'unassignAppInstanceTargetToAppAdminRoleForGroup': OperationTypes<{ groupId: string; roleId: string; appName: string; targetAppId: string }>
  'listApplications': OperationTypes<Record<never, string>>
  'createApplication': OperationTypes<Record<never, string>, object>
  'getApplication': OperationTypes<{ appId: string }>
  'replaceApplication': OperationTypes<{ appId: string }, object>
  'deleteApplication': OperationTypes<{ appId: string }>
  'activateApplication': OperationTypes<{ appId: string }>
  'deactivateApplication': OperationTypes<{ appId: string }>
  'listApplicationUsers': OperationTypes<{ appId: string }>
  'assignUserToApplication': OperationTypes<{ appId: string }, { scope?: "USER" | "GROUP"; credentials?: { userName?: string; password?: { value?: string } } | null; profile?: { [name: string]: unknown } | null; id: string }>
  'getApplicationUser': OperationTypes<{ appId: string; userId: string }>
  'updateApplicationUser': OperationTypes<{ appId: string; userId: string }, { scope?: "USER" | "GROUP"; credentials?: { userName?: string; password?: { value?: string } } | null; profile?: { [name: string]: unknown } | null }>
  'unassignUserFromApplication': OperationTypes<{ appId: string; userId: string }>
  'listApplicationGroupAssignments': OperationTypes<{ appId: string }>
  'getApplicationGroupAssignment': OperationTypes<{ appId: string; groupId: string }>
  'assignGroupToApplication': OperationTypes<{ appId: string; groupId: string }, { priority?: number | null; profile?: { [name: string]: unknown } | null }>
  'unassignApplicationFromGroup': OperationTypes<{ appId: string; groupId: string }>
  'listOAuth2ClientSecrets': OperationTypes<{ appId: string }>
  'createOAuth2ClientSecret': OperationTypes<{ appId: string }, { client_secret?: string | null; status?: "ACTIVE" | "INACTIVE" }>
  'getOAuth2ClientSecret': OperationTypes<{ appId: string; secretId: string }>
  'deleteOAuth2ClientSecret': OperationTypes<{ appId: string; secretId: string }>
  'activateOAuth2ClientSecret': OperationTypes<{ appId: string; secretId: string }>
  'deactivateOAuth2ClientSecret': OperationTypes<{ appId: string; secretId: string }>
  'listJwk': OperationTypes<{ appId: string }>
  'addJwk': OperationTypes<{ appId: string }, { kty: "RSA" | "EC"; kid?: string | null; status?: "ACTIVE" | "INACTIVE" }>
  'getJwk': OperationTypes<{ appId: string; keyId: string }>
  'deletejwk': OperationTypes<{ appId: string; keyId: string }>
  'activateOAuth2ClientJsonWebKey': OperationTypes<{ appId: string; keyId: string }>
  'deactivateOAuth2ClientJsonWebKey': OperationTypes<{ appId: string; keyId: string }>
  'listApplicationKeys': OperationTypes<{ appId: string }>
  'generateApplicationKey': OperationTypes<{ appId: string }>
  'getApplicationKey': OperationTypes<{ appId: string; keyId: string }>
  'cloneApplicationKey': OperationTypes<{ appId: string; keyId: string }>
  'listCsrsForApplication': OperationTypes<{ appId: string }>
  'generateCsrForApplication': OperationTypes<{ appId: string }, { subject?: { [name: string]: string }; subjectAltNames?: { dnsNames?: string[] } }>
  'getCsrForApplication': OperationTypes<{ appId: string; csrId: string }>
  'revokeCsrFromApplication': OperationTypes<{ appId: string; csrId: string }>
  'publishCsrFromApplication': OperationTypes<{ appId: string; csrId: string }>
  'listAuthorizationServers': OperationTypes<Record<never, string>>
  'createAuthorizationServer': OperationTypes<Record<never, string>, { name: string; description?: string | null; audiences: string[]; issuerMode?: "ORG_URL" | "CUSTOM_URL" | "DYNAMIC"; credentials?: { signing?: { rotationMode?: "AUTO" | "MANUAL" } } }>
  'getAuthorizationServer': OperationTypes<{ authServerId: string }>
  'replaceAuthorizationServer': OperationTypes<{ authServerId: string }, { name: string; description?: string | null; audiences: string[]; issuerMode?: "ORG_URL" | "CUSTOM_URL" | "DYNAMIC"; credentials?: { signing?: { rotationMode?: "AUTO" | "MANUAL" } } }>
  'deleteAuthorizationServer': OperationTypes<{ authServerId: string }>
  'activateAuthorizationServer': OperationTypes<{ authServerId: string }>
  'deactivateAuthorizationServer': OperationTypes<{ authServerId: string }>
  'listAuthorizationServerKeys': OperationTypes<{ authServerId: string }>
  'getAuthorizationServerKey': OperationTypes<{ authServerId: string; keyId: string }>
  'rotateAuthorizationServerKeys': OperationTypes<{ authServerId: string }, { use: "sig" }>
  'listOAuth2Scopes': OperationTypes<{ authServerId: string }>
  'createOAuth2Scope': OperationTypes<{ authServerId: string }, { name: string; displayName?: string | null; description?: string | null; consent?: "IMPLICIT" | "REQUIRED" | "FLEXIBLE"; metadataPublish?: "ALL_CLIENTS" | "NO_CLIENTS"; default?: boolean; optional?: boolean }>
  'getOAuth2Scope': OperationTypes<{ authServerId: string; scopeId: string }>
  'replaceOAuth2Scope': OperationTypes<{ authServerId: string; scopeId: string }>
  'deleteOAuth2Scope': OperationTypes<{ authServerId: string; scopeId: string }>
  'listOAuth2Claims': OperationTypes<{ authServerId: string }>
  'createOAuth2Claim': OperationTypes<{ authServerId: string }, { name: string; status?: "ACTIVE" | "INACTIVE"; claimType: "RESOURCE" | "IDENTITY"; valueType?: "EXPRESSION" | "GROUPS"; value: string; group_filter_type?: "CONTAINS" | "EQUALS" | "REGEX" | "STARTS_WITH" | null; conditions?: { scopes?: string[] | null } | null; alwaysIncludeInToken?: boolean }>
  'getOAuth2Claim': OperationTypes<{ authServerId: string; claimId: string }>
  'replaceOAuth2Claim': OperationTypes<{ authServerId: string; claimId: string }, { name: string; status?: "ACTIVE" | "INACTIVE"; claimType: "RESOURCE" | "IDENTITY"; valueType?: "EXPRESSION" | "GROUPS"; value: string; group_filter_type?: "CONTAINS" | "EQUALS" | "REGEX" | "STARTS_WITH" | null; conditions?: { scopes?: string[] | null } | null; alwaysIncludeInToken?: boolean }>
  'deleteOAuth2Claim': OperationTypes<{ authServerId: string; claimId: string }>
  'listAuthorizationServerPolicies': OperationTypes<{ authServerId: string }>
  'createAuthorizationServerPolicy': OperationTypes<{ authServerId: string }, { type?: "OAUTH_AUTHORIZATION_POLICY"; name: string; description: string; status?: "ACTIVE" | "INACTIVE"; priority?: number; conditions: { clients: { include: string[] } } }>
  'getAuthorizationServerPolicy': OperationTypes<{ authServerId: string; policyId: string }>
  'replaceAuthorizationServerPolicy': OperationTypes<{ authServerId: string; policyId: string }, { type?: "OAUTH_AUTHORIZATION_POLICY"; name: string; description: string; status?: "ACTIVE" | "INACTIVE"; priority?: number; conditions: { clients: { include: string[] } } }>
  'deleteAuthorizationServerPolicy': OperationTypes<{ authServerId: string; policyId: string }>
  'activateAuthorizationServerPolicy': OperationTypes<{ authServerId: string; policyId: string }>
  'deactivateAuthorizationServerPolicy': OperationTypes<{ authServerId: string; policyId: string }>
  'listAuthorizationServerPolicyRules': OperationTypes<{ authServerId: string; policyId: string }>
  'createAuthorizationServerPolicyRule': OperationTypes<{ authServerId: string; policyId: string }, object>
  'getAuthorizationServerPolicyRule': OperationTypes<{ authServerId: string; policyId: string; ruleId: string }>
  'replaceAuthorizationServerPolicyRule': OperationTypes<{ authServerId: string; policyId: string; ruleId: string }, object>
  'deleteAuthorizationServerPolicyRule': OperationTypes<{ authServerId: string; policyId: string; ruleId: string }>
  'activateAuthorizationServerPolicyRule': OperationTypes<{ authServerId: string; policyId: string; ruleId: string }>
  'deactivateAuthorizationServerPolicyRule': OperationTypes<{ authServerId: string; policyId: string; ruleId: string }>
  'listPolicies': OperationTypes<Record<never, string>>
  'createPolicy': OperationTypes<Record<never, string>, { type: "OKTA_SIGN_ON" | "PASSWORD" | "MFA_ENROLL" | "ACCESS_POLICY" | "IDP_DISCOVERY" | "PROFILE_ENROLLMENT"; name: string; description?: string | null; status?: "ACTIVE" | "INACTIVE"; priority?: number | null; conditions?: { [name: string]: unknown } | null; settings?: { [name: string]: unknown } | null }>
  'getPolicy': OperationTypes<{ policyId: string }>
  'replacePolicy': OperationTypes<{ policyId: string }, { type: "OKTA_SIGN_ON" | "PASSWORD" | "MFA_ENROLL" | "ACCESS_POLICY" | "IDP_DISCOVERY" | "PROFILE_ENROLLMENT"; name: string; description?: string | null; status?: "ACTIVE" | "INACTIVE"; priority?: number | null; conditions?: { [name: string]: unknown } | null; settings?: { [name: string]: unknown } | null }>
  'deletePolicy': OperationTypes<{ policyId: string }>
  'activatePolicy': OperationTypes<{ policyId: string }>
  'deactivatePolicy': OperationTypes<{ policyId: string }>
  'clonePolicy': OperationTypes<{ policyId: string }>
  'listPolicyApps': OperationTypes<{ policyId: string }>
  'assignApplicationPolicy': OperationTypes<{ appId: string; policyId: string }>
  'listPolicyRules': OperationTypes<{ policyId: string }>
  'createPolicyRule': OperationTypes<{ policyId: string }, { name: string; status?: "ACTIVE" | "INACTIVE"; priority?: number | null; conditions?: { [name: string]: unknown } | null; actions?: { [name: string]: unknown } | null }>
  'getPolicyRule': OperationTypes<{ policyId: string; ruleId: string }>
  'replacePolicyRule': OperationTypes<{ policyId: string; ruleId: string }, { name: string; status?: "ACTIVE" | "INACTIVE"; priority?: number | null; conditions?: { [name: string]: unknown } | null; actions?: { [name: string]: unknown } | null }>
  'deletePolicyRule': OperationTypes<{ policyId: string; ruleId: string }>
  'activatePolicyRule': OperationTypes<{ policyId: string; ruleId: string }>
  'deactivatePolicyRule': OperationTypes<{ policyId: string; ruleId: string }>
  'listNetworkZones': OperationTypes<Record<never, string>>
  'createNetworkZone': OperationTypes<Record<never, string>>
  'getNetworkZone': OperationTypes<{ zoneId: string }>
  'replaceNetworkZone': OperationTypes<{ zoneId: string }>
  'deleteNetworkZone': OperationTypes<{ zoneId: string }>
  'activateNetworkZone': OperationTypes<{ zoneId: string }>
  'deactivateNetworkZone': OperationTypes<{ zoneId: string }>
  'listUserClients': OperationTypes<{ userId: string }>
  'listRefreshTokensForUserAndClient': OperationTypes<{ userId: string; clientId: string }>
  'revokeTokensForUserAndClient': OperationTypes<{ userId: string; clientId: string }>
  'getRefreshTokenForUserAndClient': OperationTypes<{ userId: string; clientId: string; tokenId: string }>
  'revokeTokenForUserAndClient': OperationTypes<{ userId: string; clientId: string; tokenId: string }>
  'listOAuth2TokensForApplication': OperationTypes<{ appId: string }>
  'revokeOAuth2TokensForApplication': OperationTypes<{ appId: string }>
  'getOAuth2TokenForApplication': OperationTypes<{ appId: string; tokenId: string }>
  'revokeOAuth2TokenForApplication': OperationTypes<{ appId: string; tokenId: string }>
  'listOAuth2ClientsForAuthorizationServer': OperationTypes<{ authServerId: string }>
  'listRefreshTokensForAuthorizationServerAndClient': OperationTypes<{ authServerId: string; clientId: string }>
  'revokeRefreshTokensForAuthorizationServerAndClient': OperationTypes<{ authServerId: string; clientId: string }>
  'getRefreshTokenForAuthorizationServerAndClient': OperationTypes<{ authServerId: string; clientId: string; tokenId: string }>
  'revokeRefreshTokenForAuthorizationServerAndClient': OperationTypes<{ authServerId: string; clientId: string; tokenId: string }>
  'listUserGrants': OperationTypes<{ userId: string }>
  'revokeUserGrants': OperationTypes<{ userId: string }>
  'getUserGrant': OperationTypes<{ userId: string; grantId: string }>
  'revokeUserGrant': OperationTypes<{ userId: string; grantId: string }>
  'listGrantsForUserAndClient': OperationTypes<{ userId: string; clientId: string }>
  'revokeGrantsForUserAndClient': OperationTypes<{ userId: string; clientId: string }>
  'listScopeConsentGrants': OperationTypes<{ appId: string }>
  'grantConsentToScope': OperationTypes<{ appId: string }, { scopeId: string; issuer?: string }>
  'getScopeConsentGrant': OperationTypes<{ appId: string; grantId: string }>
  'revokeScopeConsentGrant': OperationTypes<{ appId: string; grantId: string }>
  'listTrustedOrigins': OperationTypes<Record<never, string>>
  'createTrustedOrigin': OperationTypes<Record<never, string>, { name: string; origin: string; scopes: ({ type: "CORS" | "REDIRECT" | "IFRAME_EMBED" })[]; status?: "ACTIVE" | "INACTIVE" }>
  'getTrustedOrigin': OperationTypes<{ trustedOriginId: string }>
  'replaceTrustedOrigin': OperationTypes<{ trustedOriginId: string }, { name: string; origin: string; scopes: ({ type: "CORS" | "REDIRECT" | "IFRAME_EMBED" })[]; status?: "ACTIVE" | "INACTIVE" }>
  'deleteTrustedOrigin': OperationTypes<{ trustedOriginId: string }>
  'activateTrustedOrigin': OperationTypes<{ trustedOriginId: string }>
  'deactivateTrustedOrigin': OperationTypes<{ trustedOriginId: string }>
  'listAuthenticators': OperationTypes<Record<never, string>>
  'getAuthenticator': OperationTypes<{ authenticatorId: string }>
  'activateAuthenticator': OperationTypes<{ authenticatorId: string }>
  'deactivateAuthenticator': OperationTypes<{ authenticatorId: string }>
  'getUserSchema': OperationTypes<{ schemaId: string }>
  'updateUserProfile': OperationTypes<{ schemaId: string }, { definitions?: { [name: string]: unknown } }>
  'getGroupSchema': OperationTypes<Record<never, string>>
  'updateGroupSchema': OperationTypes<Record<never, string>, { definitions?: { [name: string]: unknown } }>
  'getApplicationUserSchema': OperationTypes<{ appId: string }>
  'updateApplicationUserProfile': OperationTypes<{ appId: string }, { definitions?: { [name: string]: unknown } }>
  'listUserTypes': OperationTypes<Record<never, string>>
  'createUserType': OperationTypes<Record<never, string>, { name: string; displayName: string; description?: string | null }>
  'getUserType': OperationTypes<{ typeId: string }>
  'updateUserType': OperationTypes<{ typeId: string }, { displayName?: string; description?: string | null }>
  'replaceUserType': OperationTypes<{ typeId: string }, { name: string; displayName: string; description?: string | null }>
  'deleteUserType': OperationTypes<{ typeId: string }>
  'listEventHooks': OperationTypes<Record<never, string>>
  'createEventHook': OperationTypes<Record<never, string>, { name: string; description?: string | null; status?: "ACTIVE" | "INACTIVE"; events: { type?: "EVENT_TYPE"; items: string[]; filter?: { [name: string]: unknown } | null }; channel: { type?: "HTTP" | "OAUTH"; version?: string; config: { uri: string; method?: string | null; headers?: ({ key: string; value: string })[] | null; authScheme?: { type: string; key: string; value?: string } | null; authType?: "client_secret_post" | "private_key_jwt"; clientId?: string; clientSecret?: string; hookKeyId?: string; tokenUrl?: string; scope?: string } } }>
  'getEventHook': OperationTypes<{ eventHookId: string }>
  'replaceEventHook': OperationTypes<{ eventHookId: string }, { name: string; description?: string | null; status?: "ACTIVE" | "INACTIVE"; events: { type?: "EVENT_TYPE"; items: string[]; filter?: { [name: string]: unknown } | null }; channel: { type?: "HTTP" | "OAUTH"; version?: string; config: { uri: string; method?: string | null; headers?: ({ key: string; value: string })[] | null; authScheme?: { type: string; key: string; value?: string } | null; authType?: "client_secret_post" | "private_key_jwt"; clientId?: string; clientSecret?: string; hookKeyId?: string; tokenUrl?: string; scope?: string } } }>
  'deleteEventHook': OperationTypes<{ eventHookId: string }>
  'activateEventHook': OperationTypes<{ eventHookId: string }>
  'deactivateEventHook': OperationTypes<{ eventHookId: string }>
  'verifyEventHook': OperationTypes<{ eventHookId: string }>
  'listInlineHooks': OperationTypes<Record<never, string>>
  'createInlineHook': OperationTypes<Record<never, string>, object>
  'getInlineHook': OperationTypes<{ inlineHookId: string }>
  'updateInlineHook': OperationTypes<{ inlineHookId: string }, { name?: string; version?: string; channel?: { type?: "HTTP" | "OAUTH"; version?: string; config: { uri: string; method?: string | null; headers?: ({ key: string; value: string })[] | null; authScheme?: { type: string; key: string; value?: string } | null; authType?: "client_secret_post" | "private_key_jwt"; clientId?: string; clientSecret?: string; hookKeyId?: string; tokenUrl?: string; scope?: string } } }>
  'replaceInlineHook': OperationTypes<{ inlineHookId: string }, { name: string; version?: string; channel: { type?: "HTTP" | "OAUTH"; version?: string; config: { uri: string; method?: string | null; headers?: ({ key: string; value: string })[] | null; authScheme?: { type: string; key: string; value?: string } | null; authType?: "client_secret_post" | "private_key_jwt"; clientId?: string; clientSecret?: string; hookKeyId?: string; tokenUrl?: string; scope?: string } } }>
  'deleteInlineHook': OperationTypes<{ inlineHookId: string }>
  'activateInlineHook': OperationTypes<{ inlineHookId: string }>
  'deactivateInlineHook': OperationTypes<{ inlineHookId: string }>
  'executeInlineHook': OperationTypes<{ inlineHookId: string }>
  'listLogEvents': OperationTypes<Record<never, string>>
  'authn': OperationTypes<Record<never, string>, { username?: string; password?: string; token?: string; stateToken?: string; context?: { deviceToken?: string | null } }>
  'authn/state': OperationTypes<Record<never, string>, { stateToken: string }>
  'authn/introspect': OperationTypes<Record<never, string>, { stateToken: string }>
  'authn/change-password': OperationTypes<Record<never, string>, { stateToken: string; oldPassword: string; newPassword: string }>
  'authn/reset-password': OperationTypes<Record<never, string>, { stateToken: string; newPassword: string }>
  'authn/cancel': OperationTypes<Record<never, string>, { stateToken: string }>
  'authn/enroll-factor': OperationTypes<Record<never, string>, { stateToken: string; factorType: string; provider?: string; profile?: { [name: string]: unknown } | null }>
  'authn/activate-factor': OperationTypes<{ factorId: string }, { stateToken: string; passCode?: string; answer?: string; rememberDevice?: boolean }>
  'authn/poll-factor-activation': OperationTypes<{ factorId: string }, { stateToken: string }>
  'authn/resend-factor-activation': OperationTypes<{ factorId: string }, { stateToken: string }>
  'authn/verify-factor': OperationTypes<{ factorId: string }, { stateToken: string; passCode?: string; answer?: string; rememberDevice?: boolean }>
  'authn/resend-challenge': OperationTypes<{ factorId: string }, { stateToken: string }>
  'authn/previous': OperationTypes<Record<never, string>, { stateToken: string }>
  'authn/skip': OperationTypes<Record<never, string>, { stateToken: string }>
  'authn/recover-password': OperationTypes<Record<never, string>, { username: string; factorType?: string }>
  'authn/unlock-account': OperationTypes<Record<never, string>, { username: string; factorType?: string }>
  'authn/recovery-token': OperationTypes<Record<never, string>, { recoveryToken: string }>
  'authn/verify-recovery-factor': OperationTypes<{ factorType: string }, { stateToken: string; passCode: string }>
  'authn/resend-recovery-factor': OperationTypes<{ factorType: string }, { stateToken: string }>
  'authn/recovery-answer': OperationTypes<Record<never, string>, { stateToken: string; answer: string }>
  'getCurrentSession': OperationTypes<Record<never, string>>
  'refreshCurrentSession': OperationTypes<Record<never, string>>
  'closeCurrentSession': OperationTypes<Record<never, string>>
  'createSession': OperationTypes<Record<never, string>, { sessionToken?: string }>
  'getSession': OperationTypes<{ sessionId: string }>
  'refreshSession': OperationTypes<{ sessionId: string }>
  'revokeSession': OperationTypes<{ sessionId: string }>
  'login/session-cookie-redirect': OperationTypes<Record<never, string>>
  'login/signout': OperationTypes<Record<never, string>>
  'listRoles': OperationTypes<Record<never, string>>
  'createRole': OperationTypes<Record<never, string>, { label: string; description?: string | null; permissions: string[] }>
  'getRole': OperationTypes<{ roleIdOrLabel: string }>
  'replaceRole': OperationTypes<{ roleIdOrLabel: string }, { label: string; description?: string | null }>
  'deleteRole': OperationTypes<{ roleIdOrLabel: string }>
  'listRolePermissions': OperationTypes<{ roleIdOrLabel: string }>
  'getRolePermission': OperationTypes<{ roleIdOrLabel: string; permissionType: string }>
  'createRolePermission': OperationTypes<{ roleIdOrLabel: string; permissionType: string }, { conditions?: { [name: string]: unknown } | null }>
  'replaceRolePermission': OperationTypes<{ roleIdOrLabel: string; permissionType: string }, { conditions?: { [name: string]: unknown } | null }>
  'deleteRolePermission': OperationTypes<{ roleIdOrLabel: string; permissionType: string }>
  'listResourceSets': OperationTypes<Record<never, string>>
  'createResourceSet': OperationTypes<Record<never, string>, { label: string; description?: string | null; resources?: string[] }>
  'getResourceSet': OperationTypes<{ resourceSetId: string }>
  'replaceResourceSet': OperationTypes<{ resourceSetId: string }, { label: string; description?: string | null }>
  'deleteResourceSet': OperationTypes<{ resourceSetId: string }>
  'listResourceSetResources': OperationTypes<{ resourceSetId: string }>
  'addResourceSetResource': OperationTypes<{ resourceSetId: string }, { resourceOrnOrUrl: string; conditions?: { [name: string]: unknown } | null }>
  'addResourceSetResources': OperationTypes<{ resourceSetId: string }, { additions: string[] }>
  'getResourceSetResource': OperationTypes<{ resourceSetId: string; resourceId: string }>
  'replaceResourceSetResource': OperationTypes<{ resourceSetId: string; resourceId: string }, { conditions?: { [name: string]: unknown } | null }>
  'deleteResourceSetResource': OperationTypes<{ resourceSetId: string; resourceId: string }>
  'listBindings': OperationTypes<{ resourceSetId: string }>
  'createResourceSetBinding': OperationTypes<{ resourceSetId: string }, { role: string; members?: string[] }>
  'getBinding': OperationTypes<{ resourceSetId: string; roleIdOrLabel: string }>
  'deleteBinding': OperationTypes<{ resourceSetId: string; roleIdOrLabel: string }>
  'listMembersOfBinding': OperationTypes<{ resourceSetId: string; roleIdOrLabel: string }>
  'addMembersToBinding': OperationTypes<{ resourceSetId: string; roleIdOrLabel: string }, { additions: string[] }>
  'getMemberOfBinding': OperationTypes<{ resourceSetId: string; roleIdOrLabel: string; memberId: string }>
  'unassignMemberFromBinding': OperationTypes<{ resourceSetId: string; roleIdOrLabel: string; memberId: string }>
  'listLinkedObjectDefinitions': OperationTypes<Record<never, string>>
  'createLinkedObjectDefinition': OperationTypes<Record<never, string>, { primary: { name: string; title: string; description?: string | null; type?: "USER" }; associated: { name: string; title: string; description?: string | null; type?: "USER" } }>
  'getLinkedObjectDefinition': OperationTypes<{ linkedObjectName: string }>
  'deleteLinkedObjectDefinition': OperationTypes<{ linkedObjectName: string }>
  'listLinkedObjectsForUser': OperationTypes<{ userId: string; relationshipName: string }>
  'assignLinkedObjectValueForPrimary': OperationTypes<{ userId: string; relationshipName: string; primaryUserId: string }>
  'deleteLinkedObjectForUser': OperationTypes<{ userId: string; relationshipName: string }>
  'getOrgSettings': OperationTypes<Record<never, string>>
  'updateOrgSettings': OperationTypes<Record<never, string>, { companyName?: string; website?: string | null; phoneNumber?: string | null; endUserSupportHelpURL?: string | null; supportPhoneNumber?: string | null; address1?: string | null; address2?: string | null; city?: string | null; state?: string | null; country?: string | null; postalCode?: string | null }>
  'replaceOrgSettings': OperationTypes<Record<never, string>, { companyName: string; website?: string | null; phoneNumber?: string | null; endUserSupportHelpURL?: string | null; supportPhoneNumber?: string | null; address1?: string | null; address2?: string | null; city?: string | null; state?: string | null; country?: string | null; postalCode?: string | null }>
  'getOrgContactTypes': OperationTypes<Record<never, string>>
  'getOrgContactUser': OperationTypes<{ contactType: string }>
  'replaceOrgContactUser': OperationTypes<{ contactType: string }, { userId: string }>
  'getOrgPreferences': OperationTypes<Record<never, string>>
  'setOrgShowOktaUIFooter': OperationTypes<Record<never, string>>
  'setOrgHideOktaUIFooter': OperationTypes<Record<never, string>>
  'getOktaCommunicationSettings': OperationTypes<Record<never, string>>
  'optInUsersToOktaCommunicationEmails': OperationTypes<Record<never, string>>
  'optOutUsersFromOktaCommunicationEmails': OperationTypes<Record<never, string>>
  'getOrgOktaSupportSettings': OperationTypes<Record<never, string>>
  'grantOktaSupport': OperationTypes<Record<never, string>>
  'extendOktaSupport': OperationTypes<Record<never, string>>
  'revokeOktaSupport': OperationTypes<Record<never, string>>
  'getWellknownOrgMetadata': OperationTypes<Record<never, string>>
  'interact': OperationTypes<Record<never, string>>
  'interactCustomAS': OperationTypes<{ authorizationServerId: string }>
  'idx/introspect': OperationTypes<Record<never, string>, { interactionHandle?: string; stateToken?: string; stateHandle?: string }>
  'idx/identify': OperationTypes<Record<never, string>, { stateHandle?: string; identifier?: string; credentials?: { passcode?: string; totp?: string; answer?: string; questionKey?: string; question?: string; revokeSessions?: boolean }; rememberMe?: boolean }>
  'idx/select-identify': OperationTypes<Record<never, string>, { stateHandle?: string }>
  'idx/challenge': OperationTypes<Record<never, string>, { stateHandle?: string; identifier?: string; authenticator?: { id: string; methodType?: string; phoneNumber?: string } }>
  'idx/answer': OperationTypes<Record<never, string>, { stateHandle?: string; credentials?: { passcode?: string; totp?: string; answer?: string; questionKey?: string; question?: string; revokeSessions?: boolean } }>
  'idx/resend': OperationTypes<Record<never, string>, { stateHandle?: string }>
  'idx/poll': OperationTypes<Record<never, string>, { stateHandle?: string }>
  'idx/enroll-authenticator': OperationTypes<Record<never, string>, { stateHandle?: string; identifier?: string; authenticator?: { id: string; methodType?: string; phoneNumber?: string } }>
  'idx/skip': OperationTypes<Record<never, string>, { stateHandle?: string }>
  'idx/enroll': OperationTypes<Record<never, string>, { stateHandle?: string }>
  'idx/register': OperationTypes<Record<never, string>, { stateHandle?: string; userProfile?: { [name: string]: unknown } }>
  'idx/recover': OperationTypes<Record<never, string>, { stateHandle?: string }>
  'idx/unlock-account': OperationTypes<Record<never, string>, { stateHandle?: string }>
  'idx/cancel': OperationTypes<Record<never, string>, { stateHandle?: string }>
  'verifyEmail': OperationTypes<{ factorId: string }>
  'primaryAuthenticate': OperationTypes<Record<never, string>>
  'oobAuthenticate': OperationTypes<Record<never, string>>
  'challenge': OperationTypes<Record<never, string>>
  'primaryAuthenticateCustomAS': OperationTypes<{ authorizationServerId: string }>
  'oobAuthenticateCustomAS': OperationTypes<{ authorizationServerId: string }>
  'challengeCustomAS': OperationTypes<{ authorizationServerId: string }>
  'getWellKnownOpenIDConfiguration': OperationTypes<Record<never, string>>
  'getWellKnownOAuthConfiguration': OperationTypes<Record<never, string>>
  'oauthKeys': OperationTypes<Record<never, string>>
  'authorize': OperationTypes<Record<never, string>>
  'authorizeWithPost': OperationTypes<Record<never, string>>
  'token': OperationTypes<Record<never, string>>
  'userinfo': OperationTypes<Record<never, string>>
  'userinfoWithPost': OperationTypes<Record<never, string>>
  'introspect': OperationTypes<Record<never, string>>
  'revoke': OperationTypes<Record<never, string>>
  'par': OperationTypes<Record<never, string>>
  'deviceAuthorize': OperationTypes<Record<never, string>>
  'logout': OperationTypes<Record<never, string>>
  'logoutWithPost': OperationTypes<Record<never, string>>
  'getWellKnownOpenIDConfigurationCustomAS': OperationTypes<{ authorizationServerId: string }>
  'getWellKnownOAuthConfigurationCustomAS': OperationTypes<{ authorizationServerId: string }>
  'oauthKeysCustomAS': OperationTypes<{ authorizationServerId: string }>
  'authorizeCustomAS': OperationTypes<{ authorizationServerId: string }>
  'authorizeCustomASWithPost': OperationTypes<{ authorizationServerId: string }>
  'tokenCustomAS': OperationTypes<{ authorizationServerId: string }>
  'userinfoCustomAS': OperationTypes<{ authorizationServerId: string }>
  'userinfoCustomASWithPost': OperationTypes<{ authorizationServerId: string }>
  'introspectCustomAS': OperationTypes<{ authorizationServerId: string }>
  'revokeCustomAS': OperationTypes<{ authorizationServerId: string }>
  'parCustomAS': OperationTypes<{ authorizationServerId: string }>
  'deviceAuthorizeCustomAS': OperationTypes<{ authorizationServerId: string }>
  'logoutCustomAS': OperationTypes<{ authorizationServerId: string }>
  'logoutCustomASWithPost': OperationTypes<{ authorizationServerId: string }>
  'activate': OperationTypes<Record<never, string>>
  'activateWithCode': OperationTypes<Record<never, string>>
}
