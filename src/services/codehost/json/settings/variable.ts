import type { Site } from '#codehost/call.ts'
import type { ActionsSetting } from '#codehost/schema/settings.ts'
import { time } from '../format.ts'
import { sharingJson } from './secret.ts'

/** A variable: `actions-variable`. */
export function variableJson({ name, value, createdAt, updatedAt }: ActionsSetting) {
  return { name, value, created_at: time(createdAt), updated_at: time(updatedAt) }
}

/** A variable of an organization: `organization-actions-variable`. */
export function organizationVariableJson(site: Pick<Site, 'rows' | 'base'>, variable: ActionsSetting) {
  return { ...variableJson(variable), ...sharingJson(site, variable) }
}
