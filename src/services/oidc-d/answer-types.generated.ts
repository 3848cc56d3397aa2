// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type Provider = { type: "ACTIVE_DIRECTORY" | "FEDERATION" | "IMPORT" | "LDAP" | "OKTA" | "SOCIAL"; name: string }
type Credentials = { provider: Provider; recovery_question?: { question: string }; password?: {} }
type User = { _links: { self: { href: string } }; credentials?: Credentials; id: string; status: "ACTIVE" | "DEPROVISIONED" | "LOCKED_OUT" | "PASSWORD_EXPIRED" | "PROVISIONED" | "RECOVERY" | "STAGED" | "SUSPENDED"; created: string; activated: string | null; statusChanged: string | null; lastLogin: string | null; lastUpdated: string; passwordChanged: string | null; type: { id: string }; profile: { [name: string]: JsonValue } }
type Links = { logo: { name: "large" | "medium"; href: string; type: string }[]; owners: { href: string }; users: { href: string }; apps: { href: string } }
type Stats = { usersCount: number; appsCount: number; groupPushMappingsCount: number; hasAdminPrivlege: boolean; _links: { users: { href: string }; apps: { href: string } } }
type Profile = { name: string; description: JsonValue; [name: string]: JsonValue | undefined }
type Group = { _links: Links; _embedded?: { stats: Stats }; id: string; created: string; lastUpdated: string; lastMembershipUpdated: string; objectClass: string[]; type: "APP_GROUP" | "BUILT_IN" | "OKTA_GROUP"; profile: Profile }
type ListAppLink = { sortOrder: number; id: string; label: string; linkUrl: string; logoUrl: string; appName: string; appInstanceId: string; appAssignmentId: string; credentialsSetup: boolean; hidden: boolean }
type Activation = { timeStep: number; sharedSecret: string; encoding: string; keyLength: number; expiresAt?: undefined; factorResult?: undefined }
type Activation2 = { expiresAt: string; factorResult: "CANCELLED" | "REJECTED" | "SUCCESS" | "WAITING"; timeStep?: undefined; sharedSecret?: undefined; encoding?: undefined; keyLength?: undefined }
type Resend = { hints: { allow: ("POST")[] }; name: "call" | "email" | "sms"; href: string }
type FactorLinks = { user: { hints: { allow: ("GET")[] }; href: string }; verify?: { hints: { allow: ("POST")[] }; href: string }; self: { href: string; hints: { allow: string[] } }; resend?: Resend[]; questions?: { hints: { allow: ("GET")[] }; href: string } }
type FactorLinks2 = { user: { hints: { allow: ("GET")[] }; href: string }; verify?: { hints: { allow: ("POST")[] }; href: string }; self: { href: string; hints: { allow: string[] } }; poll: { hints: { allow: ("POST")[] }; href: string }; activate?: undefined; resend?: Resend[]; questions?: { hints: { allow: ("GET")[] }; href: string } }
type FactorLinks3 = { user: { hints: { allow: ("GET")[] }; href: string }; verify?: { hints: { allow: ("POST")[] }; href: string }; self: { href: string; hints: { allow: string[] } }; activate: { hints: { allow: ("POST")[] }; href: string }; poll?: undefined; resend?: Resend[]; questions?: { hints: { allow: ("GET")[] }; href: string } }
type Factor = { _embedded?: { activation: Activation } | { activation: Activation2 }; _links: FactorLinks | FactorLinks2 | FactorLinks3; profile?: { [name: string]: JsonValue }; id: string; factorType: "call" | "email" | "push" | "question" | "sms" | "token:software:totp"; provider: "GOOGLE" | "OKTA"; vendorName: "GOOGLE" | "OKTA"; status: "ACTIVE" | "PENDING_ACTIVATION"; created: string; lastUpdated: string }
type Factor2 = { _embedded: { activation: Activation }; _links: FactorLinks | FactorLinks2 | FactorLinks3; profile?: { [name: string]: JsonValue }; id: string; factorType: "call" | "email" | "push" | "question" | "sms" | "token:software:totp"; provider: "GOOGLE" | "OKTA"; vendorName: "GOOGLE" | "OKTA"; status: "ACTIVE" | "PENDING_ACTIVATION"; created: string; lastUpdated: string }
type Factor3 = { _embedded?: undefined; _links: FactorLinks | FactorLinks2 | FactorLinks3; profile?: { [name: string]: JsonValue }; id: string; factorType: "call" | "email" | "push" | "question" | "sms" | "token:software:totp"; provider: "GOOGLE" | "OKTA"; vendorName: "GOOGLE" | "OKTA"; status: "ACTIVE" | "PENDING_ACTIVATION"; created: string; lastUpdated: string }
type Factor4 = { _embedded: { activation: Activation2 }; _links: FactorLinks | FactorLinks2 | FactorLinks3; profile?: { [name: string]: JsonValue }; id: string; factorType: "call" | "email" | "push" | "question" | "sms" | "token:software:totp"; provider: "GOOGLE" | "OKTA"; vendorName: "GOOGLE" | "OKTA"; status: "ACTIVE" | "PENDING_ACTIVATION"; created: string; lastUpdated: string }
type Links2 = { enroll: { hints: { allow: ("POST")[] }; href: string }; questions?: { hints: { allow: ("GET")[] }; href: string } }
type SupportedFactor = { factorType: "call" | "email" | "push" | "question" | "sms" | "token:software:totp"; provider: "GOOGLE" | "OKTA"; vendorName: "GOOGLE" | "OKTA"; _links: Links2; status: "ACTIVE" | "NOT_SETUP" | "PENDING_ACTIVATION"; enrollment: "NOT_ALLOWED" | "OPTIONAL" | "REQUIRED" }
type Verification = { verify: { hints: { allow: ("POST")[] }; href: string }; factor: { href: string; hints: { allow: string[] } } }
type Links3 = { poll: { hints: { allow: ("GET")[] }; href: string }; cancel: { href: string; hints: { allow: string[] } } }
type Verification2 = { _links: Links3; profile?: { [name: string]: JsonValue }; factorResult: string; expiresAt: string }
type People = { users: { exclude: string[] }; groups: { exclude: never[] } }
type Conditions = { people: People; expression: { value: string; type: string } }
type GroupRule = { _embedded?: { groupIdToGroupNameMap: { [name: string]: string } }; type: string; id: string; status: "ACTIVE" | "INACTIVE" | "INVALID"; name: string; created: string; lastUpdated: string; conditions: Conditions; actions: { assignUserToGroups: { groupIds: string[] } }; allGroupsValid: boolean }
type Links4 = { deactivate: { href: string }; users: { href: string }; accessPolicy?: { href: string }; clientCredentials?: { name: string; href: string }[]; policies: { href: string; hints: { allow: string[] } }; groups: { href: string }; logo: { name: string; href: string; type: string }[]; profileEnrollment?: { href: string }; uploadLogo: { href: string; hints: { allow: string[] } }; appLinks: { name: string; href: string; type: string }[] }
type Links5 = { activate: { href: string }; users: { href: string }; accessPolicy?: { href: string }; clientCredentials?: { name: string; href: string }[]; policies: { href: string; hints: { allow: string[] } }; groups: { href: string }; logo: { name: string; href: string; type: string }[]; profileEnrollment?: { href: string }; uploadLogo: { href: string; hints: { allow: string[] } }; appLinks: { name: string; href: string; type: string }[] }
type Visibility = { appLinks: JsonValue; [name: string]: JsonValue | undefined }
type Credentials2 = { signing?: { kid: string }; [name: string]: JsonValue | undefined }
type ClientCredentials = { token_endpoint_auth_method: "client_secret_basic" | "client_secret_jwt" | "client_secret_post" | "none" | "private_key_jwt"; pkce_required: boolean; client_secret?: string; autoKeyRotation: boolean; client_id: string }
type Credentials3 = { signing: { kid: string }; oauthClient: ClientCredentials; [name: string]: JsonValue | undefined }
type KeyInSettings = { use: JsonValue; kid?: JsonValue; kty: JsonValue; id: string; status: "ACTIVE" | "INACTIVE"; [name: string]: JsonValue | undefined }
type ClientSettings = { idp_initiated_login: { mode: string; default_scope: never[] }; wildcard_redirect: "DISABLED" | "SUBDOMAIN"; dpop_bound_access_tokens: boolean; participate_slo: boolean; jwks?: { keys: KeyInSettings[] }; refresh_token?: { rotation_type: "ROTATE" | "STATIC"; leeway: number }; response_types: ("code" | "id_token" | "token")[]; grant_types: ("authorization_code" | "client_credentials" | "http://auth0.com/oauth/grant-type/mfa-oob" | "http://auth0.com/oauth/grant-type/mfa-otp" | "implicit" | "interaction_code" | "password" | "refresh_token" | "urn:ietf:params:oauth:grant-type:device_code" | "urn:ietf:params:oauth:grant-type:jwt-bearer" | "urn:ietf:params:oauth:grant-type:saml2-bearer" | "urn:ietf:params:oauth:grant-type:token-exchange" | "urn:okta:params:oauth:grant-type:oob" | "urn:okta:params:oauth:grant-type:otp" | "urn:openid:params:grant-type:ciba")[]; application_type: "browser" | "native" | "service" | "web"; consent_method: "REQUIRED" | "TRUSTED"; issuer_mode: string; post_logout_redirect_uris?: string[]; client_uri: null; logo_uri: null; redirect_uris: string[]; [name: string]: JsonValue | undefined }
type Notes = { admin: null; enduser: null; [name: string]: JsonValue | undefined }
type Vpn = { network: { connection: string }; message: null; helpUrl: null }
type Settings = { oauthClient?: ClientSettings; notes: Notes; app: {}; notifications: { vpn: Vpn }; manualProvisioning: boolean; implicitAssignment: boolean; emOptInStatus: string; [name: string]: JsonValue | undefined }
type App = { _links: Links4 | Links5; _embedded?: { [name: string]: JsonValue }; profile?: { [name: string]: JsonValue }; id: string; orn: string; name: string; label: string; status: "ACTIVE" | "INACTIVE"; lastUpdated: string; created: string; accessibility: { [name: string]: JsonValue }; visibility: Visibility; features: string[]; signOnMode: string; credentials: Credentials2 | Credentials3; settings: Settings }
type GroupOwner = { id: string; type: "GROUP" | "USER"; resolved: boolean; originId: null; originType: string; displayName: string; lastUpdated: string }
type Role = { id: string; label: string; type: string; status: string; created: string; lastUpdated: string; assignmentType: string; _links: { assignee: { href: string } } }
type AppTarget = { name: string | null; displayName?: string | null; status: string | "ACTIVE" | "INACTIVE"; _links: { self: { href: string } }; id?: string }
type AppUser = { _links: { app: { href: string }; user: { href: string } }; _embedded?: { user: User }; id: string; externalId: null; created: string; lastUpdated: string; scope: "GROUP" | "USER"; status: string; statusChanged: string; passwordChanged: string | null; syncState: string; credentials: { password?: {}; userName: string }; profile: { [name: string]: JsonValue } }
type Links6 = { app: { href: string }; self: { href: string }; group: { href: string } }
type AppGroup = { _links: Links6; _embedded?: { group: Group }; id: string; lastUpdated: string; priority: number; profile: { [name: string]: JsonValue } }
type ClientSecret = { id: string; created: string; lastUpdated: string; secret_hash: string; client_secret: string; status: "ACTIVE" | "INACTIVE"; _links: { delete?: { href: string; hints: { allow: string[] } } } }
type ClientKey = { status: "ACTIVE" | "INACTIVE"; created: string; lastUpdated: string; _links: { delete?: { href: string; hints: { allow: string[] } } }; id: string; [name: string]: JsonValue | undefined }
type AppKey = { kty?: string; created: string; lastUpdated: string; expiresAt: string; kid: string; use: string; x5c: string[]; "x5t#S256": string; e?: string; n?: string }
type Links7 = { publish: { hints: { allow: ("POST")[] }; href: string }; self: { href: string; hints: { allow: string[] } } }
type SigningRequest = { id: string; created: string; csr: string; kty: string; _links: Links7 }
type Signing = { nextRotation?: string; kid: string; rotationMode: "AUTO" | "MANUAL"; lastRotated: string }
type Links8 = { rotateKey: { hints: { allow: ("POST")[] }; href: string }; metadata: { name: string; href: string; hints: { allow: string[] } }[]; keys: { href: string; hints: { allow: string[] } }; claims: { href: string; hints: { allow: string[] } }; policies: { href: string; hints: { allow: string[] } }; self: { href: string; hints: { allow: string[] } }; scopes: { href: string; hints: { allow: string[] } }; [name: string]: JsonValue | undefined }
type Server = { id: string; name: string; description: string | null; audiences: string[]; issuer: string; issuerMode: "CUSTOM_URL" | "DYNAMIC" | "ORG_URL"; status: "ACTIVE" | "INACTIVE"; created: string; lastUpdated: string; credentials: { signing: Signing }; default: boolean; _links: Links8 }
type ServerKeys = { _links: { self: { href: string; hints: { allow: string[] } } }; status: string; [name: string]: JsonValue | undefined }
type Scope = { system: boolean; metadataPublish: "ALL_CLIENTS" | "NO_CLIENTS"; consent: "FLEXIBLE" | "IMPLICIT" | "REQUIRED"; optional: boolean; apiResourceId: null; default: boolean; _links: { self: { href: string; hints: { allow: string[] } } }; description?: string; displayName?: string; id: string; name: string }
type Claim = { conditions: { scopes: string[] }; system: boolean; alwaysIncludeInToken: boolean; apiResourceId: null; _links: { self: { href: string; hints: { allow: string[] } } }; group_filter_type?: "CONTAINS" | "EQUALS" | "REGEX" | "STARTS_WITH"; id: string; name: string; status: "ACTIVE" | "INACTIVE"; claimType: "IDENTITY" | "RESOURCE"; valueType: "EXPRESSION" | "GROUPS" | "SYSTEM"; value: string }
type Links9 = { self: { href: string; hints: { allow: string[] } }; rules: { href: string; hints: { allow: string[] } }; [name: string]: JsonValue | undefined }
type Policy = { id: string; type: string; status: "ACTIVE" | "INACTIVE"; name: string; description: string; priority: number; system: boolean; conditions: { clients: { include: string[] } }; created: string; lastUpdated: string; _links: Links9 }
type Token = { inlineHook?: { id: string }; accessTokenLifetimeMinutes: number; refreshTokenLifetimeMinutes: number; refreshTokenWindowMinutes: number }
type Links10 = { self: { href: string; hints: { allow: string[] } }; [name: string]: JsonValue | undefined }
type PolicyRule = { id: string; status: "ACTIVE" | "INACTIVE"; name: string; priority: number; created: string; lastUpdated: string; system: boolean; conditions: { [name: string]: JsonValue }; actions: { token: Token }; _links: Links10; type: string }
type Links11 = { self: { href: string; hints: { allow: string[] } }; rules: { href: string; hints: { allow: string[] } }; mappings?: { href: string; hints: { allow: string[] } }; [name: string]: JsonValue | undefined }
type OrgPolicy = { _links: Links11; type: "ACCESS_POLICY" | "IDP_DISCOVERY" | "MFA_ENROLL" | "OKTA_SIGN_ON" | "PASSWORD" | "PROFILE_ENROLLMENT"; settings?: { [name: string]: JsonValue }; priority: number; system: boolean; conditions: { [name: string]: JsonValue } | null; created: string; lastUpdated: string; description?: string; id: string; status: "ACTIVE" | "INACTIVE"; name: string }
type ListedPolicy = { _embedded: { resourceType: string }; _links: Links11; type: "ACCESS_POLICY" | "IDP_DISCOVERY" | "MFA_ENROLL" | "OKTA_SIGN_ON" | "PASSWORD" | "PROFILE_ENROLLMENT"; settings?: { [name: string]: JsonValue }; priority: number; system: boolean; conditions: { [name: string]: JsonValue } | null; created: string; lastUpdated: string; description?: string; id: string; status: "ACTIVE" | "INACTIVE"; name: string }
type OrgPolicyRule = { id: string; status: "ACTIVE" | "INACTIVE"; name: string; priority: number; created: string; lastUpdated: string; system: boolean; conditions: { [name: string]: JsonValue } | null; actions: { [name: string]: JsonValue }; _links: Links10; type: string }
type Policy2 = { _embedded: { rules: OrgPolicyRule[] }; _links: Links11; type: "ACCESS_POLICY" | "IDP_DISCOVERY" | "MFA_ENROLL" | "OKTA_SIGN_ON" | "PASSWORD" | "PROFILE_ENROLLMENT"; settings?: { [name: string]: JsonValue }; priority: number; system: boolean; conditions: { [name: string]: JsonValue } | null; created: string; lastUpdated: string; description?: string; id: string; status: "ACTIVE" | "INACTIVE"; name: string }
type NetworkZone = { _links: Links10; type: "DYNAMIC" | "DYNAMIC_V2" | "IP"; id: string; name: string; status: "ACTIVE" | "INACTIVE"; usage: "BLOCKLIST" | "POLICY"; created: string; lastUpdated: string; system: boolean; [name: string]: JsonValue | undefined }
type Links12 = { grants: { href: string; hints: { allow: string[] } }; tokens: { href: string; hints: { allow: string[] } } }
type UserClient = { client_id: string; client_name: string; client_uri: JsonValue; logo_uri: JsonValue; _links: Links12 }
type Links13 = { self: { href: string }; revoke: { href: string; hints: { allow: string[] } }; user: { href: string; title: string }; authorizationServer?: { href: string; title: string }; app?: { href: string; title: string }; client?: { href: string; title: string } }
type Token2 = { _links: Links13; _embedded?: { scopes: Scope[] }; id: string; status: string; created: string; lastUpdated: string; expiresAt: string; issuer: string; clientId: string; userId: string; scopes: string[] }
type ListOAuth2ClientsForAuthorizationServer = { client_id: string; client_name: string; client_uri: JsonValue; logo_uri: JsonValue; _links: { tokens: { href: string; hints: { allow: string[] } } } }
type Links14 = { authorizationServer: { href: string; title: string }; scope: { href: string; title: string }; self: { href: string; hints: { allow: string[] } }; user: { href: string; title: string }; app?: { href: string; title: string }; client?: { href: string; title: string } }
type UserGrant = { id: string; status: string; created: string; createdBy: { id: string; type: string }; lastUpdated: string; issuer: string; clientId: string; userId: string; scopeId: string; source: string; _links: Links14 }
type Links15 = { self: { href: string; hints: { allow: string[] } }; app?: { href: string; title: string }; client?: { href: string; title: string } }
type AppGrant = { _links: Links15; _embedded?: { scope: { id: string } }; id: string; status: string; created: string; createdBy: { id: string; type: string }; lastUpdated: string; issuer: string; clientId: string; scopeId: string; source: string }
type TrustedOrigin = { id: string; name: string; origin: string; scopes: { [name: string]: JsonValue }[]; status: "ACTIVE" | "INACTIVE"; created: string; createdBy: string; lastUpdated: string; lastUpdatedBy: string; _links: Links10 }
type Authenticator = { type: string; id: string; key: string; status: "ACTIVE" | "INACTIVE"; name: string; created: string; lastUpdated: string; _links: Links10 }
type Definition = { required?: string[]; id: string; type: string; properties: { [name: string]: { [name: string]: JsonValue } } }
type Links16 = { type?: { rel: string; href: string; method: string }; self: { rel: string; href: string; method: string } }
type ProfileSchema = { id: string; $schema: string; name: "app" | "group" | "user"; title: string; description: string; lastUpdated: string; created: string; definitions: { custom: Definition; base: Definition }; type: string; properties: { profile: { allOf: { $ref: string }[] } }; _links: Links16 }
type AppSchema = { id: string; $schema: string; name: string; title: string; lastUpdated: string; created: string; definitions: { custom: Definition; base: Definition }; type: string; properties: { profile: { allOf: { $ref: string }[] } } }
type Links17 = { schema: { rel: string; href: string; method: string }; self: { rel: string; href: string; method: string } }
type UserType = { id: string; displayName: string; name: string; description: string | null; createdBy: string; lastUpdatedBy: string; created: string; lastUpdated: string; default: boolean; _links: Links17 }
type Events = { type: string; items: string[]; filter: { [name: string]: JsonValue } | null }
type Config = { authType?: "client_secret_post" | "private_key_jwt"; clientId?: string; hookKeyId?: string; tokenUrl?: string; scope?: string; uri: string; headers: { key: string; value: string }[]; method: string; authScheme: { type: "HEADER"; key: string } | null }
type Links18 = { activate: { hints: { allow: ("POST")[] }; href: string }; self: { href: string }; delete: { href: string; hints: { allow: string[] } }; deactivate?: undefined }
type Links19 = { self: { href: string }; deactivate: { hints: { allow: ("POST")[] }; href: string }; activate?: undefined; delete?: undefined; [name: string]: JsonValue | undefined }
type EventHook = { id: string; status: "ACTIVE" | "INACTIVE"; verificationStatus: string; name: string; description: string | null; created: string; createdBy: string; lastUpdated: string; events: Events; channel: { type: "HTTP" | "OAUTH"; version: string; config: Config }; _links: Links18 | Links19 }
type InlineHook = { id: string; status: "ACTIVE" | "INACTIVE"; name: string; type: "com.okta.import.transform" | "com.okta.oauth2.tokens.transform" | "com.okta.saml.tokens.transform" | "com.okta.telephony.provider" | "com.okta.user.credential.password.import" | "com.okta.user.pre-registration"; version: string; channel: { type: "HTTP" | "OAUTH"; version: string; config: Config }; created: string; lastUpdated: string; _links: Links18 | Links19 }
type Entity = { id: string; type: string; alternateId: string; displayName: string; detailEntry: null }
type Client = { userAgent: { rawUserAgent: string; os: string; browser: string } | null; zone: null; device: string | null; id: null; ipAddress: string | null; geographicalContext: null }
type AuthenticationContext = { authenticationProvider: null; credentialProvider: null; credentialType: null; issuer: null; interface: null; authenticationStep: number; rootSessionId: null; externalSessionId: null }
type SecurityContext = { asNumber: null; asOrg: null; isp: null; domain: null; isProxy: null }
type DebugContext = { debugData: { requestId?: string; requestUri?: string; url?: string } }
type IpChain = { ip: string; geographicalContext: null; version: string; source: null }
type LogEvent = { actor: Entity; client: Client; device: null; authenticationContext: AuthenticationContext; displayMessage: string; eventType: string; outcome: { result: "FAILURE" | "SUCCESS"; reason: string | null }; published: string; securityContext: SecurityContext; severity: "INFO" | "WARN"; debugContext: DebugContext; legacyEventType: string | null; transaction: { type: string; id: string; detail: {} }; uuid: string; version: string; request: { ipChain: IpChain[] }; target: Entity[] }
type Profile2 = { login: string; firstName: JsonValue; lastName: JsonValue; locale: JsonValue; timeZone: JsonValue }
type Person = { id: string; passwordChanged: string | null; profile: Profile2 }
type ShownFactor = { _links: { verify: { hints: { allow: ("POST")[] }; href: string } }; profile?: { [name: string]: JsonValue }; id: string; factorType: "call" | "email" | "push" | "question" | "sms" | "token:software:totp"; provider: "GOOGLE" | "OKTA"; vendorName: "GOOGLE" | "OKTA" }
type Device = { allowRememberDevice: boolean; rememberDeviceLifetimeInMinutes: number; rememberDeviceByDefault: boolean; factorsPolicyInfo: { [name: string]: { autoPushEnabled: boolean } } }
type FactorRequired = { _embedded: { user: Person; factors: ShownFactor[]; policy: Device }; _links: { cancel: { hints: { allow: ("POST")[] }; href: string } }; stateToken: string; expiresAt: string; status: string | null }
type Links20 = { enroll: { hints: { allow: ("POST")[] }; href: string }; questions?: { href: string; hints: { allow: string[] } } }
type Factors = { factorType: "call" | "email" | "push" | "question" | "sms" | "token:software:totp"; provider: "GOOGLE" | "OKTA"; vendorName: "GOOGLE" | "OKTA"; _links: Links20; status: string; enrollment: "NOT_ALLOWED" | "OPTIONAL" | "REQUIRED" }
type Links21 = { cancel: { hints: { allow: ("POST")[] }; href: string }; skip?: { hints: { allow: ("POST")[] }; href: string } }
type FactorEnrollment = { _embedded: { user: Person; factors: Factors[] }; _links: Links21; stateToken: string; expiresAt: string; status: string | null }
type Resend2 = { hints: { allow: ("POST")[] }; href: string; name: "call" | "email" | "push" | "question" | "sms" }
type Next = { hints: { allow: ("POST")[] }; href: string; name: string }
type Links22 = { resend?: Resend2[]; next: Next; cancel: { hints: { allow: ("POST")[] }; href: string }; prev: { hints: { allow: ("POST")[] }; href: string } }
type FactorChallenge = { _embedded: { user: Person; factor: ShownFactor; policy: Device }; _links: Links22; factorResult?: string; challengeType?: string; stateToken: string; expiresAt: string; status: string | null }
type Factor5 = { _embedded?: { activation: Activation } | { activation: Activation2 }; profile?: { [name: string]: JsonValue }; id: string; factorType: "call" | "email" | "push" | "question" | "sms" | "token:software:totp"; provider: "GOOGLE" | "OKTA"; vendorName: "GOOGLE" | "OKTA" }
type Resend3 = { hints: { allow: ("POST")[] }; href: string; name: "call" | "email" | "question" | "sms" }
type Links23 = { resend?: Resend3[]; next: Next; cancel: { hints: { allow: ("POST")[] }; href: string }; prev: { hints: { allow: ("POST")[] }; href: string } }
type FactorActivation = { _embedded: { user: Person; factor: Factor5 }; _links: Links23; factorResult?: "CANCELLED" | "REJECTED" | "SUCCESS" | "TIMEOUT" | "WAITING"; stateToken: string; expiresAt: string; status: string | null }
type Complexity = { minLength: number; minLowerCase: number; minUpperCase: number; minNumber: number; minSymbol: number; excludeUsername: boolean }
type Policy3 = { expiration: { passwordExpireDays: number }; complexity: Complexity }
type Next2 = { hints: { allow: ("POST")[] }; name: string; href: string }
type Links24 = { next: Next2; skip: Next2; cancel: { hints: { allow: ("POST")[] }; href: string } }
type PasswordWarning = { stateToken: string; expiresAt: string; status: string | null; _embedded: { user: Person; policy: Policy3 }; _links: Links24 }
type WithQuestion = { recovery_question?: { question: string }; id: string; passwordChanged: string | null; profile: Profile2 }
type Links25 = { next: Next2; cancel: { hints: { allow: ("POST")[] }; href: string } }
type RecoveryQuestion = { expiresAt: string; status: string; recoveryType?: "PASSWORD" | "UNLOCK"; _embedded: { user: WithQuestion }; _links: Links25; stateToken: string }
type Policy4 = { complexity: Complexity; age?: { minAgeMinutes: number; historyCount: number } }
type PasswordNeeded = { _embedded: { user: Person; policy: Policy4 }; _links: Links25; recoveryType?: "PASSWORD" | "UNLOCK"; stateToken: string; expiresAt: string; status: string | null }
type Success = { expiresAt: string; status: string; sessionToken: string; _embedded: { user: Person }; _links: { cancel: { hints: { allow: ("POST")[] }; href: string } } }
type RecoveryToken = { expiresAt: string; status: string; recoveryType?: "PASSWORD" | "UNLOCK"; _embedded: { user: WithQuestion }; _links: Links25; recoveryToken: string }
type Mailed = { status: string; factorResult: string; factorType: string; recoveryType: "PASSWORD" | "UNLOCK" }
type Links26 = { next: Next2; cancel: { hints: { allow: ("POST")[] }; href: string }; resend: Next2 }
type RecoveryChallenge = { stateToken: string; expiresAt: string; status: string; factorType: "CALL" | "EMAIL" | "SMS"; recoveryType: "PASSWORD" | "UNLOCK"; _links: Links26 }
type Unlocked = { status: string; recoveryType: string; _embedded: { user: Person } }
type Links27 = { self: { href: string; hints: { allow: string[] } }; refresh: { hints: { allow: ("POST")[] }; href: string }; user: { name: string; href: string; hints: { allow: string[] } } }
type Session = { id: string; userId: string; login: string; createdAt: string; expiresAt: string; status: string; lastPasswordVerification: string; lastFactorVerification: string | null; amr: string[]; idp: { id: string; type: string }; mfaActive: boolean; _links: Links27 }
type CustomRole = { id: string; label: string; isCloneable: boolean; description: string; created: string; lastUpdated: string; _links: { permissions: { href: string }; self: { href: string } } }
type Permission = { label: string; created: string; lastUpdated: string; conditions: { [name: string]: JsonValue } | null; _links: { role: { href: string }; self: { href: string } } }
type Links28 = { bindings: { href: string }; self: { href: string }; resources: { href: string } }
type ResourceSet = { id: string; label: string; description: string; created: string; lastUpdated: string; _links: Links28 }
type ListResourceSets = { _links: { self: { href: string } }; "resource-sets": ResourceSet[] }
type SetResource = { created: string; lastUpdated: string; _links: { resource: { href: string }; self?: { href: string } }; conditions?: { [name: string]: JsonValue }; id: string; orn: string }
type ListResourceSetResources = { resources: SetResource[]; _links: { "resource-set": { href: string } } }
type BoundRole = { id: string; _links: { self: { href: string }; members: { href: string } } }
type Links29 = { "resource-set": { href: string }; self: { href: string } }
type Links30 = { self: { href: string }; bindings: { href: string }; "resource-set": { href: string } }
type Links31 = { self: { href: string }; members: { href: string }; "resource-set": { href: string } }
type BindingMember = { id: string; created: string; lastUpdated: string; _links: { self: { href: string } } }
type ListMembersOfBinding = { members: BindingMember[]; _links: { self: { href: string }; binding: { href: string } } }
type Side = { type: string; description?: string; name: string; title: string }
type LinkDefinition = { primary: Side; associated: Side; _links: { self: { href: string } } }
type Links32 = { preferences: { href: string }; oktaCommunication: { href: string }; oktaSupport: { href: string }; contacts: { href: string } }
type OrgSettings = { _links: Links32; website: string | null; phoneNumber: string | null; endUserSupportHelpURL: string | null; supportPhoneNumber: string | null; address1: string | null; address2: string | null; city: string | null; state: string | null; country: string | null; postalCode: string | null; id: string; subdomain: string; companyName: string; status: string; expiresAt: null; created: string; lastUpdated: string }
type ContactTypes = { contactType: "BILLING" | "TECHNICAL"; _links: { [name: string]: { href: string } } }
type Contact = { userId: string | null; _links: { user?: { href: string } } }
type Links33 = { [name: string]: { hints: { allow: ("POST")[] }; href: string } }
type Links34 = { grant?: { hints: { allow: ("POST")[] }; href: string }; extend?: { hints: { allow: ("POST")[] }; href: string }; revoke?: { hints: { allow: ("POST")[] }; href: string } }
type Support = { support: string; expiration: string | null; _links: Links34 }
type Settings2 = { analyticsCollectionEnabled: boolean; bugReportingEnabled: boolean; omEnabled: boolean; pssoEnabled: boolean; desktopMFAEnabled: boolean; itpEnabled: boolean }
type GetWellknownOrgMetadata = { id: string; cell: string; _links: { organization: { href: string } }; pipeline: string; settings: Settings2 }
type OptionJson = { label: string; value: string | { form: { value: JsonValue } }; relatesTo?: string }
type MessageJson = { message: string; i18n: { key: string; params?: string[] }; class: "ERROR" | "INFO" }
type FieldJson = { name: string; type?: string; label?: string; required?: boolean; secret?: boolean; value?: string; visible?: boolean; mutable?: boolean; form?: { value: JsonValue }; options?: OptionJson[]; messages?: { type: "array"; value: MessageJson[] } }
type FormJson = { rel: ("create-form")[]; name: string; relatesTo?: string[]; href: string; method: "POST"; produces: string; refresh?: number; value: FieldJson[]; accepts: string }
type Object = { type: "object"; value: { name: string; label: string; id: string } }
type Person2 = { firstName: JsonValue; lastName: JsonValue; timeZone: JsonValue; locale: JsonValue }
type Object2 = { type: "object"; value: { id: string; identifier: string; profile: Person2 } }
type Complexity2 = { excludeAttributes: string[]; minLength: number; minLowerCase: number; minUpperCase: number; minNumber: number; minSymbol: number; excludeUsername: boolean }
type PasswordSettings = { complexity: Complexity2; age: { minAgeMinutes: number; historyCount: number } }
type Methods = { type: "email" | "otp" | "password" | "push" | "security_question" | "sms" | "totp" | "voice" }
type Recovered = { settings: PasswordSettings; type: string; key: "google_otp" | "okta_email" | "okta_password" | "okta_verify" | "phone_number" | "security_question"; id: string; displayName: string; methods: Methods[] }
type Authenticator2 = { type: string; key: "google_otp" | "okta_email" | "okta_password" | "okta_verify" | "phone_number" | "security_question"; id: string; displayName: string; methods: Methods[] }
type Enrollment = { id: string; type: string; key: "google_otp" | "okta_email" | "okta_password" | "okta_verify" | "phone_number" | "security_question"; displayName: string; methods: Methods[]; profile?: { [name: string]: JsonValue } }
type Transaction = { cancel: FormJson; app: Object; user?: Object2; recoveryAuthenticator?: { type: "object"; value: Recovered }; authenticators: { type: "array"; value: Authenticator2[] }; authenticatorEnrollments: { type: "array"; value: Enrollment[] }; messages?: { type: "array"; value: MessageJson[] }; remediation?: { type: "array"; value: FormJson[] }; version: string; stateHandle: string; expiresAt: string; intent: string }
type ContextualData = { qrcode: { method: string; href: string; type: string }; sharedSecret: string; selectedChannel?: undefined; questionKeys?: undefined; questions?: undefined }
type ContextualData2 = { qrcode: { method: string; href: string; type: string }; selectedChannel: string; sharedSecret?: undefined; questionKeys?: undefined; questions?: undefined }
type ContextualData3 = { questionKeys: string[]; questions: { questionKey: string; question: string }[]; qrcode?: undefined; sharedSecret?: undefined; selectedChannel?: undefined }
type Enrolling = { settings?: PasswordSettings; type: string; key: "google_otp" | "okta_email" | "okta_password" | "okta_verify" | "phone_number" | "security_question"; id: string; displayName: string; methods: Methods[]; poll?: FormJson; resend?: FormJson; contextualData?: ContextualData | ContextualData2 | ContextualData3 }
type Transaction2 = { cancel: FormJson; app: Object; user?: Object2; enrollmentAuthenticator?: { type: "object"; value: Authenticator2 }; authenticators: { type: "array"; value: Authenticator2[] }; authenticatorEnrollments: { type: "array"; value: Enrollment[] }; currentAuthenticator?: { type: "object"; value: Enrolling }; messages?: { type: "array"; value: MessageJson[] }; remediation?: { type: "array"; value: FormJson[] }; version: string; stateHandle: string; expiresAt: string; intent: string }
type Transaction3 = { cancel: FormJson; app: Object; user?: Object2; authenticators?: undefined; authenticatorEnrollments?: undefined; currentAuthenticator?: undefined; messages?: { type: "array"; value: MessageJson[] }; remediation?: { type: "array"; value: FormJson[] }; version: string; stateHandle: string; expiresAt: string; intent: string }
type AuthenticatorMembers = { type: string; key: "google_otp" | "okta_email" | "okta_password" | "okta_verify" | "phone_number" | "security_question"; methods: Methods[] }
type Transaction4 = { cancel: FormJson; app: Object; user?: Object2; authenticators: { type: "array"; value: Authenticator2[] }; authenticatorEnrollments: { type: "array"; value: AuthenticatorMembers[] }; currentAuthenticator?: undefined; messages?: { type: "array"; value: MessageJson[] }; remediation?: { type: "array"; value: FormJson[] }; version: string; stateHandle: string; expiresAt: string; intent: string }
type CurrentAuthenticator = { type: string; key: "google_otp" | "okta_email" | "okta_password" | "okta_verify" | "phone_number" | "security_question"; id: string; displayName: string; methods: Methods[]; recover: FormJson }
type Transaction5 = { cancel: FormJson; app: Object; user?: Object2; currentAuthenticator: { type: "object"; value: CurrentAuthenticator }; authenticators?: undefined; authenticatorEnrollments?: undefined; messages?: { type: "array"; value: MessageJson[] }; remediation?: { type: "array"; value: FormJson[] }; version: string; stateHandle: string; expiresAt: string; intent: string }
type SuccessWithInteractionCode = { rel: string[]; name: string; href: string; method: string; value: { name: string; required: boolean; value?: string | null }[]; accepts: string }
type SignedIn = { successWithInteractionCode: SuccessWithInteractionCode; cancel: FormJson; app: Object; user?: Object2; version: string; stateHandle: string; expiresAt: string; intent: string }
type OutOfBand = { channel: string; binding_method: string; interval?: number; oob_code: string; expires_in: number }
type OpenIdMetadata = { subject_types_supported: string[]; id_token_signing_alg_values_supported: string[]; scopes_supported: string[]; jwks_uri: string; response_types_supported?: string[]; response_modes_supported?: ("form_post" | "fragment" | "okta_post_message" | "query" | "web_message")[]; grant_types_supported: string[]; token_endpoint_auth_methods_supported: string[]; claims_supported: string[]; code_challenge_methods_supported: ("S256" | "plain")[]; introspection_endpoint: string; introspection_endpoint_auth_methods_supported: string[]; revocation_endpoint: string; revocation_endpoint_auth_methods_supported: string[]; end_session_endpoint: string; request_parameter_supported: boolean; device_authorization_endpoint: string; pushed_authorization_request_endpoint: string; dpop_signing_alg_values_supported: string[]; issuer: string; authorization_endpoint: string; token_endpoint: string; userinfo_endpoint: string }
type Metadata = { issuer: string; authorization_endpoint: string; token_endpoint: string; jwks_uri: string; response_types_supported?: string[]; response_modes_supported?: ("form_post" | "fragment" | "okta_post_message" | "query" | "web_message")[]; grant_types_supported: string[]; subject_types_supported: string[]; scopes_supported: string[]; token_endpoint_auth_methods_supported: string[]; claims_supported: string[]; code_challenge_methods_supported: ("S256" | "plain")[]; introspection_endpoint: string; introspection_endpoint_auth_methods_supported: string[]; revocation_endpoint: string; revocation_endpoint_auth_methods_supported: string[]; end_session_endpoint: string; request_parameter_supported: boolean; device_authorization_endpoint: string; pushed_authorization_request_endpoint: string; dpop_signing_alg_values_supported: string[] }
type Keys = { kty?: string; alg?: string; kid?: string; use?: string; e?: string; n?: string }

/** The answers of the operations of oidc-d, as far as their handlers say what they answer. */
export interface OidcDAnswers {
  'listUsers': User[]
  'createUser': User
  'getUser': User
  'updateUser': User
  'replaceUser': User
  'deleteUser': null
  'listUserGroups': Group[]
  'listAppLinks': ListAppLink[]
  'revokeUserSessions': null
  'activateUser': {}
  'reactivateUser': {}
  'deactivateUser': {}
  'suspendUser': {}
  'unsuspendUser': {}
  'unlockUser': {}
  'expirePassword': User | { tempPassword: string }
  'expirePasswordWithTempPassword': { tempPassword: string }
  'resetFactors': {}
  'resetPassword': { resetPasswordUrl: string } | { resetPasswordUrl?: undefined }
  'changePassword': Credentials
  'changeRecoveryQuestion': Credentials
  'forgotPassword': { resetPasswordUrl: string } | { resetPasswordUrl?: undefined }
  'forgotPasswordSetNewPassword': Credentials
  'listFactors': Factor[]
  'enrollFactor': Factor2 | Factor3 | Factor4
  'listSupportedFactors': SupportedFactor[]
  'listSupportedSecurityQuestions': { question: string; questionText: string }[]
  'getFactor': Factor2 | Factor3 | Factor4
  'replaceFactor': Factor2 | Factor3 | Factor4
  'unenrollFactor': null
  'activateFactor': Factor2 | Factor3 | Factor4
  'pollFactorActivation': Factor2 | Factor3 | Factor4
  'resendEnrollFactor': Factor2 | Factor3 | Factor4
  'verifyFactor': Verification2 | { factorResult: string; _links: Verification } | { factorResult: string; _links?: undefined }
  'getFactorTransactionStatus': Verification2 | { factorResult: string; _links: Verification } | { factorResult: string; _links?: undefined }
  'cancelFactorTransaction': Verification2 | { factorResult: string; _links: Verification } | { factorResult: string; _links?: undefined }
  'listGroupRules': GroupRule[]
  'createGroupRule': GroupRule
  'getGroupRule': GroupRule
  'replaceGroupRule': GroupRule
  'deleteGroupRule': {}
  'activateGroupRule': null
  'deactivateGroupRule': null
  'listGroups': Group[]
  'addGroup': Group
  'getGroup': Group
  'replaceGroup': Group
  'deleteGroup': null
  'listGroupUsers': User[]
  'assignUserToGroup': null
  'unassignUserFromGroup': null
  'listAssignedApplicationsForGroup': App[]
  'listGroupOwners': GroupOwner[]
  'assignGroupOwner': GroupOwner | null
  'deleteGroupOwner': null
  'listAssignedRolesForUser': Role[]
  'assignRoleToUser': Role
  'getUserAssignedRole': Role
  'unassignRoleFromUser': null
  'listGroupTargetsForRole': Group[]
  'assignGroupTargetToUserRole': null
  'unassignGroupTargetFromUserAdminRole': null
  'listApplicationTargetsForApplicationAdministratorRoleForUser': AppTarget[]
  'assignAllAppsAsTargetToRoleForUser': {}
  'assignAppTargetToAdminRoleForUser': null
  'unassignAppTargetFromAppAdminRoleForUser': null
  'assignAppInstanceTargetToAppAdminRoleForUser': null
  'unassignAppInstanceTargetFromAdminRoleForUser': null
  'listGroupAssignedRoles': Role[]
  'assignRoleToGroup': Role
  'getGroupAssignedRole': Role
  'unassignRoleFromGroup': null
  'listGroupTargetsForGroupRole': Group[]
  'assignGroupTargetToGroupAdminRole': null
  'unassignGroupTargetFromGroupAdminRole': null
  'listApplicationTargetsForApplicationAdministratorRoleForGroup': AppTarget[]
  'assignAppTargetToAdminRoleForGroup': null
  'unassignAppTargetToAdminRoleForGroup': null
  'assignAppInstanceTargetToAppAdminRoleForGroup': null
  'unassignAppInstanceTargetToAppAdminRoleForGroup': null
  'listApplications': App[]
  'createApplication': App
  'getApplication': App
  'replaceApplication': App
  'deleteApplication': null
  'activateApplication': {}
  'deactivateApplication': {}
  'listApplicationUsers': AppUser[]
  'assignUserToApplication': AppUser
  'getApplicationUser': AppUser
  'updateApplicationUser': AppUser
  'unassignUserFromApplication': null
  'listApplicationGroupAssignments': AppGroup[]
  'getApplicationGroupAssignment': AppGroup
  'assignGroupToApplication': AppGroup
  'unassignApplicationFromGroup': null
  'listOAuth2ClientSecrets': ClientSecret[]
  'createOAuth2ClientSecret': ClientSecret
  'getOAuth2ClientSecret': ClientSecret
  'deleteOAuth2ClientSecret': null
  'activateOAuth2ClientSecret': ClientSecret
  'deactivateOAuth2ClientSecret': ClientSecret
  'listJwk': { keys: ClientKey[] }
  'addJwk': ClientKey
  'getJwk': ClientKey
  'deletejwk': null
  'activateOAuth2ClientJsonWebKey': ClientKey
  'deactivateOAuth2ClientJsonWebKey': ClientKey
  'listApplicationKeys': AppKey[]
  'generateApplicationKey': AppKey
  'getApplicationKey': AppKey
  'cloneApplicationKey': AppKey
  'listCsrsForApplication': SigningRequest[]
  'generateCsrForApplication': SigningRequest
  'getCsrForApplication': SigningRequest
  'revokeCsrFromApplication': null
  'publishCsrFromApplication': AppKey
  'listAuthorizationServers': Server[]
  'createAuthorizationServer': Server
  'getAuthorizationServer': Server
  'replaceAuthorizationServer': Server
  'deleteAuthorizationServer': null
  'activateAuthorizationServer': null
  'deactivateAuthorizationServer': null
  'listAuthorizationServerKeys': ServerKeys[]
  'getAuthorizationServerKey': ServerKeys
  'rotateAuthorizationServerKeys': ServerKeys[]
  'listOAuth2Scopes': Scope[]
  'createOAuth2Scope': Scope
  'getOAuth2Scope': Scope
  'replaceOAuth2Scope': Scope
  'deleteOAuth2Scope': null
  'listOAuth2Claims': Claim[]
  'createOAuth2Claim': Claim
  'getOAuth2Claim': Claim
  'replaceOAuth2Claim': Claim
  'deleteOAuth2Claim': null
  'listAuthorizationServerPolicies': Policy[]
  'createAuthorizationServerPolicy': Policy
  'getAuthorizationServerPolicy': Policy
  'replaceAuthorizationServerPolicy': Policy
  'deleteAuthorizationServerPolicy': null
  'activateAuthorizationServerPolicy': null
  'deactivateAuthorizationServerPolicy': null
  'listAuthorizationServerPolicyRules': PolicyRule[]
  'createAuthorizationServerPolicyRule': PolicyRule
  'getAuthorizationServerPolicyRule': PolicyRule
  'replaceAuthorizationServerPolicyRule': PolicyRule
  'deleteAuthorizationServerPolicyRule': null
  'activateAuthorizationServerPolicyRule': null
  'deactivateAuthorizationServerPolicyRule': null
  'listPolicies': (ListedPolicy | OrgPolicy)[]
  'createPolicy': OrgPolicy
  'getPolicy': OrgPolicy | Policy2
  'replacePolicy': OrgPolicy
  'deletePolicy': null
  'activatePolicy': null
  'deactivatePolicy': null
  'clonePolicy': OrgPolicy
  'listPolicyApps': App[]
  'assignApplicationPolicy': null
  'listPolicyRules': OrgPolicyRule[]
  'createPolicyRule': OrgPolicyRule
  'getPolicyRule': OrgPolicyRule
  'replacePolicyRule': OrgPolicyRule
  'deletePolicyRule': null
  'activatePolicyRule': null
  'deactivatePolicyRule': null
  'listNetworkZones': NetworkZone[]
  'createNetworkZone': NetworkZone
  'getNetworkZone': NetworkZone
  'replaceNetworkZone': NetworkZone
  'deleteNetworkZone': null
  'activateNetworkZone': NetworkZone
  'deactivateNetworkZone': NetworkZone
  'listUserClients': UserClient[]
  'listRefreshTokensForUserAndClient': Token2[]
  'revokeTokensForUserAndClient': null
  'getRefreshTokenForUserAndClient': Token2
  'revokeTokenForUserAndClient': null
  'listOAuth2TokensForApplication': Token2[]
  'revokeOAuth2TokensForApplication': null
  'getOAuth2TokenForApplication': Token2
  'revokeOAuth2TokenForApplication': null
  'listOAuth2ClientsForAuthorizationServer': ListOAuth2ClientsForAuthorizationServer[]
  'listRefreshTokensForAuthorizationServerAndClient': Token2[]
  'revokeRefreshTokensForAuthorizationServerAndClient': null
  'getRefreshTokenForAuthorizationServerAndClient': Token2
  'revokeRefreshTokenForAuthorizationServerAndClient': null
  'listUserGrants': UserGrant[]
  'revokeUserGrants': null
  'getUserGrant': UserGrant
  'revokeUserGrant': null
  'listGrantsForUserAndClient': UserGrant[]
  'revokeGrantsForUserAndClient': null
  'listScopeConsentGrants': AppGrant[]
  'grantConsentToScope': AppGrant
  'getScopeConsentGrant': AppGrant
  'revokeScopeConsentGrant': null
  'listTrustedOrigins': TrustedOrigin[]
  'createTrustedOrigin': TrustedOrigin
  'getTrustedOrigin': TrustedOrigin
  'replaceTrustedOrigin': TrustedOrigin
  'deleteTrustedOrigin': null
  'activateTrustedOrigin': TrustedOrigin
  'deactivateTrustedOrigin': TrustedOrigin
  'listAuthenticators': Authenticator[]
  'getAuthenticator': Authenticator
  'activateAuthenticator': Authenticator
  'deactivateAuthenticator': Authenticator
  'getUserSchema': ProfileSchema
  'updateUserProfile': ProfileSchema
  'getGroupSchema': ProfileSchema
  'updateGroupSchema': ProfileSchema
  'getApplicationUserSchema': AppSchema
  'updateApplicationUserProfile': AppSchema
  'listUserTypes': UserType[]
  'createUserType': UserType
  'getUserType': UserType
  'updateUserType': UserType
  'replaceUserType': UserType
  'deleteUserType': null
  'listEventHooks': EventHook[]
  'createEventHook': EventHook
  'getEventHook': EventHook
  'replaceEventHook': EventHook
  'deleteEventHook': null
  'activateEventHook': EventHook
  'deactivateEventHook': EventHook
  'verifyEventHook': EventHook
  'listInlineHooks': InlineHook[]
  'createInlineHook': InlineHook
  'getInlineHook': InlineHook
  'updateInlineHook': InlineHook
  'replaceInlineHook': InlineHook
  'deleteInlineHook': null
  'activateInlineHook': InlineHook
  'deactivateInlineHook': InlineHook
  'executeInlineHook': { [name: string]: JsonValue }
  'listLogEvents': LogEvent[]
  'authn': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion | Success | { status: string; _links: { next: Next2 } }
  'authn/state': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion
  'authn/introspect': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion
  'authn/change-password': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion | Success
  'authn/reset-password': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion | Success
  'authn/cancel': {}
  'authn/enroll-factor': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion | Success
  'authn/activate-factor': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion | Success
  'authn/poll-factor-activation': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion | Success
  'authn/resend-factor-activation': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion
  'authn/verify-factor': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion | Success
  'authn/resend-challenge': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion
  'authn/previous': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion
  'authn/skip': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion | Success
  'authn/recover-password': Mailed | RecoveryChallenge | RecoveryToken
  'authn/unlock-account': Mailed | RecoveryChallenge | RecoveryToken
  'authn/recovery-token': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion | Unlocked
  'authn/verify-recovery-factor': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion | Unlocked
  'authn/resend-recovery-factor': RecoveryChallenge
  'authn/recovery-answer': FactorActivation | FactorChallenge | FactorEnrollment | FactorRequired | PasswordNeeded | PasswordWarning | RecoveryQuestion | Unlocked
  'getCurrentSession': Session
  'refreshCurrentSession': Session
  'closeCurrentSession': null
  'createSession': Session
  'getSession': Session
  'refreshSession': Session
  'revokeSession': null
  'login/session-cookie-redirect': null | string
  'login/signout': null | string
  'listRoles': { roles: CustomRole[]; _links: { self: { href: string } } }
  'createRole': CustomRole
  'getRole': CustomRole
  'replaceRole': CustomRole
  'deleteRole': null
  'listRolePermissions': { permissions: Permission[] }
  'getRolePermission': Permission
  'createRolePermission': null
  'replaceRolePermission': Permission
  'deleteRolePermission': null
  'listResourceSets': ListResourceSets
  'createResourceSet': ResourceSet
  'getResourceSet': ResourceSet
  'replaceResourceSet': ResourceSet
  'deleteResourceSet': null
  'listResourceSetResources': ListResourceSetResources
  'addResourceSetResource': SetResource
  'addResourceSetResources': ResourceSet
  'getResourceSetResource': SetResource
  'replaceResourceSetResource': SetResource
  'deleteResourceSetResource': null
  'listBindings': { roles: BoundRole[]; _links: Links29 }
  'createResourceSetBinding': { _links: Links30 }
  'getBinding': { id: string; _links: Links31 }
  'deleteBinding': null
  'listMembersOfBinding': ListMembersOfBinding
  'addMembersToBinding': { _links: Links30 }
  'getMemberOfBinding': BindingMember
  'unassignMemberFromBinding': null
  'listLinkedObjectDefinitions': LinkDefinition[]
  'createLinkedObjectDefinition': LinkDefinition
  'getLinkedObjectDefinition': LinkDefinition
  'deleteLinkedObjectDefinition': null
  'listLinkedObjectsForUser': { _links: { self: { href: string } } }[]
  'assignLinkedObjectValueForPrimary': null
  'deleteLinkedObjectForUser': null
  'getOrgSettings': OrgSettings
  'updateOrgSettings': OrgSettings
  'replaceOrgSettings': OrgSettings
  'getOrgContactTypes': ContactTypes[]
  'getOrgContactUser': Contact
  'replaceOrgContactUser': Contact
  'getOrgPreferences': { showEndUserFooter: boolean; _links: Links33 }
  'setOrgShowOktaUIFooter': { showEndUserFooter: boolean; _links: Links33 }
  'setOrgHideOktaUIFooter': { showEndUserFooter: boolean; _links: Links33 }
  'getOktaCommunicationSettings': { optOutEmailUsers: boolean; _links: Links33 }
  'optInUsersToOktaCommunicationEmails': { optOutEmailUsers: boolean; _links: Links33 }
  'optOutUsersFromOktaCommunicationEmails': { optOutEmailUsers: boolean; _links: Links33 }
  'getOrgOktaSupportSettings': Support
  'grantOktaSupport': Support
  'extendOktaSupport': Support
  'revokeOktaSupport': Support
  'getWellknownOrgMetadata': GetWellknownOrgMetadata
  'interact': { interaction_handle: string }
  'interactCustomAS': { interaction_handle: string }
  'idx/introspect': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/identify': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/select-identify': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/challenge': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/answer': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/resend': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/poll': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/enroll-authenticator': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/skip': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/enroll': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/register': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/recover': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/unlock-account': SignedIn | Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'idx/cancel': Transaction | Transaction2 | Transaction3 | Transaction4 | Transaction5
  'verifyEmail': string
  'primaryAuthenticate': OutOfBand
  'oobAuthenticate': OutOfBand
  'challenge': { challenge_type: string }
  'primaryAuthenticateCustomAS': OutOfBand
  'oobAuthenticateCustomAS': OutOfBand
  'challengeCustomAS': { challenge_type: string }
  'getWellKnownOpenIDConfiguration': OpenIdMetadata
  'getWellKnownOAuthConfiguration': Metadata
  'oauthKeys': { keys: Keys[] }
  'authorize': null | string
  'authorizeWithPost': null | string
  'token': { [name: string]: number | string }
  'userinfo': { [name: string]: JsonValue }
  'userinfoWithPost': { [name: string]: JsonValue }
  'introspect': { [name: string]: JsonValue }
  'revoke': null
  'par': { [name: string]: number | string }
  'deviceAuthorize': { [name: string]: number | string }
  'logout': null | string
  'logoutWithPost': null | string
  'getWellKnownOpenIDConfigurationCustomAS': OpenIdMetadata
  'getWellKnownOAuthConfigurationCustomAS': Metadata
  'oauthKeysCustomAS': { keys: Keys[] }
  'authorizeCustomAS': null | string
  'authorizeCustomASWithPost': null | string
  'tokenCustomAS': { [name: string]: number | string }
  'userinfoCustomAS': { [name: string]: JsonValue }
  'userinfoCustomASWithPost': { [name: string]: JsonValue }
  'introspectCustomAS': { [name: string]: JsonValue }
  'revokeCustomAS': null
  'parCustomAS': { [name: string]: number | string }
  'deviceAuthorizeCustomAS': { [name: string]: number | string }
  'logoutCustomAS': null | string
  'logoutCustomASWithPost': null | string
  'activate': string
  'activateWithCode': null | string
}
