import { createHash } from 'node:crypto'
import type { EnvVariable } from '#deployhost/schema.ts'

/** An environment variable. Encrypted values are readable only with `decrypt`. */
export function envJson(variable: EnvVariable, { decrypt = false } = {}) {
  const { type } = variable
  return {
    type,
    value: valueOf(variable, decrypt),
    target: variable.target,
    ...(variable.gitBranch === null ? {} : { gitBranch: variable.gitBranch }),
    configurationId: null,
    id: variable.id,
    key: variable.key,
    createdAt: variable.createdAt,
    updatedAt: variable.updatedAt,
    createdBy: variable.createdBy,
    updatedBy: variable.updatedBy,
    customEnvironmentIds: variable.customEnvironmentIds,
    ...(variable.comment === null ? {} : { comment: variable.comment }),
    decrypted: type !== 'sensitive' && (decrypt || type !== 'encrypted'),
  }
}

/** An environment variable in a list. */
export function listedEnvJson(variable: EnvVariable, options: { decrypt: boolean }) {
  return { ...envJson(variable, options), system: variable.type === 'system', securityIssues: [] }
}

/** Returns the value as answers show it: a sensitive one never, an encrypted one as ciphertext unless `decrypt`. */
export function valueOf({ id, type, value }: Pick<EnvVariable, 'id' | 'type' | 'value'>, decrypt: boolean): string {
  if (type === 'sensitive') return ''
  if (type !== 'encrypted' || decrypt) return value
  const c = createHash('sha256').update(`${id}:${value}`).digest('hex')
  return Buffer.from(JSON.stringify({ v: 'v2', c })).toString('base64')
}
