import { DAY, HOUR } from '#core/duration.ts'
import type { RecordContext } from '#oidc-d/call.ts'
import type { ContactType, OrgSettings } from '#oidc-d/schema.ts'

// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/OrgSettingGeneral/

/** The settings of an organization that nobody has changed. */
const UNSET: Omit<OrgSettings, 'created' | 'lastUpdated'> = {
  companyName: 'backlot',
  website: null,
  phoneNumber: null,
  endUserSupportHelpURL: null,
  supportPhoneNumber: null,
  address1: null,
  address2: null,
  city: null,
  state: null,
  country: null,
  postalCode: null,
}

/** The members of the settings that a body sets. */
export type OrgSettingsChanges = Partial<Omit<OrgSettings, 'created' | 'lastUpdated'>>

/** Creates the settings of the organization. */
export function createOrgSettings({ rows, clock }: RecordContext): void {
  rows.orgSettings.set({ ...UNSET, created: clock.now(), lastUpdated: clock.now() })
}

/** Returns the settings of the organization. */
export function orgSettings({ rows, clock }: Pick<RecordContext, 'rows' | 'clock'>): OrgSettings {
  return rows.orgSettings.get() ?? { ...UNSET, created: clock.now(), lastUpdated: clock.now() }
}

/** Changes the settings of the organization. */
export function updateOrgSettings(context: RecordContext, changes: OrgSettingsChanges): OrgSettings {
  const updated = { ...orgSettings(context), ...changes, lastUpdated: context.clock.now() }
  context.rows.orgSettings.set(updated)
  return updated
}

/** Replaces the settings of the organization. */
export function replaceOrgSettings(context: RecordContext, settings: OrgSettingsChanges): OrgSettings {
  return updateOrgSettings(context, { ...UNSET, ...settings })
}

/** Returns the id of the user who is a contact of the organization; null where there are no users. */
export function contactOf({ rows }: Pick<RecordContext, 'rows'>, type: ContactType): string | null {
  const set = rows.orgContact.get(type)
  if (set !== null && rows.users.get(set) !== undefined) return set
  return rows.users.page('all', [], { offset: 0, limit: 1 }).rows[0]?.id ?? null
}

/** Returns until when the vendor's support may look into the organization; null when it may not. */
export function supportUntil({ rows, clock }: Pick<RecordContext, 'rows' | 'clock'>): number | null {
  const until = rows.supportUntil.get()
  return until === null || until <= clock.now() ? null : until
}

/** Lets the vendor's support in for eight hours. */
export function grantSupport({ rows, clock }: RecordContext): void {
  rows.supportUntil.set(clock.now() + 8 * HOUR)
}

/** Lets the vendor's support stay for another day. */
export function extendSupport(context: RecordContext): void {
  context.rows.supportUntil.set((supportUntil(context) ?? context.clock.now()) + DAY)
}
