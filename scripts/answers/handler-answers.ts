import ts from 'typescript'

/** Finds what the handlers of routes answer, by their types and by the answers that they return. */
export class HandlerAnswers {
  readonly #checker: ts.TypeChecker
  /** The types that were found for functions whose own type allows any answer. */
  readonly #known = new Map<ts.SignatureDeclaration, readonly ts.Type[]>()

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /**
   * Returns the types that the answers of a route are written from; null where its handler does not say so, undefined
   * for a call that has no handler among its arguments.
   */
  of({ arguments: given }: ts.CallExpression): readonly ts.Type[] | null | undefined {
    for (const argument of given.toReversed()) {
      const [signature] = this.#checker.getTypeAtLocation(argument).getCallSignatures()
      if (signature === undefined || this.#writtenFrom(signature.getReturnType()) === null) continue
      const types = this.#ofFunction(signature)
      return types.some(isUnknown) ? null : types
    }
    return undefined
  }

  /** Returns what each answer in a type was written from; null for a type that is no answer. */
  #writtenFrom(type: ts.Type): readonly ts.Type[] | null {
    const settled = this.#checker.getAwaitedType(type) ?? type
    const parts = settled.isUnion() ? settled.types : [settled]
    const found = parts.flatMap((part): readonly ts.Type[] => {
      const written = this.#checker.getPropertiesOfType(part).find(({ name }) => name.startsWith('__@written'))
      // An answer that is written out says nothing in its type.
      if (written === undefined) return part.getProperty('headers') === undefined ? [] : [this.#checker.getAnyType()]
      const value = this.#checker.getTypeOfSymbol(written)
      if (!value.isUnion()) return [value]
      return value.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    })
    return found.length === 0 ? null : found
  }

  /** Returns what a function answers: by its type or, where that allows any answer, by the answers that it returns. */
  #ofFunction(signature: ts.Signature): readonly ts.Type[] {
    const { declaration } = signature
    const declared = this.#writtenFrom(signature.getReturnType()) ?? []
    const body = (declaration as ts.FunctionLikeDeclaration | undefined)?.body
    if (!declared.some(isUnknown) || declaration === undefined || body === undefined) return declared
    const known = this.#known.get(declaration as ts.SignatureDeclaration)
    if (known !== undefined) return known
    // A function that calls itself adds nothing to its other answers.
    this.#known.set(declaration as ts.SignatureDeclaration, [])
    const found = returnedBy(body).map((each) => this.#ofExpression(each))
    const types = found.some((each) => each === null) ? declared : found.flatMap((each) => each ?? [])
    this.#known.set(declaration as ts.SignatureDeclaration, types)
    return types
  }

  /** Returns what the answers that an expression may be were written from; null where it cannot be known. */
  #ofExpression(expression: ts.Expression): readonly ts.Type[] | null {
    if (ts.isParenthesizedExpression(expression) || ts.isAwaitExpression(expression))
      return this.#ofExpression(expression.expression)
    if (ts.isConditionalExpression(expression)) {
      const both = [expression.whenTrue, expression.whenFalse].map((each) => this.#ofExpression(each))
      return both.some((each) => each === null) ? null : both.flatMap((each) => each ?? [])
    }
    if (ts.isObjectLiteralExpression(expression)) return this.#ofLiteral(expression)
    // A function may return no answer, for its caller to find another.
    if (expression.getText() === 'undefined') return []
    const types = this.#writtenFrom(this.#checker.getTypeAtLocation(expression))
    if (types === null || !types.some(isUnknown)) return types
    if (ts.isCallExpression(expression)) {
      const called = this.#continuation(expression) ?? this.#checker.getResolvedSignature(expression)
      return called === undefined ? null : this.#ofFunction(called)
    }
    return ts.isIdentifier(expression) ? this.#ofConstant(expression) : null
  }

  /** Returns the function that answers when a promise is fulfilled: `found.then(answer)`; none for another call. */
  #continuation({ expression: called, arguments: [given] }: ts.CallExpression): ts.Signature | undefined {
    if (given === undefined || !ts.isPropertyAccessExpression(called) || called.name.text !== 'then') return undefined
    return this.#checker.getTypeAtLocation(given).getCallSignatures()[0]
  }

  #ofConstant(name: ts.Identifier): readonly ts.Type[] | null {
    const declared = this.#checker.getSymbolAtLocation(name)?.valueDeclaration
    if (declared === undefined || !ts.isVariableDeclaration(declared) || declared.type !== undefined) return null
    return declared.initializer === undefined ? null : this.#ofExpression(declared.initializer)
  }

  /** Returns what an answer was written from that is an object with a body, or a copy of another answer. */
  #ofLiteral({ properties }: ts.ObjectLiteralExpression): readonly ts.Type[] | null {
    for (const property of properties.toReversed()) {
      if (ts.isSpreadAssignment(property)) {
        const copied = this.#ofExpression(property.expression)
        if (copied !== null && copied.length > 0) return copied
      } else if (property.name.getText() === 'body') {
        return this.#ofBody(this.#checker.getTypeAtLocation(property))
      }
    }
    return null
  }

  /** Returns what the log has of a body: a text where the bytes are one, and null where they are not. */
  #ofBody(type: ts.Type): readonly ts.Type[] {
    const parts = type.isUnion() ? type.types : [type]
    const isText = ({ flags }: ts.Type): boolean => (flags & (ts.TypeFlags.StringLike | ts.TypeFlags.Null)) !== 0
    return parts.every(isText) ? parts : [this.#checker.getStringType(), this.#checker.getNullType()]
  }
}

/** Returns the expressions that a function returns. */
function returnedBy(body: ts.ConciseBody): readonly ts.Expression[] {
  if (!ts.isBlock(body)) return [body]
  const returned: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node) && node.expression !== undefined) returned.push(node.expression)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(body, visit)
  return returned
}

function isUnknown({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0
}
