import { CommandError } from '#docdb/errors/command-error.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import type { PipelineContext, Stage } from './context.ts'
import { shapeStages } from './shape.ts'

/** The stages that a pipeline for updates may have. */
const ALLOWED = ['$addFields', '$set', '$project', '$unset', '$replaceRoot', '$replaceWith']

/** Compiles the stages of an update that is a pipeline. */
export function compileStages(stages: readonly Value[], context: PipelineContext): Stage {
  const compiled = stages.map((each) => {
    const [name = ''] = isDocument(each) ? Object.keys(each) : []
    const compile = ALLOWED.includes(name) ? shapeStages[name] : undefined
    if (compile === undefined) {
      throw new CommandError('InvalidOptions', `${name} is not allowed to be used within an update`)
    }
    return compile((each as Document)[name] ?? null, context) // it has this name
  })
  return (documents) => compiled.reduce((input, stage) => stage(input), documents)
}
