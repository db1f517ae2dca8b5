import { inputs } from '../../rules/limits.ts'
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

/** How the SDKs answer params that their schemas refuse: the issues of the schema, as the message of a fault of the server. */
const refusedBySchema = '"error":{"code":-32603,"message":"['

/** Returns a sentence about the parameters that an SDK refused in this answer; undefined when it refused none. */
export function wrongParams(message: unknown, answer: string): string | undefined {
  if (!isFields(message) || !answer.includes(refusedBySchema)) return undefined
  const issues = issuesIn((JSON.parse(answer) as { error?: { message: string } }).error?.message ?? '')
  if (issues === undefined) return undefined
  const paths = [...new Set(issues.map(({ path }) => path.join('.').slice(0, inputs.keyLabel)))]
  const [are, them] = paths.length === 1 ? ['is', 'it'] : ['are', 'them']
  return `Invalid params: ${paths.slice(0, inputs.issuesNamed).join(', ')} ${are} not as ${String(message['method'])} takes ${them}.`
}

function issuesIn(message: string): readonly { readonly path: readonly unknown[] }[] | undefined {
  try {
    return JSON.parse(message) as ReturnType<typeof issuesIn>
  } catch {
    return undefined
  }
}
