import type { Caller } from '../../rules/caller.ts'
import { serverVersion, viewUri } from '../../rules/lists.ts'
import { appToolNamed } from '../../tools/app/index.ts'
import { type Listed, listing } from '../../tools/listing.ts'
import { audienceOf } from '../../tools/schema.ts'
import type { DoorParts } from '../parts.ts'
import { asRefusal, type RefusedResult, refusedResult } from '../refusals.ts'
import { instructionsFor } from './instructions.ts'
import { callReading, mimeType } from './resources.ts'
import { type CalledResult, resultOf, shownResult } from './result.ts'
import { uiExtension, viewHtml, viewResource } from './view_resource.ts'

export const serverInfo = { name: 'svc', version: serverVersion } as const

/** Said when a client connects, beside what the SDKs add. */
export const capabilities = { tools: {}, resources: {}, extensions: uiExtension } as const

interface ResourceContents extends Record<string, unknown> {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
}

/** What one caller meets at /mcp, the same for both protocol eras; only the envelope around it differs. */
export interface Surface {
  readonly instructions: string
  listTools(): Promise<readonly Listed[]>
  /** Never throws: what a tool refuses is its result. */
  callTool(name: string, sent: unknown): Promise<CalledResult | RefusedResult>
  /** What an svc:// address names, or the view; throws a Refusal. */
  readResource(uri: string): Promise<ResourceContents>
}

export function surfaceFor(parts: DoorParts, caller: Caller, signal: AbortSignal): Surface {
  const asked = { caller, door: 'mcp', signal } as const
  return {
    instructions: instructionsFor(caller),
    async listTools() {
      return listing(audienceOf(caller.connection), await parts.inCheckedHub(caller.id))
    },
    async callTool(name, sent) {
      try {
        if (caller.connection !== 'oauth') return resultOf(await parts.call(name, sent, asked))
        const app = appToolNamed(name) !== undefined
        const called = await (app ? parts.callApp : parts.call)(name, sent, asked)
        return await shownResult(called, { caller, home: parts.config.baseUrl, app })
      } catch (error) {
        return refusedResult(asRefusal(error))
      }
    },
    async readResource(uri) {
      if (uri === viewUri)
        return { uri, mimeType: viewResource.mimeType, text: await viewHtml(), _meta: viewResource._meta }
      const { name, input } = callReading(uri)
      return { uri, mimeType, text: (await parts.call(name, input, asked)).text }
    },
  }
}
