import { dateText, type ObjectType, type Property } from '#oidc-c/rules/lists/object-type.ts'
import { DETAILS, type Detail, type User } from '#oidc-c/schema.ts'

const detail = (name: Detail): Property<User> => ({ type: 'text', of: ({ details }) => details[name] ?? null })

/** The users of Graph. https://learn.microsoft.com/graph/api/resources/user */
export const USER_TYPE: ObjectType<User> = {
  resource: 'User',
  odata: 'user',
  set: 'users',
  properties: {
    id: { type: 'text', of: ({ id }) => id },
    accountEnabled: { type: 'boolean', of: ({ accountEnabled }) => accountEnabled },
    businessPhones: { type: 'list', of: ({ businessPhones }) => businessPhones },
    createdDateTime: { type: 'date', of: ({ createdAt }) => dateText(createdAt) },
    displayName: { type: 'text', of: ({ displayName }) => displayName },
    mail: { type: 'text', of: ({ mail }) => mail },
    mailNickname: { type: 'text', of: ({ mailNickname }) => mailNickname },
    userPrincipalName: { type: 'text', of: ({ userPrincipalName }) => userPrincipalName },
    userType: { type: 'text', of: () => 'Member' },
    ...Object.fromEntries(DETAILS.map((name) => [name, detail(name)])),
  },
  // https://learn.microsoft.com/graph/api/user-get#response-2
  usual: [
    'businessPhones',
    'displayName',
    'givenName',
    'jobTitle',
    'mail',
    'mobilePhone',
    'officeLocation',
    'preferredLanguage',
    'surname',
    'userPrincipalName',
    'id',
  ],
  relationships: ['manager', 'directReports', 'memberOf', 'transitiveMemberOf'],
}
