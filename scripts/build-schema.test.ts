import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { registry } from '../src/registry.ts'
import { starterSeed } from '../src/starter.ts'
import { seedJsonSchema } from './generate/seed-schema.ts'

const schema = await seedJsonSchema()
const ajv = new Ajv({ allowUnionTypes: true })
addFormats.default(ajv)
const validate = ajv.compile(schema)

describe('the JSON Schema of seeds', () => {
  it('accepts the starter of every service', async () => {
    expect(validate(parse(await starterSeed(registry.map(({ id }) => id)))) || validate.errors).toBe(true)
  })

  it('accepts sections that are left empty', () => {
    expect(validate({ tokens: null, codehost: null }) || validate.errors).toBe(true)
  })

  it('refuses keys that there are not, and tokens without a login', () => {
    expect(validate({ codhost: {} })).toBe(false)
    expect(validate({ codehost: { repo: [] } })).toBe(false)
    expect(validate({ tokens: { t: { scopes: [] } } })).toBe(false)
  })

  it('has the descriptions that the schemas carry', () => {
    expect(JSON.stringify(schema)).toContain('The login of a seeded user or organization.')
  })
})
