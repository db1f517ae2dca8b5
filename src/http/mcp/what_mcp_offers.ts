import { inputs } from '../../rules/limits.ts'
import { viewUri } from '../../rules/clients/embedded_view.ts'
import { appToolNamed } from '../../tools/app/index.ts'
import { OneOfMany } from '../../tools/call/called.ts'
import type { CallContext } from '../../tools/call/call_context.ts'
import { type Listed, listing } from '../../tools/listing/listing.ts'
import { senderOf } from '../../tools/input/in_any_call.ts'
import { isWellFormed } from '../../text/well_formed.ts'
import { errorBody } from '../answer/error_body.ts'
import type { DoorParts } from '../door_parts.ts'
import { refusedResult } from './refused_result.ts'
import { asRefusal } from '../../tools/call/refused/as_refusal.ts'
import { instructionsFor } from './instructions.ts'
import { internalError, invalidParams, resourceNotFound, RpcError } from './json_rpc.ts'
import { namesFor, type Prompt, promptNamed } from './prompts.ts'
import { callReading, inboxResource, mimeType } from './resources.ts'
import { resultOf, shownResult, textOf, type ToolResult } from './result.ts'
import type { Wishes } from './client_wishes.ts'
import { uiExtension, viewContents, viewResource } from './view_resource.ts'

/** Announced when a client connects, beside what the SDKs add. */
export const capabilities = {
  tools: {},
  resources: {},
  prompts: {},
  completions: {},
  extensions: uiExtension,
} as const

export const resources = [viewResource, inboxResource]

interface ResourceContents extends Record<string, unknown> {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
}

/**
 * What /mcp offers one caller, the same for both protocol eras; only the envelope around it differs. A method that fails
 * throws an RpcError.
 */
export interface Surface {
  readonly instructions: string
  /** the client can show its person a page on which an act has to be done */
  readonly opensPages: boolean
  listTools(): Promise<readonly Listed[]>
  /** Never throws: a refusal is returned as a result, and `onPage` is called with the page where the person can act instead. */
  callTool(...called: ToolCalled): Promise<ToolResult>
  /** The same for a door that sends what many answers have in common once: of such an answer it makes the result itself. */
  callForOneOfMany(...called: ToolCalled): Promise<ToolResult | OneOfMany>
  getPrompt(params: {
    readonly name: string
    readonly arguments?: Readonly<Record<string, string>> | undefined
  }): Prompt
  /** Completes the value of a prompt's argument. */
  complete(params: Completed): Promise<{ completion: { values: string[] } }>
  /** Reads an svc:// address or the view. */
  readResource(params: { readonly uri: string }): Promise<{ contents: [ResourceContents] }>
}

type ToolCalled = [name: string, sent: unknown, onPage?: (url: string) => void]

interface Completed {
  readonly ref: { readonly type: 'ref/prompt'; readonly name: string } | { readonly type: 'ref/resource' }
  readonly argument: { readonly name: string; readonly value: string }
}

export function surfaceFor(parts: DoorParts, asked: CallContext, wishes: Wishes): Surface {
  const { caller } = asked
  const asIs = (result: ToolResult): ToolResult => result
  const worded = wishes.content === 'text' ? textOf : asIs

  async function callForOneOfMany(...[name, sent, onPage]: ToolCalled): Promise<ToolResult | OneOfMany> {
    const app = caller.connection === 'oauth' && appToolNamed(name) !== undefined
    // the embedded view calls over the same connection and reads the fields
    const said = app ? asIs : worded
    try {
      const called = await (app ? parts.callApp : parts.call)(name, sent, asked)
      if (caller.connection === 'oauth')
        return said(await shownResult(called, { caller, home: parts.config.baseUrl, app }))
      return called instanceof OneOfMany ? called : said(resultOf(called))
    } catch (error) {
      const refusal = asRefusal(error)
      const { act_url } = refusal.details
      if (typeof act_url === 'string') onPage?.(act_url)
      return said(refusedResult(refusal, caller))
    }
  }

  return {
    get instructions() {
      return instructionsFor(caller)
    },
    opensPages: wishes.opensPages === true,
    async listTools() {
      const { content, tools } = wishes
      return listing(senderOf(caller.connection), await parts.inCheckedHub(caller.id), {
        ...(tools === undefined ? {} : { named: tools }),
        text: content === 'text',
      })
    },
    async callTool(...tool) {
      const answer = await callForOneOfMany(...tool)
      return answer instanceof OneOfMany ? worded(resultOf(answer)) : answer
    },
    callForOneOfMany,
    getPrompt({ name, arguments: given }) {
      try {
        return promptNamed(name, given)
      } catch (error) {
        throw rpcError(invalidParams, error)
      }
    },
    async complete({ ref, argument: { name, value } }) {
      const names = ref.type === 'ref/prompt' ? namesFor(ref.name, name) : undefined
      if (names === undefined || !isWellFormed(value)) return { completion: { values: [] } }
      try {
        return { completion: { values: [...(await parts.begun(caller, names, value.slice(0, inputs.handleOrId)))] } }
      } catch (error) {
        throw rpcError(internalError, error)
      }
    },
    async readResource({ uri }) {
      try {
        return { contents: [uri === viewUri ? await viewContents() : await contentsAt(uri, parts, asked)] }
      } catch (error) {
        const { code, message } = asRefusal(error)
        throw code === 'not_found' ? new RpcError(resourceNotFound, message, { uri }) : rpcError(internalError, error)
      }
    },
  }
}

async function contentsAt(uri: string, { call }: DoorParts, asked: CallContext): Promise<ResourceContents> {
  const { name, input } = callReading(uri)
  return { uri, mimeType, text: (await call(name, input, asked)).text }
}

export function rpcError(code: number, error: unknown): RpcError {
  const body = errorBody(asRefusal(error))
  return new RpcError(code, body.message, body)
}
