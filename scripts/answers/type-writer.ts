import ts from 'typescript'

/** The shortest text of an object type that gets a name of its own. */
const NAMED = 60

/** The depth from which on a type is any JSON. */
const DEEPEST = 14

/** The most members of a union of texts that are written out. */
const MOST = 60

/** The member for those whose names are not known. */
const UNNAMED = '[name: string]: JsonValue | undefined'

/** Writes types of TypeScript as the types of the JSON that their values become. */
export class TypeWriter {
  readonly #checker: ts.TypeChecker
  /** The names of the object types, by their text. */
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>(['JsonValue'])
  readonly #written = new Map<ts.Type, string>()
  readonly #open = new Set<ts.Type>()
  /** The objects that were looked at for members whose names are not known. */
  readonly #unnamed = new Map<ts.Node, boolean>()

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** Returns the declarations of the types that got a name. */
  get declarations(): string[] {
    return [...this.#names].map(([text, name]) => `type ${name} = ${text}\n`)
  }

  /** Returns the type of the JSON that a value of this type becomes. `hint` names it where nothing else does. */
  write(type: ts.Type, hint: string): string {
    const before = this.#written.get(type)
    if (before !== undefined) return before
    if (this.#open.has(type) || this.#open.size > DEEPEST) return 'JsonValue'
    this.#open.add(type)
    const text = this.#text(type, hint)
    this.#open.delete(type)
    this.#written.set(type, text)
    return text
  }

  #text(type: ts.Type, hint: string): string {
    const { flags } = type
    if (type.isUnion()) return this.#union(type, hint)
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) return 'JsonValue'
    if (flags & ts.TypeFlags.StringLiteral) return JSON.stringify((type as ts.StringLiteralType).value)
    if (flags & ts.TypeFlags.StringLike) return 'string'
    if (flags & ts.TypeFlags.NumberLiteral) return String((type as ts.NumberLiteralType).value)
    if (flags & ts.TypeFlags.NumberLike) return 'number'
    if (flags & ts.TypeFlags.BooleanLike) return this.#checker.typeToString(type)
    if (flags & ts.TypeFlags.Null) return 'null'
    if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) return 'undefined'
    if (flags & ts.TypeFlags.TypeParameter) {
      const constraint = this.#checker.getBaseConstraintOfType(type)
      return constraint === undefined || constraint === type ? 'JsonValue' : this.write(constraint, hint)
    }
    if (type.isIntersection()) {
      // A text with a brand is a text.
      const primitive = type.types.find((each) => each.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike))
      if (primitive !== undefined) return this.write(primitive, hint)
    }
    return flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection) ? this.#object(type, hint) : 'JsonValue'
  }

  #union(type: ts.UnionType, hint: string): string {
    const members = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    if (members.length > MOST && members.every(({ flags }) => flags & ts.TypeFlags.StringLiteral)) return 'string'
    const merged = this.#merged(members, hint)
    if (merged !== null) return merged
    // The order of a union's members is the compiler's, and another in each program.
    const texts = [...new Set(members.map((each) => this.write(each, hint)))]
      .filter((each) => each !== 'undefined')
      .toSorted()
    if (texts.includes('JsonValue')) return 'JsonValue'
    return joined(texts) || 'undefined'
  }

  /** Returns one type for forms of an object that have members of the same names; null for other unions. */
  #merged(types: readonly ts.Type[], hint: string): string | null {
    const objects = types.filter(({ flags }) => flags & ts.TypeFlags.Object)
    const others = types.filter(({ flags }) => !(flags & ts.TypeFlags.Object))
    const [first] = objects
    const namesOf = (type: ts.Type): string =>
      this.#checker
        .getPropertiesOfType(type)
        .map(({ name }) => name)
        .toSorted()
        .join()
    if (
      first === undefined ||
      objects.length < 2 ||
      !objects.every((each) => this.#isPlain(each) && namesOf(each) === namesOf(first))
    )
      return null
    const members = this.#checker.getPropertiesOfType(first).flatMap(({ name }) => {
      const parts = objects.flatMap((each) => each.getProperty(name) ?? []).flatMap((each) => this.#member(each))
      const texts = [...new Set(parts.map((part) => part.replace(/^.*?\??: /s, '')))].filter(
        (each) => each !== 'undefined',
      )
      const isOptional = parts.length < objects.length || parts.some((part) => /^[^:]*\?: /.test(part))
      const key = parts[0]?.replace(/\??: .*$/s, '')
      if (key === undefined) return []
      const text = texts.includes('JsonValue') ? 'JsonValue' : joined(texts)
      return [`${key}${isOptional ? '?' : ''}: ${text || 'undefined'}`]
    })
    if (objects.some((each) => this.#hasUnnamed(each))) members.push(UNNAMED)
    const text = `{ ${members.join('; ')} }`
    const whole = text.length < NAMED ? text : this.#name(text, nameOf(first) ?? hint)
    return joined([whole, ...others.map((each) => this.write(each, hint))])
  }

  #isPlain(type: ts.Type): boolean {
    const checker = this.#checker
    return (
      !checker.isArrayType(type) &&
      !checker.isTupleType(type) &&
      checker.getIndexInfosOfType(type).length === 0 &&
      type.getCallSignatures().length === 0 &&
      type.getProperty('toJSON') === undefined &&
      checker.getPropertiesOfType(type).length > 0
    )
  }

  #object(type: ts.Type, hint: string): string {
    const checker = this.#checker
    if (checker.isTupleType(type) || checker.isArrayType(type)) {
      const parts = checker.getTypeArguments(type as ts.TypeReference) // which arrays and tuples are
      const written = parts.map((each) => this.write(each, singular(hint)))
      // A list that is always empty.
      const texts = [...new Set(written.map((each) => (each === 'undefined' ? 'never' : each)))]
      const item = texts.join(' | ')
      return /^[\w.]+$|^\{.*\}$/s.test(item) && texts.length === 1 ? `${item || 'never'}[]` : `(${item || 'never'})[]`
    }
    const name = type.symbol?.name
    if (name === 'Date') return 'string'
    if (/^(Uint8Array|Buffer|ArrayBuffer|Map|Set|ReadonlyMap|ReadonlySet|Promise)$/.test(name ?? '')) return 'JsonValue'
    const toJson = type.getProperty('toJSON')
    if (toJson !== undefined) {
      const [signature] = checker.getTypeOfSymbol(toJson).getCallSignatures()
      return signature === undefined ? 'JsonValue' : this.write(signature.getReturnType(), hint)
    }
    if (type.getCallSignatures().length > 0) return 'undefined'
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
    const members = checker.getPropertiesOfType(type).flatMap((each) => this.#member(each))
    if (index === undefined && this.#hasUnnamed(type)) members.push(UNNAMED)
    if (index !== undefined)
      members.push(`[name: string]: ${members.length > 0 ? 'JsonValue | undefined' : this.write(index.type, hint)}`)
    if (members.length === 0)
      return type.symbol?.name === '__object' || type.symbol?.name === '__type' ? '{}' : 'JsonValue'
    const text = `{ ${members.join('; ')} }`
    return text.length < NAMED ? text : this.#name(text, nameOf(type) ?? hint)
  }

  /**
   * Returns true for an object that is written with the members of another whose names are not known: its type has no
   * trace of them.
   */
  #hasUnnamed(type: ts.Type): boolean {
    if (type.isIntersection()) return type.types.some((each) => this.#hasUnnamed(each))
    const [declaration] = type.symbol?.declarations ?? []
    if (declaration === undefined || !ts.isObjectLiteralExpression(declaration)) return false
    const known = this.#unnamed.get(declaration)
    if (known !== undefined) return known
    this.#unnamed.set(declaration, false)
    const hasUnnamed = declaration.properties.some((each) => {
      if (!ts.isSpreadAssignment(each)) return false
      const spread = this.#checker.getTypeAtLocation(each.expression)
      return (spread.isUnion() ? spread.types : [spread]).some((part) => this.#bringsUnnamed(part))
    })
    this.#unnamed.set(declaration, hasUnnamed)
    return hasUnnamed
  }

  #bringsUnnamed(type: ts.Type): boolean {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) return true
    return this.#checker.getIndexInfoOfType(type, ts.IndexKind.String) !== undefined || this.#hasUnnamed(type)
  }

  #member(property: ts.Symbol): string[] {
    const { name } = property
    if (name.startsWith('__@')) return []
    const type = this.#checker.getTypeOfSymbol(property)
    const mayBeAbsent =
      (property.flags & ts.SymbolFlags.Optional) !== 0 ||
      (type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined))
    const text = this.write(type, pascal(name))
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
    if (text === 'undefined') return mayBeAbsent ? [`${key}?: undefined`] : []
    return [`${key}${mayBeAbsent ? '?' : ''}: ${text}`]
  }

  /** Gives an object type a name, the same for the same text. */
  #name(text: string, wanted: string): string {
    const before = this.#names.get(text)
    if (before !== undefined) return before
    let name = wanted
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}${number}`
    this.#taken.add(name)
    this.#names.set(text, name)
    return name
  }
}

/** Returns the name of the function that writes an object, without its ending, or of its interface. */
function nameOf(type: ts.Type): string | undefined {
  const declaration = type.symbol?.declarations?.[0]
  if (declaration === undefined) return undefined
  if (ts.isInterfaceDeclaration(declaration)) return declaration.name.text
  let node: ts.Node = declaration
  while (node.parent !== undefined) {
    // A member of another object has the name of the member.
    if (node !== declaration && ts.isPropertyAssignment(node)) return pascal(node.name.getText())
    if (ts.isFunctionDeclaration(node) && node.name !== undefined) {
      return pascal(node.name.text.replace(/(Json|Writer|Of)$/, '').replace(/^(answer|write|page)(?=[A-Z])/, ''))
    }
    node = node.parent
  }
  return undefined
}

/** Returns the union of types. Null comes last, as people write it. */
function joined(texts: readonly string[]): string {
  const all = [...new Set(texts.flatMap((each) => (/[{(]/.test(each) ? [each] : each.split(' | '))))]
  const isBoolean = all.includes('boolean') || (all.includes('true') && all.includes('false'))
  const rest = all.filter((each) => each !== 'null' && !(isBoolean && /^(true|false|boolean)$/.test(each)))
  return [...rest, ...(isBoolean ? ['boolean'] : []), ...(all.includes('null') ? ['null'] : [])].join(' | ')
}

function pascal(text: string): string {
  const words = text.split(/[^A-Za-z\d]+/).filter((word) => word !== '')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[A-Z]/.test(name) ? name : `Value${name}`
}

function singular(name: string): string {
  return name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/([^s])s$/, '$1')
}
