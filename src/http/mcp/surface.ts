import type { Caller } from '../../rules/caller.ts'
import { serverVersion } from '../../rules/lists.ts'
import { appToolNamed } from '../../tools/app/index.ts'
import { type Listed, listing } from '../../tools/listing.ts'
import { audienceOf } from '../../tools/schema.ts'
import type { DoorParts } from '../parts.ts'
import { asRefusal, type RefusedResult, refusedResult } from '../refusals.ts'
import { instructionsFor } from './instructions.ts'
import { callReading } from './resources.ts'
import { type CalledResult, resultOf, shownResult } from './result.ts'

export const serverInfo = { name: 'svc', version: serverVersion } as const

/** What one caller meets at /mcp, the same for both protocol eras; only the envelope around it differs. */
export interface Surface {
  readonly instructions: string
  listTools(): Promise<readonly Listed[]>
  /** Never throws: what a tool refuses is its result. */
  callTool(name: string, sent: unknown): Promise<CalledResult | RefusedResult>
  /** The text of what an svc:// address names; throws a Refusal. */
  readResource(uri: string): Promise<string>
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
        return shownResult(called, { caller, home: parts.config.baseUrl, app })
      } catch (error) {
        return refusedResult(asRefusal(error))
      }
    },
    async readResource(uri) {
      const { name, input } = callReading(uri)
      return (await parts.call(name, input, asked)).text
    },
  }
}
