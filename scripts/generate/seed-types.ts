import { pascalCase, singular } from './names.ts'

/** The part of JSON Schema that the schemas of seeds use. */
export interface JsonSchema {
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly default?: unknown
}

/**
 * Returns the TypeScript declarations of a seed's section: an interface `name`, and one for each object in it, named by
 * the key that holds the object. Every member has the description of its schema.
 */
export function seedTypes(schema: JsonSchema, name: string, description: string): string {
  const types = new SeedTypes(name)
  types.declare({ ...schema, description }, name)
  return types.text()
}

/** A place in a seed: the key that holds a value, and the interface of which the key is a member. */
interface Place {
  readonly key: string
  readonly owner: string
}

/** The interfaces of one section. Interfaces nearer to the top are named first, so their names are shorter. */
class SeedTypes {
  readonly #prefix: string
  /** The schema of each interface, as text, by the name of the interface. */
  readonly #shapes = new Map<string, string>()
  readonly #queue: { readonly name: string; readonly schema: JsonSchema }[] = []

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** Declares the interface of an object under the first of these names that is free, and returns that name. */
  declare(schema: JsonSchema, ...names: readonly string[]): string {
    const shape = JSON.stringify(schema)
    const isFree = (name: string): boolean => [undefined, shape].includes(this.#shapes.get(name))
    const name = names.find(isFree)
    if (name === undefined) throw new Error(`two objects of the seed would be named ${names.join(' and ')}`)
    if (!this.#shapes.has(name)) this.#queue.push({ name, schema })
    this.#shapes.set(name, shape)
    return name
  }

  /** Returns the declarations of all interfaces, the section first. */
  text(): string {
    const texts: string[] = []
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      texts.push(this.#interface(next.name, next.schema))
    }
    return texts.join('\n')
  }

  #interface(name: string, schema: JsonSchema): string {
    const required = new Set(schema.required)
    const members = Object.entries(schema.properties ?? {}).map(([key, member]) => {
      const type = this.#typeOf(member, { key, owner: name })
      const shownKey = /^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`
      const optional = required.has(key) ? `${shownKey}: ${type}` : `${shownKey}?: ${type} | undefined`
      return `${comment(described(member), '  ')}  ${optional}\n`
    })
    const description = schema.description ?? `${inWords(name.slice(this.#prefix.length))} of the seed.`
    return `${comment(description, '')}export interface ${name} {\n${members.join('')}}\n`
  }

  /** Returns the type expression of a schema. An object with members becomes an interface named by its place. */
  #typeOf(schema: JsonSchema, place: Place): string {
    if (schema.const !== undefined) return literal(schema.const)
    if (schema.enum !== undefined) return union(schema.enum.map(literal))
    if (schema.anyOf !== undefined) return union(schema.anyOf.map((each) => this.#typeOf(each, place)))
    if (typeof schema.type === 'object') {
      return union(schema.type.map((type) => this.#typeOf({ ...schema, type }, place)))
    }
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type
      case 'number':
      case 'integer':
        return 'number'
      case 'array':
        return list(this.#typeOf(schema.items ?? {}, elementOf(place)))
      case 'object':
        return this.#objectType(schema, place)
      default:
        return 'unknown'
    }
  }

  #objectType(schema: JsonSchema, place: Place): string {
    const { properties = {}, additionalProperties: others } = schema
    if (Object.keys(properties).length === 0) {
      return `Record<string, ${typeof others === 'object' ? this.#typeOf(others, elementOf(place)) : 'unknown'}>`
    }
    const { description: _, ...shape } = schema
    const word = pascalCase(place.key)
    return this.declare(shape, this.#prefix + word, place.owner + word)
  }
}

/** Returns the place of one element of a list or record: the key in the singular. */
function elementOf({ key, owner }: Place): Place {
  return { key: singular(key), owner }
}

/** Returns a name in words: `An org team` for `OrgTeam`, `The actions` for `Actions`. */
function inWords(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  if (singular(words) !== words) return `The ${words}`
  const word = words.replace(/^(?:s3|sqs|iam|oidc|dns|api|cors)\b/, (name) => name.toUpperCase())
  return `${/^(?:[aeio]|S|API|IAM|OIDC)/.test(word) ? 'An' : 'A'} ${word}`
}

function list(item: string): string {
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`
}

function described(member: JsonSchema): string {
  const { description = '', default: value } = member
  const simple = ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.length > 0)
  if (!simple || /default/i.test(description)) return description
  return `${description} Default: ${typeof value === 'string' ? value : JSON.stringify(value)}`.trim()
}

function comment(text: string, indent: string): string {
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'` : JSON.stringify(value)
}
