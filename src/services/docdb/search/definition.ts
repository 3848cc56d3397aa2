import { fieldOf, isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { analyzerNamed, DEFAULT_ANALYZER } from './analyzers.ts'
import { Spec } from './spec.ts'
import type { Analyzer } from './tokens.ts'

/** The type of a field of an index, with its options: `{ type: 'string', analyzer: 'lucene.english' }`. */
export type FieldType = Document

/** A path that a search names, and which of the analyses of its field it means. */
export interface FieldPath {
  readonly path: string
  /** The name of the other analysis; null for the field's own. */
  readonly multi: string | null
}

/** The definition of an index for text, ready for use. */
export interface SearchDefinition {
  readonly source: Document
  /** Returns the types of the field with a name within a part of the mappings. */
  typesIn(mapping: Document, name: string): readonly FieldType[]
  /** Returns the types of the field at a path; none for a field that is not indexed. */
  typesAt(path: string): readonly FieldType[]
  /** Returns the analyzer of a text field, for documents or for searches; null for a field that is not one. */
  analyzerAt(field: FieldPath, use: 'index' | 'search'): Analyzer | null
  /** Returns the analyzer with a name. */
  analyzer(name: string): Analyzer
}

/** The types of fields of a mapping that is dynamic. */
const DYNAMIC: readonly FieldType[] = [
  ...['string', 'number', 'date', 'boolean', 'objectId', 'uuid'].map((type) => ({ type })),
  { type: 'document', dynamic: true },
]

// Module state on purpose: what is read follows from the definition alone.
const definitions = new WeakMap<Document, SearchDefinition>()

/** Returns the definition that a document has. */
export function readDefinition(source: Document): SearchDefinition {
  let definition = definitions.get(source)
  if (definition === undefined) definitions.set(source, (definition = makeDefinition(source)))
  return definition
}

function makeDefinition(source: Document): SearchDefinition {
  const root = isDocument(source['mappings']) ? source['mappings'] : {}
  const analyzers = new Map<string, Analyzer>()
  const analyzer = (name: string): Analyzer => {
    let found = analyzers.get(name)
    if (found === undefined) analyzers.set(name, (found = analyzerNamed(name, source)))
    return found
  }
  const typesIn = (mapping: Document, name: string): readonly FieldType[] => {
    const fields = isDocument(mapping['fields']) ? mapping['fields'] : {}
    const own = fieldOf(fields, name)
    return own === undefined ? dynamicTypes(source, mapping['dynamic'] ?? null) : typeList(own)
  }
  const types = new Map<string, readonly FieldType[]>()
  const typesAt = (path: string): readonly FieldType[] => {
    let found = types.get(path)
    if (found === undefined) types.set(path, (found = findTypes(root, path, typesIn)))
    return found
  }
  const analyzerAt = ({ path, multi }: FieldPath, use: 'index' | 'search'): Analyzer | null => {
    const type = typesAt(path).find((each) => each['type'] === 'string')
    const own = type === undefined || multi === null ? type : multiOf(type, multi)
    return own === undefined ? null : analyzer(analyzerName(own, source, use))
  }
  return { source, typesIn, typesAt, analyzerAt, analyzer }
}

function findTypes(root: Document, path: string, typesIn: SearchDefinition['typesIn']): readonly FieldType[] {
  let mapping: Document | undefined = root
  let found: readonly FieldType[] = []
  for (const name of path.split('.')) {
    if (mapping === undefined) return []
    found = typesIn(mapping, name)
    mapping = found.find((each) => each['type'] === 'document')
  }
  return found
}

function typeList(value: Value): FieldType[] {
  return (Array.isArray(value) ? value : [value]).filter(isDocument)
}

function dynamicTypes(source: Document, dynamic: Value): readonly FieldType[] {
  if (dynamic === true) return DYNAMIC
  if (!isDocument(dynamic)) return []
  const sets = Array.isArray(source['typeSets']) ? source['typeSets'].filter(isDocument) : []
  const own = sets.find((each) => each['name'] === dynamic['typeSet'])
  return [...typeList(own?.['types'] ?? []), { type: 'document', dynamic }]
}

function multiOf(type: FieldType, name: string): FieldType | undefined {
  const multi = isDocument(type['multi']) ? type['multi'][name] : undefined
  return isDocument(multi) ? multi : undefined
}

function analyzerName(type: FieldType, source: Document, use: 'index' | 'search'): string {
  const forIndex = type['analyzer'] ?? source['analyzer']
  const name =
    use === 'index' ? forIndex : (type['searchAnalyzer'] ?? type['analyzer'] ?? source['searchAnalyzer'] ?? forIndex)
  return typeof name === 'string' ? name : DEFAULT_ANALYZER
}

/** The types that a field may have. https://www.mongodb.com/docs/atlas/atlas-search/define-field-mappings/ */
const FIELD_TYPES = [
  'autocomplete',
  'boolean',
  'date',
  'dateFacet',
  'document',
  'embeddedDocuments',
  'geo',
  'knnVector',
  'number',
  'numberFacet',
  'objectId',
  'sortableDateBetaV1',
  'sortableNumberBetaV1',
  'sortableStringBetaV1',
  'string',
  'stringFacet',
  'token',
  'uuid',
  'vector',
] as const

/**
 * Refuses a definition that no index of its kind can have.
 *
 * @throws InvalidSearch
 */
export function checkDefinition(definition: Document, kind: 'search' | 'vectorSearch', path: string): void {
  const spec = new Spec(definition, path)
  if (kind === 'vectorSearch') {
    checkVectorFields(spec)
    return
  }
  const mappings = spec.part('mappings')
  if (mappings === undefined) throw spec.refusal('is required', 'mappings')
  const known = readDefinition(definition)
  checkAnalyzers(spec, known)
  checkMapping(mappings, known)
}

function checkAnalyzers(spec: Spec, definition: SearchDefinition): void {
  for (const name of ['analyzer', 'searchAnalyzer']) if (spec.has(name)) definition.analyzer(spec.text(name))
  for (const each of spec.parts('analyzers')) definition.analyzer(each.text('name'))
}

function checkMapping(mapping: Spec, definition: SearchDefinition): void {
  const dynamic = mapping.optional('dynamic')
  if (dynamic !== undefined && typeof dynamic !== 'boolean' && !isDocument(dynamic))
    throw mapping.refusal('must be a boolean or document', 'dynamic')
  const fields = mapping.part('fields')
  for (const name of Object.keys(fields?.document ?? {})) {
    for (const type of fields?.parts(name) ?? []) checkType(type, definition)
  }
}

function checkType(type: Spec, definition: SearchDefinition): void {
  const kind = type.oneOf('type', FIELD_TYPES)
  if (kind === 'document' || kind === 'embeddedDocuments') checkMapping(type, definition)
  for (const name of ['analyzer', 'searchAnalyzer']) if (type.has(name)) definition.analyzer(type.text(name))
  const multi = type.part('multi')
  for (const name of Object.keys(multi?.document ?? {})) {
    const own = multi?.part(name)
    if (own?.has('analyzer') === true) definition.analyzer(own.text('analyzer'))
  }
  if (kind !== 'autocomplete') return
  const [least, most] = [type.whole('minGrams', 1, 2), type.whole('maxGrams', 1, 15)]
  if (least > most) throw type.refusal('minGrams cannot be greater than maxGrams')
}

/** The ways in which vectors are compared. */
export const SIMILARITIES = ['euclidean', 'cosine', 'dotProduct'] as const

function checkVectorFields(spec: Spec): void {
  spec.required('fields')
  const fields = spec.parts('fields')
  if (fields.length === 0) throw spec.refusal('cannot be empty', 'fields')
  const paths = new Set<string>()
  for (const field of fields) {
    const type = field.oneOf('type', ['vector', 'filter', 'autoEmbed', 'text'])
    const path = field.text('path')
    if (paths.has(path)) throw spec.refusal('Vector and filter fields should have distinct paths', 'fields')
    paths.add(path)
    if (type !== 'vector') continue
    if (field.whole('numDimensions', 1) > MOST_DIMENSIONS)
      throw field.refusal(`must be within bounds [1, ${MOST_DIMENSIONS}]`, 'numDimensions')
    field.oneOf('similarity', SIMILARITIES)
    field.oneOf('quantization', ['none', 'scalar', 'binary'], 'none')
  }
  if (!fields.some((field) => field.document['type'] !== 'filter'))
    throw spec.refusal('at least one field must be of type vector', 'fields')
}

/** The most numbers of a vector. */
const MOST_DIMENSIONS = 8192
