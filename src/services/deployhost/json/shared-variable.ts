import type { SharedVariable } from '#deployhost/schema.ts'
import { valueOf } from './env.ts'

/** A shared variable. Encrypted values are readable only with `decrypt`. */
export function sharedVariableJson(variable: SharedVariable, { decrypt = false } = {}) {
  const { type, comment } = variable
  return {
    created: new Date(variable.createdAt).toISOString(),
    key: variable.key,
    ownerId: variable.accountId,
    id: variable.id,
    createdBy: variable.createdBy,
    updatedBy: variable.updatedBy,
    createdAt: variable.createdAt,
    updatedAt: variable.updatedAt,
    value: valueOf(variable, decrypt),
    projectId: variable.projectIds,
    type,
    target: variable.target,
    applyToAllCustomEnvironments: variable.appliesToCustomEnvironments,
    decrypted: type !== 'sensitive' && (decrypt || type !== 'encrypted'),
    ...(comment === null ? {} : { comment }),
  }
}
