import { isFields } from '../../tools/input/sent_fields.ts'

interface Needed {
  readonly param: string
  readonly words: string
}

/** The parameters without which no tool, prompt or resource could answer. */
const needed: Readonly<Record<string, Needed>> = {
  'tools/call': { param: 'name', words: 'the name of a tool; tools/list has them' },
  'prompts/get': { param: 'name', words: 'the name of a prompt; prompts/list has them' },
  'resources/read': { param: 'uri', words: 'the address of a resource; resources/templates/list says which there are' },
}

/** Returns a sentence about the parameter that is missing; undefined when none is. */
export function missingParam(message: unknown): string | undefined {
  if (!isFields(message) || typeof message['method'] !== 'string') return undefined
  const { method, params } = message
  if (!Object.hasOwn(needed, method) || (params !== undefined && !isFields(params))) return undefined
  const { param, words } = needed[method] as Needed
  const sent = params?.[param]
  if (typeof sent === 'string') return undefined
  const fault = sent === undefined ? 'is missing' : 'is no text'
  return `Invalid params: params.${param} ${fault}. ${method} needs it: ${words}.`
}
