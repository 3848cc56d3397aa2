import type { JsonObject } from '#oidc-d/schema.ts'

// The attributes that profiles have at the vendor.
// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Schema/

type Action = 'READ_WRITE' | 'READ_ONLY' | 'HIDE'

function text(title: string, action: Action, more: JsonObject = {}): JsonObject {
  const { required, format, ...limits } = more
  return {
    title,
    type: 'string',
    ...(required === undefined ? {} : { required }),
    ...(format === undefined ? {} : { format }),
    mutability: 'READ_WRITE',
    scope: 'NONE',
    ...limits,
    permissions: [{ principal: 'SELF', action }],
    master: { type: 'PROFILE_MASTER' },
  }
}

/** The attributes of users, by name. */
export const USER_ATTRIBUTES: Readonly<Record<string, JsonObject>> = {
  login: text('Username', 'READ_ONLY', { required: true, minLength: 5, maxLength: 100 }),
  firstName: text('First name', 'READ_WRITE', { required: true, minLength: 1, maxLength: 50 }),
  lastName: text('Last name', 'READ_WRITE', { required: true, minLength: 1, maxLength: 50 }),
  middleName: text('Middle name', 'READ_ONLY'),
  honorificPrefix: text('Honorific prefix', 'READ_ONLY'),
  honorificSuffix: text('Honorific suffix', 'READ_ONLY'),
  email: text('Primary email', 'READ_WRITE', { required: true, format: 'email' }),
  title: text('Title', 'READ_ONLY'),
  displayName: text('Display name', 'READ_ONLY'),
  nickName: text('Nickname', 'READ_ONLY'),
  profileUrl: text('Profile Url', 'READ_ONLY', { format: 'uri' }),
  secondEmail: text('Secondary email', 'READ_WRITE', { format: 'email' }),
  mobilePhone: text('Mobile phone', 'READ_WRITE', { maxLength: 100 }),
  primaryPhone: text('Primary phone', 'HIDE', { maxLength: 100 }),
  streetAddress: text('Street address', 'HIDE'),
  city: text('City', 'HIDE'),
  state: text('State', 'HIDE'),
  zipCode: text('Zip code', 'HIDE'),
  countryCode: text('Country code', 'HIDE', { format: 'country-code' }),
  postalAddress: text('Postal Address', 'HIDE'),
  preferredLanguage: text('Preferred language', 'READ_ONLY', { format: 'language-code' }),
  locale: text('Locale', 'READ_ONLY', { format: 'locale' }),
  timezone: text('Time zone', 'READ_ONLY', { format: 'timezone' }),
  userType: text('User type', 'READ_ONLY'),
  employeeNumber: text('Employee number', 'READ_ONLY'),
  costCenter: text('Cost center', 'READ_ONLY'),
  organization: text('Organization', 'READ_ONLY'),
  division: text('Division', 'READ_ONLY'),
  department: text('Department', 'READ_ONLY'),
  managerId: text('ManagerId', 'READ_ONLY'),
  manager: text('Manager', 'READ_ONLY'),
}

/** The attributes of groups, by name. */
export const GROUP_ATTRIBUTES: Readonly<Record<string, JsonObject>> = {
  name: { ...text('Name', 'READ_WRITE', { required: true, maxLength: 255 }), description: 'Name' },
  description: { ...text('Description', 'READ_WRITE', { maxLength: 1024 }), description: 'Description' },
}

/** The attributes of the users of an app that is no OAuth client, by name. */
export const APP_ATTRIBUTES: Readonly<Record<string, JsonObject>> = {
  userName: { title: 'Username', type: 'string', required: true, scope: 'NONE', maxLength: 100 },
}

const inApp = (title: string, description: string, externalName?: string): JsonObject => ({
  title,
  description,
  type: 'string',
  ...(externalName === undefined ? {} : { externalName }),
  scope: 'SELF',
})

/**
 * The attributes of the users of an OAuth client, by name: the claims of OpenID Connect.
 * https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
export const CLIENT_ATTRIBUTES: Readonly<Record<string, JsonObject>> = {
  userName: {
    title: 'Username',
    type: 'string',
    required: true,
    externalName: 'preferred_username',
    scope: 'SELF',
  },
  name: inApp('Name', 'The full name, as it is shown'),
  nickname: inApp('Nickname', 'The name that friends use'),
  given_name: inApp('Given Name', 'The given names'),
  middle_name: inApp('Middle Name', 'The middle names'),
  family_name: inApp('Family Name', 'The surnames'),
  email: inApp('Email', 'The e-mail address'),
  profile: inApp('Profile URL', 'The page about the person'),
  picture: inApp('Picture URL', 'The URL of a picture'),
  website: inApp('Website', 'The page or blog of the person'),
  gender: inApp('Gender', 'The gender'),
  birthdate: inApp('Birthdate', 'The day of birth, as YYYY-MM-DD'),
  zoneinfo: inApp('Time Zone', 'The time zone: Europe/Paris'),
  locale: inApp('Locale Name', 'The language and the region: en-US'),
  phone_number: inApp('Phone Number', 'The telephone number'),
  street_address: inApp('Street Address', 'The street, with the number of the house', 'address.street_address'),
  locality: inApp('Locality', 'The city', 'address.locality'),
  region: inApp('Region', 'The state, province or region', 'address.region'),
  postal_code: inApp('Postal Code', 'The postal code', 'address.postal_code'),
  country: inApp('Country', 'The country', 'address.country'),
  formatted: inApp('Formatted', 'The whole address, line by line', 'address.formatted'),
}
