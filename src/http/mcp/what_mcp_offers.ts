import { inputs } from '../../rules/limits.ts'
import { viewUri } from '../../rules/embedded_view.ts'
import { serverVersion } from '../../rules/api_version.ts'
import { appToolNamed } from '../../tools/app/index.ts'
import type { CallContext } from '../../tools/call/call_context.ts'
import { type Listed, listing } from '../../tools/listing/listing.ts'
import { audienceOf } from '../../tools/input/in_any_call.ts'
import { isWellFormed } from '../../text/well_formed.ts'
import type { DoorParts } from '../door_parts.ts'
import { type RefusedResult, refusedResult } from './refused_result.ts'
import { asRefusal } from '../../tools/call/refused/as_refusal.ts'
import { instructionsFor } from './instructions.ts'
import { namesFor } from './prompts.ts'
import { callReading, mimeType } from './resources.ts'
import { type CalledResult, resultOf, shownResult, type TextResult, textOf } from './result.ts'
import type { Wishes } from './how_to_answer.ts'
import { uiExtension, viewHtml, viewResource } from './view_resource.ts'

export const serverInfo = { name: 'svc', version: serverVersion } as const

/** Announced when a client connects, beside what the SDKs add. */
export const capabilities = {
  tools: {},
  resources: {},
  prompts: {},
  completions: {},
  extensions: uiExtension,
} as const

interface ResourceContents extends Record<string, unknown> {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
}

/** What /mcp offers one caller, the same for both protocol eras; only the envelope around it differs. */
export interface Surface {
  readonly instructions: string
  /** the client can show its person a page on which an act has to be done */
  readonly opensPages: boolean
  listTools(): Promise<readonly Listed[]>
  /** Never throws: a refusal is returned as a result, and `onPage` told the page where the person can act instead. */
  callTool(
    name: string,
    sent: unknown,
    onPage?: (url: string) => void,
  ): Promise<CalledResult | RefusedResult | TextResult>
  /** Completes the value of a prompt's argument; throws a Refusal. */
  complete(prompt: string, argument: string, begun: string): Promise<readonly string[]>
  /** Reads an svc:// address or the view; throws a Refusal. */
  readResource(uri: string): Promise<ResourceContents>
}

export function surfaceFor(parts: DoorParts, asked: CallContext, wishes: Wishes): Surface {
  const { caller } = asked
  const worded = wishes.content === 'text' ? textOf : <Result>(result: Result) => result
  return {
    get instructions() {
      return instructionsFor(caller)
    },
    opensPages: wishes.opensPages === true,
    async listTools() {
      const { content, tools } = wishes
      return listing(audienceOf(caller.connection), await parts.inCheckedHub(caller.id), {
        ...(tools === undefined ? {} : { named: tools }),
        text: content === 'text',
      })
    },
    async callTool(name, sent, onPage) {
      const app = caller.connection === 'oauth' && appToolNamed(name) !== undefined
      // the embedded view calls over the same connection and reads the fields
      const said = app ? <Result>(result: Result) => result : worded
      try {
        if (caller.connection !== 'oauth') return said(resultOf(await parts.call(name, sent, asked)))
        const called = await (app ? parts.callApp : parts.call)(name, sent, asked)
        return said(await shownResult(called, { caller, home: parts.config.baseUrl, app }))
      } catch (error) {
        const refusal = asRefusal(error)
        const { act_url } = refusal.details
        if (typeof act_url === 'string') onPage?.(act_url)
        return said(refusedResult(refusal, caller))
      }
    },
    async complete(prompt, argument, begun) {
      const names = namesFor(prompt, argument)
      return names === undefined || !isWellFormed(begun)
        ? []
        : parts.begun(caller, names, begun.slice(0, inputs.handleOrId))
    },
    async readResource(uri) {
      if (uri === viewUri)
        return { uri, mimeType: viewResource.mimeType, text: await viewHtml(), _meta: viewResource._meta }
      const { name, input } = callReading(uri)
      return { uri, mimeType, text: (await parts.call(name, input, asked)).text }
    },
  }
}
