import * as v from 'valibot'
import { ok } from '#chat/json/ok.ts'
import { invalidArguments } from '#chat/errors/failures.ts'
import { structure, text } from '#chat/rules/arguments.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { endStep } from '#chat/rules/functions.ts'
import { method } from './method.ts'

/** The methods by which an app ends the custom steps of workflows. */
export const functionsRoutes = [
  ...method(
    'functions.completeSuccess',
    { scopes: [], args: v.object({ function_execution_id: text, outputs: structure }) },
    (call) => {
      const { args, principal } = call
      if (!isObject(args.outputs)) throw invalidArguments('[ERROR] must provide an object [json-pointer:/outputs]')
      endStep(call, principal.app, args.function_execution_id, { outputs: args.outputs })
      return ok(call)
    },
  ),

  ...method(
    'functions.completeError',
    { scopes: [], args: v.object({ function_execution_id: text, error: text }) },
    (call) => {
      const { args, principal } = call
      endStep(call, principal.app, args.function_execution_id, { error: args.error })
      return ok(call)
    },
  ),
]
