/**
 * The program that runs in the sandbox before any script: the types of the database's values, as the shell has them,
 * and their form in the messages to and from the sandbox. It returns the function that compiles a script.
 */
export const PRELUDE = `(() => {
  'use strict'
  class ObjectId {
    constructor(str) { this.str = str }
    toString() { return 'ObjectId("' + this.str + '")' }
    valueOf() { return this.str }
    equals(other) { return other instanceof ObjectId && other.str === this.str }
    getTimestamp() { return new Date(parseInt(this.str.slice(0, 8), 16) * 1000) }
  }
  class NumberLong {
    constructor(value = 0) { this.text = String(value) }
    valueOf() { return Number(this.text) }
    toNumber() { return Number(this.text) }
    toString() { return 'NumberLong("' + this.text + '")' }
  }
  class NumberDecimal {
    constructor(value = 0) { this.text = String(value) }
    toString() { return 'NumberDecimal("' + this.text + '")' }
  }
  class NumberInt {
    constructor(value = 0) { this.number = Number(value) | 0 }
    valueOf() { return this.number }
    toNumber() { return this.number }
    toString() { return 'NumberInt(' + this.number + ')' }
  }
  class Other {
    constructor(json) { this.json = json }
  }
  const callable = (type) => new Proxy(type, { apply: (_target, _this, values) => Reflect.construct(type, values) })
  const wrappers = {
    $oid: (each) => new ObjectId(each.$oid),
    $date: (each) => new Date(typeof each.$date === 'string' ? each.$date : Number(each.$date.$numberLong)),
    $numberLong: (each) => new NumberLong(each.$numberLong),
    $numberDecimal: (each) => new NumberDecimal(each.$numberDecimal),
    $numberInt: (each) => Number(each.$numberInt),
    $numberDouble: (each) => Number(each.$numberDouble),
    $regularExpression: ({ $regularExpression: { pattern, options } }) =>
      new RegExp(pattern, options.replace(/[^ims]/g, '')),
  }
  const own = (value, name) => Object.prototype.hasOwnProperty.call(value, name)
  const revived = (value) => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(revived)
    const first = Object.keys(value)[0]
    if (first !== undefined && first[0] === '$') {
      if (own(wrappers, first)) return wrappers[first](value)
      if (/^\\$(binary|timestamp|minKey|maxKey|symbol|code|undefined)$/.test(first)) return new Other(value)
    }
    const made = {}
    for (const name of Object.keys(value))
      Object.defineProperty(made, name, { value: revived(value[name]), enumerable: true, configurable: true, writable: true })
    return made
  }
  const written = (value) => {
    if (value === undefined) return null
    if (typeof value === 'number') return { $numberDouble: Object.is(value, -0) ? '-0.0' : String(value) }
    if (typeof value === 'bigint') return { $numberLong: String(value) }
    if (typeof value === 'function') return { $code: String(value) }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((each) => (each === undefined ? null : written(each)))
    if (value instanceof ObjectId) return { $oid: value.str }
    if (value instanceof NumberLong) return { $numberLong: value.text }
    if (value instanceof NumberInt) return { $numberInt: String(value.number) }
    if (value instanceof NumberDecimal) return { $numberDecimal: value.text }
    if (value instanceof Date) return { $date: { $numberLong: String(value.getTime()) } }
    if (value instanceof RegExp) return { $regularExpression: { pattern: value.source, options: value.flags.replace(/[^ims]/g, '') } }
    if (value instanceof Other) return value.json
    const made = {}
    for (const name of Object.keys(value)) if (value[name] !== undefined) made[name] = written(value[name])
    return made
  }
  let emitted = []
  Object.assign(globalThis, {
    ObjectId: callable(ObjectId),
    NumberLong: callable(NumberLong),
    NumberInt: callable(NumberInt),
    NumberDecimal: callable(NumberDecimal),
    ISODate: (text) => (text === undefined ? new Date() : new Date(text)),
    isNumber: (value) => typeof value === 'number',
    isObject: (value) => typeof value === 'object' && value !== null,
    isString: (value) => typeof value === 'string',
    tojson: (value) => JSON.stringify(value),
    print: () => undefined,
    emit: (...pair) => {
      if (pair.length !== 2) throw new Error('emit takes 2 args')
      emitted.push(pair.map(written))
    },
  })
  Array.sum = (list) => list.reduce((sum, each) => sum + each, list.length === 0 ? null : list[0] - list[0])
  Array.avg = (list) => (list.length === 0 ? null : Array.sum(list) / list.length)
  const indirect = eval
  return (source, scope) => {
    Object.assign(globalThis, revived(JSON.parse(scope)))
    const run = indirect(source)
    return (message) => {
      const { self, values } = JSON.parse(message)
      emitted = []
      const target = revived(self)
      globalThis.obj = target
      const result = run.apply(target, values.map(revived))
      return JSON.stringify({ result: written(result), isMissing: result === undefined, isTrue: Boolean(result), emitted })
    }
  }
})()`
