import type { Rows } from '#chat/call.ts'
import type { ProfileField } from '#chat/schema/manifests.ts'

/** The sections of a profile: the vendor's own fields, and those of the workspace. */
const SECTIONS = [
  { prefix: 'XsC', section_type: 'contact', label: 'Contact information' },
  { prefix: 'XsA', section_type: 'additional_fields', label: 'About me' },
] as const

/** Returns a custom field of profiles. https://docs.slack.dev/reference/methods/team.profile.get */
export function profileFieldJson(rows: Rows, field: ProfileField, ordering: number) {
  const { id, label, hint, type, possibleValues, isHidden } = field
  return {
    id,
    ordering,
    field_name: '',
    label,
    hint,
    type,
    possible_values: type === 'options_list' ? possibleValues : null,
    options: { is_scim: false, is_protected: false },
    is_hidden: isHidden,
    section_id: `XsA${rows.team.get().id.slice(1)}`,
  }
}

/** Returns the sections of profiles. */
export function profileSectionsJson(rows: Rows) {
  const { id: teamId } = rows.team.get()
  return SECTIONS.map(({ prefix, ...section }, index) => ({
    id: `${prefix}${teamId.slice(1)}`,
    team_id: teamId,
    ...section,
    order: index + 1,
    is_hidden: false,
  }))
}
