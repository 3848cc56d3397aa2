import ts from 'typescript'

/** The differences between a value and a type that count as problems, beside members of another type. */
export interface TypeCheckOptions {
  /** Members of the value that the type does not have. */
  readonly unknownMembers: 'problem' | 'ignored'
  /** Members that the type requires and the value lacks. */
  readonly missingMembers: 'problem' | 'ignored'
}

/**
 * Returns where a value differs from a published type, as texts that begin with the path of the member: `.user.id is
 * null, not string`.
 */
export function typeProblems(
  checker: ts.TypeChecker,
  type: ts.Type,
  value: unknown,
  options: TypeCheckOptions,
): string[] {
  const problems: string[] = []
  new TypeCheck(checker, options, problems).any(type, value, '')
  return problems
}

class TypeCheck {
  readonly #checker: ts.TypeChecker
  readonly #options: TypeCheckOptions
  readonly #problems: string[]

  constructor(checker: ts.TypeChecker, options: TypeCheckOptions, problems: string[]) {
    this.#checker = checker
    this.#options = options
    this.#problems = problems
  }

  any(type: ts.Type, value: unknown, path: string): void {
    if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return
    if (type.isUnion()) {
      this.#union(type, value, path)
      return
    }
    if ((type.flags & ts.TypeFlags.Null) !== 0) {
      if (value !== null) this.#problems.push(`${path} is ${shown(value)}, not null`)
      return
    }
    if (type.isStringLiteral() || type.isNumberLiteral()) {
      if (value !== type.value)
        this.#problems.push(`${path} is ${JSON.stringify(value)}, not ${JSON.stringify(type.value)}`)
      return
    }
    const expected = scalarOf(type)
    if (expected !== null) {
      if (typeof value !== expected) this.#problems.push(`${path} is ${shown(value)}, not ${expected}`)
      return
    }
    if (this.#checker.isArrayType(type)) {
      const [item] = this.#checker.getTypeArguments(type as ts.TypeReference) // an array type is a reference
      if (!Array.isArray(value)) this.#problems.push(`${path} is ${shown(value)}, not a list`)
      else if (item !== undefined) for (const each of value) this.any(item, each, `${path}.*`)
      return
    }
    this.#object(type, value, path)
  }

  /** A union fits when one of its members does; the problems of the nearest are reported. */
  #union(type: ts.UnionType, value: unknown, path: string): void {
    const attempts = type.types
      .filter((each) => (each.flags & ts.TypeFlags.Undefined) === 0)
      .filter((each) => value === null || (each.flags & ts.TypeFlags.Null) === 0)
      .map((each) => {
        const found: string[] = []
        new TypeCheck(this.#checker, this.#options, found).any(each, value, path)
        return found
      })
    const [best = []] = attempts.toSorted((one, other) => one.length - other.length)
    this.#problems.push(...best)
  }

  #object(type: ts.Type, value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#problems.push(`${path} is ${shown(value)}, not an object`)
      return
    }
    for (const [name, member] of Object.entries(value)) this.#member(type, name, member, path)
    if (this.#options.missingMembers === 'ignored') return
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
      if (!isOptional && !Object.hasOwn(value, property.name))
        this.#problems.push(`${path}.${property.name} is missing`)
    }
  }

  #member(type: ts.Type, name: string, member: unknown, path: string): void {
    const property = this.#checker.getPropertyOfType(type, name)
    const place = `${path}.${name}`
    if (property !== undefined) {
      this.any(this.#checker.getTypeOfSymbol(property), member, place)
      return
    }
    const index = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String)
    if (index !== undefined) this.any(index.type, member, `${path}.*`)
    else if (this.#options.unknownMembers === 'problem') this.#problems.push(`${place} is not in the type`)
  }
}

function scalarOf(type: ts.Type): 'string' | 'number' | 'boolean' | null {
  if ((type.flags & ts.TypeFlags.StringLike) !== 0) return 'string'
  if ((type.flags & ts.TypeFlags.NumberLike) !== 0) return 'number'
  return (type.flags & ts.TypeFlags.BooleanLike) === 0 ? null : 'boolean'
}

function shown(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value
}
